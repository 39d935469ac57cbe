import { BadImage } from './bad-image.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks that are needed for drawing; times, texts, locations and profiles of cameras and editors are dropped. */
const keptChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'gAMA']);
/** Pixels per side: a small file may decompress to more memory than a browser has. */
const MAX_PIXELS = 2_048;

/**
 * Drops every chunk that is not needed for drawing. Source: PNG (Third Edition), 5 and 11.
 * @throws BadImage when it is not a complete PNG, or too large
 */
export function safePng(bytes: Buffer): Buffer {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new BadImage('The image is not a PNG.');
  const parts: Buffer[] = [SIGNATURE];
  const names: string[] = [];
  let offset = SIGNATURE.length;
  while (offset + 12 <= bytes.length && names.at(-1) !== 'IEND') {
    const length = bytes.readUInt32BE(offset);
    const end = offset + 12 + length;
    if (end > bytes.length) break;
    const name = bytes.toString('latin1', offset + 4, offset + 8);
    names.push(name);
    if (name === 'IHDR') checkSize(bytes.readUInt32BE(offset + 8), bytes.readUInt32BE(offset + 12));
    if (keptChunks.has(name)) parts.push(bytes.subarray(offset, end));
    offset = end;
  }
  if (names[0] !== 'IHDR' || !names.includes('IDAT') || names.at(-1) !== 'IEND')
    throw new BadImage('The PNG is incomplete.');
  return Buffer.concat(parts);
}

function checkSize(width: number, height: number): void {
  if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS)
    throw new BadImage(`A PNG may have ${MAX_PIXELS} pixels on a side at most.`);
}

/** Width and height of an image from {@link safePng}, in pixels. */
export const pngSize = (png: Buffer): { width: number; height: number } => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
});
