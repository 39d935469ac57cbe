import type { Clock } from '@app/kernel';

/** A clock that stands still where the test puts it, and runs with the real one until then. */
export class TestClock implements Clock {
  #offset = 0;
  #fixed: number | undefined;

  now(): Date {
    return new Date((this.#fixed ?? Date.now()) + this.#offset);
  }

  set(time: Date): void {
    this.#fixed = time.getTime();
    this.#offset = 0;
  }

  advance(seconds: number): void {
    this.#offset += seconds * 1000;
  }
}
