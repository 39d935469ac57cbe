import type { Clock } from '@app/kernel';

/** A clock that follows the real time until a test sets it, and then stops. */
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
