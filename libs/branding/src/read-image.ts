import { createHash } from 'node:crypto';
import { BadImage } from './bad-image.js';
import { safePng } from './safe-png.js';
import { safeSvg } from './safe-svg.js';

export const imageTypes = ['image/svg+xml', 'image/png'] as const;
export type ImageType = (typeof imageTypes)[number];

export interface BrandImage {
  type: ImageType;
  bytes: Buffer;
  /** Digest of the bytes (SHA-256, base64url), used as the public name. */
  digest: string;
}

/**
 * Sanitises an image.
 * @param type as declared by the sender; nothing is guessed
 * @throws BadImage with a sentence for the sender
 */
export function readImage(type: ImageType, input: Buffer): BrandImage {
  const bytes = type === 'image/png' ? safePng(input) : Buffer.from(safeSvg(decodeText(input)));
  const digest = createHash('sha256').update(type).update('\0').update(bytes).digest('base64url');
  return { type, bytes, digest };
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BadImage('The SVG is not valid UTF-8.');
  }
}
