import { setTimeout as pause } from 'node:timers/promises';
import { WAIT_TIMEOUT_MS } from './wait-timeout.js';

/**
 * Reads a value again and again until it is the awaited one.
 * @param what the awaited condition, for the message
 * @param isMet by default, whether the value is truthy
 * @returns the first value for which the condition holds
 * @throws Error with the last value after {@link WAIT_TIMEOUT_MS}
 */
export async function eventually<T>(
  what: string,
  read: () => T | Promise<T>,
  isMet: (value: T) => boolean = Boolean,
): Promise<T> {
  for (const end = performance.now() + WAIT_TIMEOUT_MS; ; await pause(20)) {
    const value = await read();
    if (isMet(value)) return value;
    if (performance.now() > end) throw new Error(`${what}: not in time, ${JSON.stringify(value)}`);
  }
}
