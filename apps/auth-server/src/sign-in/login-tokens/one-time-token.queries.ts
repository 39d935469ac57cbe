import { Injectable } from '@nestjs/common';
import { Database, sql, type Statement, type Transaction } from '@app/database';
import { canEnterPortal, portalDisplayName } from '@app/identity';
import { LOGIN_LINK_SECONDS, ONE_TIME_TOKEN_KIND } from '@app/credentials';
import { parseDay, sha256 } from '@app/kernel';

/** A login link that still works, and its account. */
export interface ValidLink {
  portalId: number;
  portalName: string;
  portalTitle: string;
  accountId: number;
  personId: number;
  email: string;
  name: string;
  redirectPath: string | null;
  /** Whether the person has set a password of their own. */
  hasPassword: boolean;
}

/**
 * Whether the link `t` was created before this time: a password change ends links, as it does tokens and sessions. Both
 * times are by Postgres' clock, because the servers that create links and change passwords have different clocks.
 */
const isOlderThan = (changedAt: Statement): Statement =>
  sql`coalesce(t.created_time, t.expires_at - make_interval(secs => ${LOGIN_LINK_SECONDS})) <= ${changedAt}`;

@Injectable()
export class OneTimeTokenQueries {
  constructor(private readonly database: Database) {}

  /**
   * Does not consume the link; undefined if it is unknown, expired, used, older than the password, or for a user who
   * may not log in.
   */
  async find(token: string, now: Date): Promise<ValidLink | undefined> {
    const day = parseDay(ONE_TIME_TOKEN_KIND, token);
    if (day === undefined) return undefined;
    return this.database.one<ValidLink>(sql.camelCase`
      select t.portal_id, p.name as portal_name, ${portalDisplayName} as portal_title, t.account_id, a.person_id, h.email,
             a.first_name || ' ' || a.last_name as name, t.redirect_path,
             exists (select 1 from auth.passwords w where w.person_id = a.person_id) as has_password
        from auth.one_time_tokens t
        join identity.accounts a on a.portal_id = t.portal_id and a.id = t.account_id
        join identity.persons h on h.id = a.person_id
        join identity.portals p on p.id = t.portal_id
       where t.day = ${day} and t.hash = ${sha256(token)} and t.used_at is null and t.expires_at > ${now}
         and ${canEnterPortal}
         and not exists (select 1 from auth.passwords w
                          where w.person_id = a.person_id and ${isOlderThan(sql`w.changed_at`)})`);
  }

  /**
   * Consumes the link; of concurrent calls exactly one succeeds. Locks account and password until the transaction ends;
   * waits while one is being blocked or changed, after which the link no longer works.
   */
  async consume(
    tx: Transaction,
    token: string,
    { portalId, accountId }: Pick<ValidLink, 'portalId' | 'accountId'>,
    now: Date,
  ): Promise<boolean> {
    const consumedRows = await tx.run(sql`
      with account as materialized (
        select a.id, a.person_id from identity.accounts a
         where a.portal_id = ${portalId} and a.id = ${accountId} and ${canEnterPortal} for share),
      password as materialized (
        select changed_at from auth.passwords where person_id = (select person_id from account) for share)
      update auth.one_time_tokens t set used_at = clock_timestamp() from account
       where t.day = ${parseDay(ONE_TIME_TOKEN_KIND, token)} and t.hash = ${sha256(token)} and t.used_at is null
         and t.expires_at > ${now}
         and not exists (select 1 from password where ${isOlderThan(sql`password.changed_at`)})`);
    return consumedRows === 1;
  }
}
