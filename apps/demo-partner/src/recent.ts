import { randomBytes } from 'node:crypto';

const MAX_KEPT = 50;

/** A map that drops its oldest entries. */
export class Recent<V> {
  readonly #entries = new Map<string, V>();

  /** @returns the key: 128 random bits */
  add(value: V): string {
    const key = randomBytes(16).toString('base64url');
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_KEPT && oldest !== undefined) this.#entries.delete(oldest);
    return key;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  /** Returns a value once. */
  remove(key: string): V | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }
}
