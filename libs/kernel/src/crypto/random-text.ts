import { randomFillSync } from 'node:crypto';

const AHEAD_BYTES = 4_096;

/** Drawn in advance, as Node's own randomUUID does: one call of the generator serves a hundred ids. */
const ahead = Buffer.alloc(AHEAD_BYTES);
let position = AHEAD_BYTES;

/**
 * Random bytes from the system's generator in base64url; returned bytes are not kept.
 * @param bytes at most 4096
 * @throws RangeError for more
 */
export function randomText(bytes: number): string {
  if (bytes > AHEAD_BYTES) throw new RangeError(`at most ${AHEAD_BYTES} random bytes`);
  if (position + bytes > AHEAD_BYTES) {
    randomFillSync(ahead);
    position = 0;
  }
  const end = position + bytes;
  const text = ahead.toString('base64url', position, end);
  ahead.fill(0, position, end);
  position = end;
  return text;
}
