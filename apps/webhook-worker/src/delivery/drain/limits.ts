import { WindowCounter } from '@app/kernel';

/** Counts what is in flight by key, up to a limit each. */
export class InFlightByKey {
  readonly #counts = new Map<string, number>();

  constructor(private readonly limit: number) {}

  tryEnter(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.limit) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  exit(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** Limits on what this process sends: in flight to one host, and per second for one portal. */
export class SendingLimits {
  readonly #hosts: InFlightByKey;
  readonly #portals: WindowCounter;

  /**
   * @param hostInFlight most deliveries in flight to one host
   * @param portalPerSecond most deliveries per second of one portal
   * @param nowMs milliseconds of a clock that never goes back
   */
  constructor(
    hostInFlight: number,
    private readonly portalPerSecond: number,
    nowMs = () => performance.now(),
  ) {
    this.#hosts = new InFlightByKey(hostInFlight);
    this.#portals = new WindowCounter({ windowMs: 1_000, nowMs });
  }

  /** After true, {@link exit} must follow. */
  tryEnter(host: string, portalId: number): boolean {
    if (!this.#hosts.tryEnter(host)) return false;
    if (this.#portals.add(String(portalId)).count <= this.portalPerSecond) return true;
    this.#hosts.exit(host);
    return false;
  }

  exit(host: string): void {
    this.#hosts.exit(host);
  }
}
