/** The primary's answer about itself. Positions are bytes of its log since its beginning. */
export interface PrimarySample {
  /** Milliseconds of this process's monotonic clock, from before the question was sent. */
  readAt: number;
  /** Everything committed until then is below this position. */
  written: number;
  history: History;
}

/** Two servers share the positions of their logs only if both are the same. */
export interface History {
  /** Of the cluster of databases, from its initdb. */
  system: string;
  /** Changes with every promotion. */
  timeline: number;
}

const MAX_SAMPLES = 256;

/**
 * How far the primary's log had come at which time. From it, and from the position up to which a standby has replayed
 * the log, follows how old the standby's state is. No clock of a server has a part in it.
 */
export class PrimaryHistory {
  #samples: PrimarySample[] = [];

  get newest(): PrimarySample | undefined {
    return this.#samples.at(-1);
  }

  add(sample: PrimarySample): void {
    const { newest } = this;
    // a restore or a promotion: positions of before say nothing any more
    if (newest && (!isSame(newest.history, sample.history) || sample.written < newest.written))
      this.#samples = [];
    this.#samples.push(sample);
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /**
   * Milliseconds by which a standby that has replayed up to `replayed` may be behind; infinite if unknown.
   * @param now of the same clock as {@link PrimarySample.readAt}
   */
  lagMs(replayed: number, now: number): number {
    const contained = this.#samples.findLast((sample) => sample.written <= replayed);
    return contained ? now - contained.readAt : Number.POSITIVE_INFINITY;
  }
}

export const isSame = (one: History, other: History): boolean =>
  one.system === other.system && one.timeline === other.timeline;
