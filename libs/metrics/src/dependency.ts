import type { Logger } from '@app/kernel';
import { observe } from './metrics.js';

/** A program on which a server depends. */
export type DependencyName = 'postgres' | 'redis' | 'smtp' | 'key_set';

/** Whether a dependency is usable: each change is logged once, and `dependency_up` has the state. */
export class Dependency {
  #isUp: boolean | undefined;
  readonly #forget: () => void;

  constructor(
    readonly name: DependencyName,
    private readonly logger: Logger,
  ) {
    this.#forget = observe('dependency_up', () =>
      this.#isUp === undefined ? [] : [{ labels: { dependency: name }, value: this.#isUp ? 1 : 0 }],
    );
  }

  /** Undefined before the first call of `up` or `down`. */
  get isUp(): boolean | undefined {
    return this.#isUp;
  }

  up(): void {
    if (this.#isUp === true) return;
    const wasDown = this.#isUp === false;
    this.#isUp = true;
    if (wasDown) this.logger.info({ dependency: this.name, up: true }, `${this.name} can be used again`);
  }

  /**
   * Records a failed use.
   * @param cause of the failure
   */
  down(cause: unknown): void {
    if (this.#isUp === false) return;
    this.#isUp = false;
    this.logger.warn({ dependency: this.name, up: false, err: cause }, `${this.name} cannot be used`);
  }

  /** Removes the state, because the server ends. */
  forget(): void {
    this.#forget();
  }
}
