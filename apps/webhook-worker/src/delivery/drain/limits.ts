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

interface Bucket {
  tokens: number;
  updatedAt: number;
}

const MAX_BUCKETS = 10_000;

/** A token bucket by key: the rate per second is also the burst. */
export class RateByKey {
  readonly #buckets = new Map<number, Bucket>();

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly perSecond: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  tryTake(key: number): boolean {
    const now = this.now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.perSecond, updatedAt: now };
    bucket.tokens = Math.min(
      this.perSecond,
      bucket.tokens + ((now - bucket.updatedAt) * this.perSecond) / 1000,
    );
    bucket.updatedAt = now;
    if (this.#buckets.size >= MAX_BUCKETS && !this.#buckets.has(key)) this.#buckets.clear();
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}

/** Limits on what this process sends: in flight to one host, and per second for one portal. */
export class SendingLimits {
  readonly #hosts: InFlightByKey;
  readonly #portals: RateByKey;

  /**
   * @param hostInFlight most deliveries in flight to one host
   * @param portalPerSecond most deliveries per second of one portal
   */
  constructor(hostInFlight: number, portalPerSecond: number) {
    this.#hosts = new InFlightByKey(hostInFlight);
    this.#portals = new RateByKey(portalPerSecond);
  }

  /** After true, {@link exit} must follow. */
  tryEnter(host: string, portalId: number): boolean {
    if (!this.#hosts.tryEnter(host)) return false;
    if (this.#portals.tryTake(portalId)) return true;
    this.#hosts.exit(host);
    return false;
  }

  exit(host: string): void {
    this.#hosts.exit(host);
  }
}
