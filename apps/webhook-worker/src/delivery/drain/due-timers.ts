/** A bounded number of timers by webhook: `wake-overdue-mailboxes` finds the rest a little later. */
export class DueTimers {
  readonly #timers = new Map<number, NodeJS.Timeout>();

  constructor(
    private readonly due: (webhookId: number) => void,
    private readonly limits = { count: 10_000, longestMs: 60_000 },
  ) {}

  /** Replaces the webhook's timer. */
  set(webhookId: number, inMs: number): void {
    this.clear(webhookId);
    if (inMs > this.limits.longestMs || this.#timers.size >= this.limits.count) return;
    const timer = setTimeout(() => {
      this.#timers.delete(webhookId);
      this.due(webhookId);
    }, inMs);
    this.#timers.set(webhookId, timer);
  }

  clear(webhookId: number): void {
    clearTimeout(this.#timers.get(webhookId));
    this.#timers.delete(webhookId);
  }

  clearAll(): void {
    for (const webhookId of [...this.#timers.keys()]) this.clear(webhookId);
  }
}
