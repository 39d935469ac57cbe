const AFTER_FAILURE_MS = 1_000;

/** Does something again and again, never twice at once. */
export class Repeating {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = true;

  /** @param work answers after how many milliseconds it is to be done again; when it fails, it is done again later */
  constructor(private readonly work: () => Promise<number>) {}

  start(inMs = 0): void {
    this.stopped = false;
    this.timer = setTimeout(() => {
      this.running = this.work()
        .catch(() => AFTER_FAILURE_MS)
        .then((nextInMs) => {
          if (!this.stopped) this.start(nextInMs);
        });
    }, inMs);
  }

  /** Waits for the work that is being done. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
