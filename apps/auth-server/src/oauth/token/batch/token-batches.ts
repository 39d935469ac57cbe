import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from '@app/contracts';
import { DatabaseAway, ConnectionPoolExhausted, isBusy } from '@app/database';
import { CLOCK, LOGGER, opaqueToken, randomText, sha256, utcDay, type Clock, type Logger } from '@app/kernel';
import type { Client } from '../../../applications/clients/index.js';
import {
  AccessTokenQueries,
  type BatchedToken,
  type IssuedTokenRow,
  type IssuingTime,
  type RefreshedTokenRow,
} from '../access-token.queries.js';
import { Batches, type BatchTiming } from './batches.js';
import { REFRESH_TOKEN_KIND } from '../family.queries.js';

/** A batch takes a few milliseconds; one that takes this long stands still. */
const LATE_MS = 250;

/** The client of an exchange, at the version that said yes to it. */
export type VersionedClient = Pick<Client, 'clientId' | 'version'>;

/** A token that was issued, to be signed. */
export type IssuedToken<T extends IssuedTokenRow = IssuedTokenRow> = { row: T; jti: string; now: Date };

interface RequestedRefresh {
  client: VersionedClient;
  day: string;
  hash: Buffer;
}

/** The id of a new access token; it begins with the day of its row. */
export const newTokenId = (day: string): string => `${day.replaceAll('-', '')}_${randomText(16)}`;

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

export const issuingTime = (now: Date): IssuingTime => ({
  day: utcDay(now),
  expiresAt: later(now, ACCESS_TOKEN_SECONDS),
});

/**
 * Issues tokens for exchanges that need nothing but the issuing statement, all that wait with one statement and one
 * commit. Each batch is of one moment, which its ids, rows and claims share: so it is of one day, too. Source: ADR 25.
 */
@Injectable()
export class TokenBatches {
  /** Tests of what happens within a batch give it more time. */
  readonly timing: BatchTiming = { lateMs: LATE_MS };
  readonly #issuing = new Batches((tokens: Omit<BatchedToken, 'jti'>[]) => this.#issue(tokens), this);
  readonly #refreshing = new Batches((refreshes: RequestedRefresh[]) => this.#refresh(refreshes), this);

  constructor(
    private readonly queries: AccessTokenQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns undefined when the exchange has to go on alone; nothing was issued */
  issue(
    client: VersionedClient,
    token: { portalId: number | null; accountId: number | null; sid: string },
  ): Promise<IssuedToken | undefined> {
    const { clientId, version: clientVersion } = client;
    return this.#issuing.add(clientId, { ...token, clientId, clientVersion });
  }

  /** @returns undefined when the exchange has to go on alone; nothing was issued or spent */
  refresh(
    client: VersionedClient,
    token: { day: string; hash: Buffer },
  ): Promise<(IssuedToken<RefreshedTokenRow> & { next: string }) | undefined> {
    return this.#refreshing.add(client.clientId, { client, ...token });
  }

  async #issue(newTokens: Omit<BatchedToken, 'jti'>[]): Promise<(IssuedToken | undefined)[]> {
    const now = this.clock.now();
    const time = issuingTime(now);
    const tokens = newTokens.map((token) => ({ ...token, jti: newTokenId(time.day) }));
    const rows = await this.queries.issueBatch(tokens, time).catch((error: unknown) => this.#fail(error));
    return tokens.map(({ jti }, index) => rows[index] && { row: rows[index], jti, now });
  }

  async #refresh(
    refreshes: RequestedRefresh[],
  ): Promise<((IssuedToken<RefreshedTokenRow> & { next: string }) | undefined)[]> {
    const now = this.clock.now();
    const time = issuingTime(now);
    const newTokens = refreshes.map(() => ({
      jti: newTokenId(time.day),
      next: opaqueToken(REFRESH_TOKEN_KIND, now),
    }));
    const tokens = refreshes.map(({ client: { clientId, version: clientVersion }, day, hash }, index) => {
      const { jti, next } = newTokens[index]!;
      return { clientId, clientVersion, day, hash, jti, next: sha256(next) };
    });
    const rows = await this.queries
      .refreshBatch(tokens, now, time, later(now, REFRESH_TOKEN_SECONDS))
      .catch((error: unknown) => this.#fail(error));
    return newTokens.map(({ jti, next }, index) => rows[index] && { row: rows[index], jti, next, now });
  }

  /**
   * A batch that failed has issued nothing. Each of it goes on alone, once, so that what one cannot have is not refused
   * to the others. @throws what would happen to each of them, too
   */
  #fail(error: unknown): never[] {
    if (error instanceof DatabaseAway || error instanceof ConnectionPoolExhausted) throw error;
    // somebody's lock on a table is nothing new; anything else should not happen
    if (!isBusy((error as Error).cause ?? error))
      this.logger.error({ err: error }, 'a batch of tokens failed');
    return [];
  }
}
