import { Inject, Injectable } from '@nestjs/common';
import { latestTokenExpiry } from '@app/contracts';
import { sql, type Transaction } from '@app/database';
import { CLOCK, SETTINGS, type Clock } from '@app/kernel';
import { REDIS, type RedisSettings } from '@app/redis';
import type { Redis } from 'ioredis';
import { revocationChannel } from './revocation-reader.js';

/** The account, application or portal that loses rights. */
export type TakenFrom = { accountId: number } | { clientId: string } | { portalId: number };

/**
 * Revokes tokens and grants, in the transaction of the change that requires it. Every API process sees it within a
 * second, or immediately if Redis is available. Source: contract 3.16 and 3.18.
 */
@Injectable()
export class Revocations {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly redisSettings: RedisSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends every access token issued so far; tokens issued after the commit are valid.
   * @param options.endFamilies whether refresh tokens end too. They do when an account is blocked, removed or gets another
   *   password and when a client is disabled, not when roles or scopes shrink
   * @param options.because reason for the audit log, such as `blocked`
   */
  async revokeRights(
    tx: Transaction,
    origin: TakenFrom,
    options: { endFamilies: boolean; because: string },
  ): Promise<void> {
    const [kind, subject] =
      'accountId' in origin
        ? ['account', String(origin.accountId)]
        : 'clientId' in origin
          ? ['client', origin.clientId]
          : ['portal', String(origin.portalId)];
    await tx.one(sql`
      select auth.revoke_rights(${kind}, ${subject}, ${options.endFamilies}, ${options.because}, ${this.#until()})`);
    if ('accountId' in origin && options.endFamilies) {
      await tx.one(sql`select auth.end_sessions(${origin.accountId})`);
    }
    this.wakeAfter(tx);
  }

  /**
   * Ends every access token of one client in one portal; other tokens of the client and of the portal stay
   * valid.
   * @param options.consentsToo whether refresh tokens that people consented to end too
   */
  async revokeClientInPortal(
    tx: Transaction,
    { clientId, portalId }: { clientId: string; portalId: number },
    options: { consentsToo: boolean; because: string },
  ): Promise<void> {
    const { consentsToo, because } = options;
    await tx.one(sql`
      select auth.revoke_client_in_portal(${portalId}, ${clientId}, ${consentsToo}, ${because}, ${this.#until()})`);
    this.wakeAfter(tx);
  }

  /**
   * Ends all access of a client to one account: its tokens, its codes, and the person's consent.
   * @returns whether there was any
   */
  async revokeClientForAccount(
    tx: Transaction,
    { clientId, portalId, accountId }: { clientId: string; portalId: number; accountId: number },
    because: string,
  ): Promise<boolean> {
    const row = await tx.one<{ had: boolean }>(sql`
      select auth.revoke_client_for_account(${portalId}, ${clientId}, ${accountId}, ${because}, ${this.#until()}) as had`);
    this.wakeAfter(tx);
    return row!.had;
  }

  async revokeToken(tx: Transaction, jti: string): Promise<void> {
    await tx.run(sql`insert into auth.revocations (jti, expires_at) values (${jti}, ${this.#until()})`);
    this.wakeAfter(tx);
  }

  /**
   * Ends a grant family: its refresh tokens and every access token issued from it.
   * @returns false when it had already ended; then nothing is written
   */
  async endFamily(tx: Transaction, familyId: string, because: string): Promise<boolean> {
    const ended = await tx.run(sql`
      update auth.grant_families set ended_at = clock_timestamp(), ended_because = ${because}
       where id = ${familyId} and ended_at is null`);
    // the family of an unused code exists only as an id
    const isNew =
      ended === 1
        ? sql`true`
        : sql`not exists (select 1 from auth.grant_families where id = ${familyId})
              and not exists (select 1 from auth.revocations where sid = ${familyId})`;
    const revoked = await tx.run(sql`
      insert into auth.revocations (sid, expires_at) select ${familyId}, ${this.#until()}::timestamptz where ${isNew}`);
    if (revoked === 1) this.wakeAfter(tx);
    return revoked === 1;
  }

  /**
   * Makes every process read the revocations once the transaction has committed, for changes that revoke by a database
   * function. Without Redis they read within half a second.
   */
  wakeAfter(tx: Transaction): void {
    tx.afterCommit(() => {
      this.redis.publish(revocationChannel(this.redisSettings), '').catch(() => undefined);
    });
  }

  #until(): Date {
    return latestTokenExpiry(this.clock.now());
  }
}
