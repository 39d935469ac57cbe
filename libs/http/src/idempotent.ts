import { SetMetadata, type Type } from '@nestjs/common';

/** What a kept answer may still lack, and how it is completed when it is given again. */
export interface Completion {
  complete(answer: unknown): Promise<unknown>;
}

/** How an operation that creates something answers to `Idempotency-Key`. */
export interface IdempotentRule {
  /** Seconds that the first answer is kept: never longer than a secret inside it can be used. */
  keptSeconds: number;
  /** Provider that completes a kept answer. */
  completion?: Type<Completion>;
}

/** Nest metadata key of an operation's {@link IdempotentRule}. */
export const IDEMPOTENT = Symbol('Idempotent');
export const Idempotent = (rule: IdempotentRule) => SetMetadata(IDEMPOTENT, rule);

/** Seconds that answers are kept unless told. */
export const keptSeconds = 86_400;
