import type { Logger } from '@app/kernel';
import { observe } from './metrics.js';

/** A program that a server needs and does not bring itself. */
export type DependencyName = 'postgres' | 'redis' | 'smtp' | 'key_set';

/** Whether a dependency can be used: each change is logged once, and `dependency_up` shows the state. */
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

  /** Undefined until something was noted. */
  get isUp(): boolean | undefined {
    return this.#isUp;
  }

  /** It was used successfully. */
  up(): void {
    if (this.#isUp === true) return;
    const wasDown = this.#isUp === false;
    this.#isUp = true;
    if (wasDown) this.logger.info({ dependency: this.name, up: true }, `${this.name} can be used again`);
  }

  /** It could not be used. @param cause why not */
  down(cause: unknown): void {
    if (this.#isUp === false) return;
    this.#isUp = false;
    this.logger.warn({ dependency: this.name, up: false, err: cause }, `${this.name} cannot be used`);
  }

  /** The state matters no more, because the server ends. */
  forget(): void {
    this.#forget();
  }
}
