import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { maxEntries, CLOCK, type Clock, sameBytes, sha256, WindowCounter } from '@app/kernel';
import { metrics } from '@app/metrics';
import { LRUCache } from 'lru-cache';
import { AuditLog, RefusalRecorder } from '../../edge/audit/index.js';
import { InvalidClient } from '../../edge/errors/index.js';
import { toClient, isClientId, type Client, type ClientRow } from './client.js';
import type { PresentedClient } from './presented-client.js';
import { ClientQueries } from './client.queries.js';

const unknownSecretHash = sha256('no client has this secret');

/** Milliseconds for which a client's row is cached, and the number of cached clients. */
const MEMORY_MS = 10_000;
const MEMORY_CLIENTS = 10_000;
/** Milliseconds in which all uses of a client's former secret are one row of the audit log. */
const FORMER_SECRET_EVERY_MS = 10 * 60_000;

/** Authenticates clients at the token, revocation and introspection endpoints. */
@Injectable()
export class ClientAuthenticator {
  readonly #cache = new LRUCache<string, { row: ClientRow; client: Client }>({
    ...maxEntries(MEMORY_CLIENTS),
    ttl: MEMORY_MS,
  });
  /** Uses of former secrets, by client. */
  readonly #formerUses: WindowCounter;

  constructor(
    private readonly clients: ClientQueries,
    private readonly audit: AuditLog,
    private readonly refusals: RefusalRecorder,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    const nowMs = () => clock.now().getTime();
    this.#formerUses = new WindowCounter({
      windowMs: FORMER_SECRET_EVERY_MS,
      maxKeys: MEMORY_CLIENTS,
      nowMs,
    });
  }

  /**
   * The cached row of a client, some seconds old, if it accepts these credentials. Only {@link authenticate} refuses a
   * client: the statement that acts for a cached one must confirm that the row still has this version. An unknown
   * client costs a comparison, too.
   * @returns undefined in all other cases
   */
  findCached(presented: PresentedClient): Client | undefined {
    const cached = this.#cache.get(presented.clientId);
    const isRight = this.#same(sha256(presented.secret ?? ''), cached?.row.secretHash);
    return this.#refusal(cached?.row, presented, isRight) === undefined ? cached?.client : undefined;
  }

  /**
   * Makes one lookup and two comparisons for every kind of failure, so that timing reveals nothing.
   * @throws InvalidClient for an unknown or inactive client and for a wrong, missing or superfluous secret. Source: RFC
   *   6749 2.3, contract 2.16.
   */
  async authenticate(presented: PresentedClient): Promise<Client> {
    const row = await this.clients.find(isClientId(presented.clientId) ? presented.clientId : '');
    const hash = sha256(presented.secret ?? '');
    const isCurrent = this.#same(hash, row?.secretHash);
    const isPrevious = this.#same(hash, this.#validPreviousHash(row));
    const refusal = this.#refusal(row, presented, isCurrent || isPrevious);
    if (row === undefined || refusal !== undefined) {
      const { clientId } = presented;
      const details = { reason: refusal ?? 'unknown client' };
      await this.refusals.refusal({ event: 'client.authentication_refused', clientId, details });
      throw new InvalidClient(presented.byBasic, details.reason);
    }
    if (isPrevious && !isCurrent) await this.#recordFormerSecret(row);
    const client = toClient(row);
    this.#cache.set(row.clientId, { row, client: { ...client, cachedVersion: row.version } });
    return client;
  }

  /** Records the first use, and after ten minutes the next one with the number of uses between. */
  async #recordFormerSecret({ clientId, portalId }: ClientRow): Promise<void> {
    const { count, previousCount } = this.#formerUses.add(clientId);
    if (count > 1) return;
    await this.audit.record(this.database, {
      event: 'client.previous_secret_used',
      clientId,
      portalId,
      ...(previousCount > 0 && { details: { further: previousCount - 1 } }),
    });
  }

  #same(hash: Buffer, expected: Buffer | null | undefined): boolean {
    metrics.auth_client_secret_comparisons_total.inc(); // the same number for every kind of failure
    return sameBytes(hash, expected ?? unknownSecretHash);
  }

  #validPreviousHash(row: ClientRow | undefined): Buffer | null | undefined {
    const until = row?.previousSecretUntil;
    return until && until > this.clock.now() ? row.previousSecretHash : null;
  }

  #refusal(
    row: ClientRow | undefined,
    presented: PresentedClient,
    isRightSecret: boolean,
  ): string | undefined {
    if (!row) return 'unknown client';
    if (row.status !== 1) return 'inactive client';
    if (row.secretHash === null)
      return presented.secret === undefined ? undefined : 'the client has no secret';
    if (presented.secret === undefined) return 'no secret';
    return isRightSecret ? undefined : 'wrong secret';
  }
}
