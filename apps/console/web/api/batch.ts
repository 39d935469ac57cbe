import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from './api-error.js';

/** Requests at a time. */
const PARALLEL = 4;
/** Seconds to wait after a temporary refusal that names none. */
const DEFAULT_WAIT_SECONDS = 5;

/** The refusal of one item. */
export interface BatchFault<Item> {
  item: Item;
  error: Error;
}

export interface BatchProgress<Item> {
  state: 'idle' | 'running' | 'paused' | 'done';
  total: number;
  done: number;
  faults: readonly BatchFault<Item>[];
  /** Why it has paused by itself: no connection, or the session has ended. */
  interruption: Error | undefined;
}

const idle = { state: 'idle', total: 0, done: 0, faults: [], interruption: undefined } as const;

/**
 * Sends one request for each item. Temporary refusals, such as that of a rate limit, are repeated after the time that
 * the server states; without a connection or a session it pauses. All others are faults of their item.
 */
export class Batch<Item> {
  progress: BatchProgress<Item>;
  #next = 0;
  /** Items whose request must be sent again after a pause. */
  readonly #again: Item[] = [];
  #wake: () => void = () => undefined;

  constructor(
    private readonly items: readonly Item[],
    private readonly send: (item: Item) => Promise<unknown>,
    private readonly onChange: (progress: BatchProgress<Item>) => void,
  ) {
    this.progress = { ...idle, total: items.length };
  }

  /** Begins, or continues after a pause; resolves when it is done or paused. */
  async run(): Promise<void> {
    this.#update({ state: 'running', interruption: undefined });
    await Promise.all(Array.from({ length: PARALLEL }, () => this.#work()));
    if (this.progress.state === 'running') this.#update({ state: 'done' });
  }

  /** Requests that have been sent still count. */
  pause(interruption?: Error): void {
    if (this.progress.state === 'running') this.#update({ state: 'paused', interruption });
    this.#wake();
  }

  async #work(): Promise<void> {
    while (this.progress.state === 'running') {
      const item = this.#again.pop() ?? this.items[this.#next++];
      if (item === undefined) return;
      try {
        await this.send(item);
        this.#update({ done: this.progress.done + 1 });
      } catch (error) {
        await this.#fail(item, error as Error);
      }
    }
  }

  async #fail(item: Item, error: Error): Promise<void> {
    const status = error instanceof ApiError ? error.status : undefined;
    const isInterrupted = status === 0 || status === 401;
    if (isInterrupted || (error instanceof ApiError && error.isTemporary)) {
      this.#again.push(item);
      if (isInterrupted) return this.pause(error);
      return this.#wait((error as ApiError).retryAfterSeconds ?? DEFAULT_WAIT_SECONDS);
    }
    const faults = [...this.progress.faults, { item, error }];
    this.#update({ done: this.progress.done + 1, faults });
  }

  /** Ends early with a pause. */
  #wait(seconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1_000);
      const wakeOthers = this.#wake;
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
        wakeOthers();
      };
    });
  }

  #update(change: Partial<BatchProgress<Item>>): void {
    this.progress = { ...this.progress, ...change };
    this.onChange(this.progress);
  }
}

/** The progress of a batch, and the functions that control it. Leaving the page pauses it, after a question. */
export function useBatch<Item>() {
  const [progress, setProgress] = useState<BatchProgress<Item>>(idle);
  const batch = useRef<Batch<Item>>(undefined);
  const isRunning = progress.state === 'running';
  useEffect(() => {
    if (!isRunning) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);
  useEffect(() => () => batch.current?.pause(), []);
  const start = useCallback((items: readonly Item[], send: (item: Item) => Promise<unknown>) => {
    batch.current?.pause();
    const started = new Batch(items, send, (now) => {
      if (batch.current === started) setProgress(now);
    });
    batch.current = started;
    void started.run();
  }, []);
  return {
    progress,
    start,
    pause: () => batch.current?.pause(),
    resume: () => void batch.current?.run(),
    clear: useCallback(() => {
      batch.current?.pause();
      batch.current = undefined;
      setProgress(idle);
    }, []),
  };
}
