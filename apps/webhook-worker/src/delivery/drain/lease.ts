const DURATION_MS = 15_000;
const RENEW_MS = 5_000;

/**
 * The lease of a mailbox, from its holder's view. It counts as lost as soon as another process may have
 * taken it. The clock does not jump and keeps running while the process is frozen.
 */
export class Lease {
  #lost = false;
  #timer: NodeJS.Timeout | undefined;

  /** @param since when the lease was requested, by `performance.now()` */
  constructor(
    readonly webhookId: number,
    readonly token: string,
    private since: number,
  ) {}

  get isValid(): boolean {
    return !this.#lost && performance.now() - this.since < DURATION_MS;
  }

  /** Renews it every 5 seconds. @param renew returns false when it is lost */
  keep(renew: (webhookId: number, token: string) => Promise<boolean>): void {
    this.#timer = setInterval(() => {
      const requestedAt = performance.now();
      renew(this.webhookId, this.token).then(
        (renewed) => {
          if (renewed) this.since = requestedAt;
          else this.lose();
        },
        // Postgres is down: the next renewal may succeed, and `isValid` tells when it is too late.
        () => undefined,
      );
    }, RENEW_MS);
  }

  lose(): void {
    this.#lost = true;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
