import {
  applyDecorators,
  Inject,
  Injectable,
  Optional,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import type { Actor } from '@app/access';
import type { Observable } from 'rxjs';

/** A part that may be missing in a stored answer, and how it is added on replay. */
export interface Completion {
  complete(answer: unknown): Promise<unknown>;
}

/** A condition of an operation in addition to scopes and roles, checked again before an answer is repeated. */
export interface RepeatGuard {
  /** @throws Forbidden, NotFound as the operation itself would */
  assertMayRepeat(actor: Actor, parameters: Readonly<Record<string, string>>): Promise<void>;
}

/** How an operation that creates something handles `Idempotency-Key`. */
export interface IdempotentRule {
  /** Seconds for which the first answer is stored; no longer than a secret in it is valid. */
  keptSeconds: number;
  /** Provider that completes a stored answer. */
  completion?: Type<Completion>;
  /**
   * Provider that decides who may get a stored answer; by default all callers with the scopes and roles of the first.
   */
  guard?: Type<RepeatGuard>;
}

export const IDEMPOTENT = Symbol('Idempotent');

/** Injection token of the app's implementation of {@link Idempotent}. */
export const IDEMPOTENCY = Symbol('Idempotency');

/**
 * Passes a request to the implementation. Applied only to routes that declare it, so that reads pass no interceptor.
 */
@Injectable()
class IdempotencyGate implements NestInterceptor {
  constructor(@Optional() @Inject(IDEMPOTENCY) private readonly mechanism: NestInterceptor | undefined) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    return this.mechanism ? this.mechanism.intercept(context, next) : next.handle();
  }
}

export const Idempotent = (rule: IdempotentRule) =>
  applyDecorators(SetMetadata(IDEMPOTENT, rule), UseInterceptors(IdempotencyGate));

/** Seconds for which answers are stored by default. */
export const KEPT_SECONDS = 86_400;
