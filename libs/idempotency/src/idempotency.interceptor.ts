import {
  Inject,
  Injectable,
  Optional,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { Actor } from '@app/access';
import { Database, withTransactionHook, type Transaction, type TransactionHook } from '@app/database';
import { IDEMPOTENT, type IdempotentRule } from '@app/http';
import {
  allKeys,
  CLOCK,
  Conflict,
  Forbidden,
  sameBytes,
  Sealer,
  SETTINGS,
  type Clock,
  type SecretsKeys,
} from '@app/kernel';
import { addToCount, WRITTEN_BYTES, type WrittenBytes } from '@app/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { IdempotencyQueries, type StoredResponse, type RequestKey } from './idempotency.queries.js';
import { requestKey } from './request-key.js';

/** The settings of an app that seals stored answers. */
export type IdempotencySettings = SecretsKeys;

/** A request with a key, and its answer. */
interface Call {
  rule: IdempotentRule;
  key: RequestKey;
  parameters: Readonly<Record<string, string>>;
  reply: FastifyReply;
}

/** Rolls back a transaction whose work an earlier request has done. */
class ReplayedResponse extends Error {
  constructor(readonly stored: StoredResponse) {
    super('answered before');
  }
}

/**
 * `Idempotency-Key` on all operations that create objects. The answer is stored in the transaction that creates the
 * object, so that a crash leaves both or neither. Of two concurrent requests the second waits and then gets the first
 * one's answer. Errors are not stored, because they roll back.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  readonly #sealer: Sealer;
  readonly #hashKeys: readonly Buffer[];

  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
    private readonly database: Database,
    private readonly queries: IdempotencyQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) settings: IdempotencySettings,
    @Optional() @Inject(WRITTEN_BYTES) private readonly written?: WrittenBytes,
  ) {
    this.#sealer = Sealer.of(settings);
    this.#hashKeys = allKeys(settings);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const rule = this.reflector.get<IdempotentRule | undefined>(IDEMPOTENT, context.getHandler());
    if (!rule) return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest<{ Params: Record<string, string> }>>();
    const key = requestKey(request, this.#hashKeys);
    if (!key) return next.handle();
    const call = { rule, key, parameters: request.params, reply: http.getResponse<FastifyReply>() };
    return from(this.#once(call, () => lastValueFrom(next.handle())));
  }

  async #once(call: Call, handle: () => Promise<unknown>): Promise<unknown> {
    const { rule, key } = call;
    const stored = await this.queries.find(key, this.clock.now());
    if (stored) return this.#again(call, stored);
    // outside the transaction, so that requests of one caller do not wait for each other's transactions
    await addToCount(this.database, 'idempotency_keys', key.scope);
    const storeResponseHook = new StoreResponseHook(this.queries, key, this.clock, (answer) => {
      const response = this.#keep(rule, key, answer);
      const portalId = key.actor.claims.portal_id;
      if (portalId !== undefined) this.written?.add(portalId, response.answerSealed.length);
      return response;
    });
    try {
      const answer = await withTransactionHook(storeResponseHook, handle);
      await this.#correct(key, storeResponseHook.stored, this.#keep(rule, key, answer));
      return answer;
    } catch (error) {
      if (error instanceof ReplayedResponse) return this.#again(call, error.stored);
      throw error;
    }
  }

  /**
   * Repeats a stored answer (decisions platform 2.4 and 2.5).
   * @throws Conflict `idempotency_key_reused`, `idempotency_answer_lost`; Forbidden, and the errors of the rule's guard
   */
  async #again({ rule, key, parameters, reply }: Call, stored: StoredResponse): Promise<unknown> {
    if (!key.requestHashes.some((hash) => sameBytes(stored.requestHash, hash))) {
      throw new Conflict('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
    }
    assertHasRights(key.actor, stored);
    if (rule.guard) {
      await this.modules.get(rule.guard, { strict: false }).assertMayRepeat(key.actor, parameters);
    }
    const text = this.#text(key, stored);
    if (text === undefined) {
      throw new Conflict(
        'idempotency_answer_lost',
        'The request with this Idempotency-Key was carried out; its answer can no longer be read.',
      );
    }
    void reply.header('idempotency-replayed', 'true');
    const answer: unknown = JSON.parse(text) ?? undefined;
    if (!rule.completion) return answer;
    const completed = await this.modules.get(rule.completion, { strict: false }).complete(answer);
    const { requestHash, answerSealed } = this.#keep(rule, key, completed);
    await this.#correct(key, stored, { ...stored, requestHash, answerSealed });
    return completed;
  }

  /** Replaces the answer after the transaction, or stores that of an operation without one. */
  async #correct(key: RequestKey, stored: StoredResponse | undefined, answer: StoredResponse): Promise<void> {
    const [before, after] = [stored && this.#text(key, stored), this.#text(key, answer)];
    if (before !== after) await this.queries.keep(this.database, key, answer);
  }

  #keep(rule: IdempotentRule, key: RequestKey, answer: unknown): StoredResponse {
    return {
      requestHash: key.requestHashes[0]!,
      answerSealed: this.#sealer.seal(JSON.stringify(answer ?? null), answerContext(key)),
      expiresAt: new Date(this.clock.now().getTime() + rule.keptSeconds * 1000),
      scopes: [...key.actor.scopes],
      roles: [...key.actor.roles],
    };
  }

  #text(key: RequestKey, stored: StoredResponse): string | undefined {
    return this.#sealer.tryOpen(stored.answerSealed, answerContext(key));
  }
}

/**
 * The operation has checked the scopes and roles of the first token only. The holder of a narrowed token must not get
 * the answer by repeating the request.
 * @throws Forbidden naming the scope or the role
 */
function assertHasRights(actor: Actor, { scopes, roles }: StoredResponse): void {
  const scope = scopes?.find((one) => !actor.scopes.has(one));
  if (scope !== undefined) {
    throw new Forbidden('insufficient_scope', `To get this answer again needs the scope ${scope}.`, {
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes!.join(' ')}"` },
    });
  }
  const role = roles?.find((one) => !actor.has(one));
  if (role !== undefined) {
    throw new Forbidden('role_required', `To get this answer again needs the role ${role}.`);
  }
}

/** Binds a sealed answer to its key. */
export const answerContext = ({ scope, key }: Pick<RequestKey, 'scope' | 'key'>): string =>
  `idempotency ${scope} ${key}`;

/** Stores the answer in the first transaction that commits. */
class StoreResponseHook implements TransactionHook {
  stored: StoredResponse | undefined;

  constructor(
    private readonly queries: IdempotencyQueries,
    private readonly key: RequestKey,
    private readonly clock: Clock,
    private readonly seal: (answer: unknown) => StoredResponse,
  ) {}

  async begun(tx: Transaction): Promise<void> {
    if (this.stored) return;
    await this.queries.lock(tx, this.key);
    const before = await this.queries.find(this.key, this.clock.now(), tx);
    if (before) throw new ReplayedResponse(before);
  }

  async finishing(tx: Transaction, result: unknown): Promise<void> {
    if (this.stored) return;
    const stored = this.seal(result);
    await this.queries.keep(tx, this.key, stored);
    tx.afterCommit(() => (this.stored = stored));
  }
}
