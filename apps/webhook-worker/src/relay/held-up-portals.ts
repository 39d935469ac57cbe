/** Milliseconds for which the events of a portal wait once its webhooks were found locked. */
const PAUSE_MS = 200;

/** Portals whose webhooks somebody else has locked: their events wait, those of all others go on. */
export class HeldUpPortals {
  /** By portal; times by `performance.now()`. */
  readonly #until = new Map<number, number>();

  add(portalIds: readonly number[]): void {
    const until = performance.now() + PAUSE_MS;
    for (const id of portalIds) this.#until.set(id, until);
  }

  /** Those that wait now. */
  get ids(): number[] {
    const now = performance.now();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}
