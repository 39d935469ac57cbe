import { FairQuota, WindowCounter } from '@app/kernel';

/** Limits on what this process sends: in flight to one host, and per second for one portal. */
export class SendingLimits {
  /** Deliveries in flight, by host. */
  readonly #inFlight = new FairQuota();
  readonly #portals: WindowCounter;

  /**
   * @param hostInFlight most deliveries in flight to one host
   * @param portalPerSecond most deliveries per second of one portal
   * @param nowMs milliseconds of a clock that never goes back
   */
  constructor(
    private readonly hostInFlight: number,
    private readonly portalPerSecond: number,
    nowMs = () => performance.now(),
  ) {
    this.#portals = new WindowCounter({ windowMs: 1_000, nowMs });
  }

  /** After true, {@link exit} must follow. */
  tryEnter(host: string, portalId: number): boolean {
    if (this.#inFlight.heldBy(host) >= this.hostInFlight) return false;
    if (this.#portals.add(String(portalId)).count > this.portalPerSecond) return false;
    this.#inFlight.acquire(host);
    return true;
  }

  exit(host: string): void {
    this.#inFlight.release(host);
  }
}
