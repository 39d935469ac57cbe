/** Does something again and again, never twice at once. */
export class Repeating {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopped = true;

  /** @param work answers after how many milliseconds it is to be done again; must not throw */
  constructor(private readonly work: () => Promise<number>) {}

  start(inMs = 0): void {
    this.stopped = false;
    this.timer = setTimeout(() => {
      this.running = this.work().then((nextInMs) => {
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
