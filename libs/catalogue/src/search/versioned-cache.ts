/** A value that is read once for each version of the catalogue. */
export class VersionedCache<T> {
  #cached: { version: number; value: Promise<T> } | undefined;

  constructor(private readonly read: () => Promise<T>) {}

  /** @param version read beforehand; the value read now is as new or newer */
  get(version: number): Promise<T> {
    if (this.#cached?.version === version) return this.#cached.value;
    const cached = { version, value: this.read() };
    this.#cached = cached;
    // failures are not cached
    cached.value.catch(() => {
      if (this.#cached === cached) this.#cached = undefined;
    });
    return cached.value;
  }
}
