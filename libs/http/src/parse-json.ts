import { BadRequest } from '@app/kernel';
import { prototypeNames } from './name-value-pairs.js';

const withoutPrototypeKeys = (key: string, value: unknown): unknown =>
  prototypeNames.has(key) ? undefined : value;

/** A text without a match contains no such key: only `\u` can spell its letters differently (RFC 8259 section 7). */
const mayHoldPrototypeKeys = /__proto__|constructor|prototype|\\u/;

/**
 * The value of a JSON text, without members that reach for a prototype.
 *
 * `JSON.parse` takes forty times as long with a reviver, so it gets one only if there may be something to remove.
 * @throws BadRequest `invalid_json`
 */
export function parseJson(text: string): unknown {
  try {
    return mayHoldPrototypeKeys.test(text) ? JSON.parse(text, withoutPrototypeKeys) : JSON.parse(text);
  } catch {
    throw new BadRequest('invalid_json', 'The body is not valid JSON.');
  }
}
