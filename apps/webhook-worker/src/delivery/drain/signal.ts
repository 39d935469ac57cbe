/** Lets one waiter continue when something has happened, or after a timeout. */
export class Signal {
  #raised = false;
  #release: (() => void) | undefined;

  /** All that happens in one turn of the event loop wakes the waiter once. */
  raise(): void {
    this.#raised = true;
    const release = this.#release;
    this.#release = undefined;
    if (release) setImmediate(release);
  }

  async wait(forMs: number): Promise<void> {
    if (!this.#raised) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, forMs);
        this.#release = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#release = undefined;
    this.#raised = false;
  }
}
