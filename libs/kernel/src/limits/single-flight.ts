/** Runs `work` one at a time. Calls during a run share a promise, so they leave no garbage of their own. */
export class SingleFlight<T> {
  #running: Promise<T> | undefined;
  #next: Promise<T | undefined> | undefined;
  #isStopped = false;

  constructor(private readonly work: () => Promise<T>) {}

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * The result of the run in progress, or else of a new one.
   * @throws the errors of `work`
   */
  join(): Promise<T> {
    return this.#running ?? this.#run();
  }

  /**
   * The result of a run that begins after this call; undefined once it is stopped.
   * @throws the errors of `work`
   */
  again(): Promise<T | undefined> {
    if (this.#running) return (this.#next ??= this.#running.then(this.#runNext, this.#runNext));
    return this.#isStopped ? Promise.resolve(undefined) : this.#run();
  }

  /** Prevents further runs. Resolves when no run is in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running?.catch(() => undefined);
  }

  readonly #runNext = (): Promise<T> | undefined => {
    this.#next = undefined;
    return this.#isStopped ? undefined : this.join();
  };

  #run(): Promise<T> {
    return (this.#running = this.work().finally(() => (this.#running = undefined)));
  }
}
