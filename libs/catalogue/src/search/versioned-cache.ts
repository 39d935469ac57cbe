/** Something read once for each version of the catalogue. */
export class VersionedCache<T> {
  #kept: { version: number; value: Promise<T> } | undefined;

  constructor(private readonly read: () => Promise<T>) {}

  /** @param version read beforehand; the value read now is as new or newer */
  get(version: number): Promise<T> {
    if (this.#kept?.version === version) return this.#kept.value;
    const kept = { version, value: this.read() };
    this.#kept = kept;
    // failures are not cached
    kept.value.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return kept.value;
  }
}
