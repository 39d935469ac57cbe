import { randomFillSync } from 'node:crypto';

const AHEAD_BYTES = 4_096;

/** Drawn ahead, as Node's own randomUUID does: one call of the generator serves a hundred ids. */
const ahead = Buffer.alloc(AHEAD_BYTES);
let at = AHEAD_BYTES;

/**
 * Random bytes from the system's generator in base64url; what was given out is not kept.
 * @param bytes at most 4096
 * @throws RangeError for more
 */
export function randomText(bytes: number): string {
  if (bytes > AHEAD_BYTES) throw new RangeError(`at most ${AHEAD_BYTES} random bytes`);
  if (at + bytes > AHEAD_BYTES) {
    randomFillSync(ahead);
    at = 0;
  }
  const end = at + bytes;
  const text = ahead.toString('base64url', at, end);
  ahead.fill(0, at, end);
  at = end;
  return text;
}
