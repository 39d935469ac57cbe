import { Injectable } from '@nestjs/common';
import { Database, lockNumber, sql, type Reader, type Transaction } from '@app/database';
import { limits } from '@app/limits';

/** A browser that is signed in. */
export interface Session {
  /** Identifies the session on the person's page; it cannot be used as a cookie. */
  id: string;
  personId: number;
  email: string;
  /** The person's own name; for a session by a one-time link, the name that the portal has given the account. */
  name: string;
  locale: string;
  /** The account of the one-time link that began the session, which reaches no other account. */
  onlyAccountId: number | null;
  onlyPortalId: number | null;
  authenticatedAt: Date;
  byPassword: boolean;
  /** When the second factor was last used in the session, by Postgres' clock; null: never. */
  factorTime: Date | null;
  lastSeenTime: Date;
}

export interface NewSession {
  hash: Buffer;
  id: string;
  personId: number;
  onlyAccountId: number | null;
  onlyPortalId: number | null;
  byPassword: boolean;
  factorTime: Date | null;
  ip: string;
  userAgent: string | undefined;
}

export interface ListedSession {
  id: string;
  createdTime: Date;
  lastSeenTime: Date;
  ip: string | null;
  userAgent: string | null;
}

@Injectable()
export class SessionQueries {
  constructor(private readonly database: Database) {}

  /**
   * The valid session of a cookie.
   * @param idleSince sessions without a request since then have expired
   */
  find(hash: Buffer, now: Date, idleSince: Date): Promise<Session | undefined> {
    return this.database.one<Session>(sql.camelCase`
      select s.id, s.person_id, h.email, h.locale,
             coalesce(a.first_name || ' ' || a.last_name, h.first_name || ' ' || h.last_name) as name,
             s.only_account_id, s.only_portal_id, s.authenticated_at, s.by_password, s.factor_time,
             s.last_seen_time
        from auth.sessions s join identity.persons h on h.id = s.person_id
        left join identity.accounts a on a.portal_id = s.only_portal_id and a.id = s.only_account_id
       where s.hash = ${hash} and s.expires_at > ${now} and s.last_seen_time > ${idleSince}`);
  }

  async seen(hash: Buffer, now: Date): Promise<void> {
    await this.database.one(sql`update auth.sessions set last_seen_time = ${now} where hash = ${hash}`);
  }

  /**
   * Records that the second factor was used in the session.
   * @param usedAt by Postgres' clock
   */
  async recordFactor(reader: Reader, { id }: Pick<Session, 'id'>, usedAt: Date): Promise<void> {
    await reader.one(sql`update auth.sessions set factor_time = ${usedAt} where id = ${id}`);
  }

  /**
   * Adds a session. If the person has the maximum number, the least recently used ones end. Sessions by links or
   * passwords of a portal are counted per account, so a portal that makes many links ends no sessions elsewhere.
   */
  async add(tx: Transaction, session: NewSession, now: Date, expiresAt: Date): Promise<void> {
    await tx.one(
      sql`select pg_advisory_xact_lock(${lockNumber.sessionsOfPerson}, hashtext(${String(session.personId)}))`,
    );
    await tx.run(sql`
      delete from auth.sessions where hash in (
        select hash from auth.sessions where person_id = ${session.personId}
           and only_account_id is not distinct from ${session.onlyAccountId}::int
         order by last_seen_time desc, hash offset ${limits.sessions.most - 1})`);
    await tx.run(sql`
      insert into auth.sessions (hash, id, person_id, only_account_id, only_portal_id, authenticated_at, by_password,
        factor_time, created_time, last_seen_time, expires_at, ip, user_agent)
      values (${session.hash}, ${session.id}, ${session.personId}, ${session.onlyAccountId}, ${session.onlyPortalId},
        ${now}, ${session.byPassword}, ${session.factorTime}, ${now}, ${now}, ${expiresAt}, ${session.ip}, ${session.userAgent ?? null})`);
  }

  /**
   * Keeps a session from ending before the transaction does; waits for one that is about to end.
   * @returns false when it has ended in the meantime
   */
  async lock(tx: Transaction, { id }: Pick<Session, 'id'>): Promise<boolean> {
    return tx.has(sql`select 1 from auth.sessions where id = ${id} for key share`);
  }

  async end(tx: Transaction, hash: Buffer): Promise<void> {
    await tx.run(sql`delete from auth.sessions where hash = ${hash}`);
  }

  /** @returns whether there was such a session of this person */
  async endById(
    tx: Transaction,
    personId: number,
    id: string,
    onlyAccountId: number | null,
  ): Promise<boolean> {
    const ended = await tx.run(sql`
      delete from auth.sessions where person_id = ${personId} and id = ${id}
         and (${onlyAccountId}::int is null or only_account_id = ${onlyAccountId})`);
    return ended === 1;
  }

  /**
   * Ends all other sessions.
   * @param onlyAccountId restricts this to sessions of a one-time link to this account
   * @returns the number of ended sessions
   */
  endOthers(tx: Transaction, personId: number, id: string, onlyAccountId: number | null): Promise<number> {
    return tx.run(sql`
      delete from auth.sessions where person_id = ${personId} and id <> ${id}
         and (${onlyAccountId}::int is null or only_account_id = ${onlyAccountId})`);
  }

  async endAll(tx: Transaction, personId: number): Promise<void> {
    await tx.run(sql`delete from auth.sessions where person_id = ${personId}`);
  }

  /** @param onlyAccountId restricts this to sessions of a one-time link to this account */
  list(personId: number, onlyAccountId: number | null, now: Date): Promise<ListedSession[]> {
    return this.database.many<ListedSession>(sql.camelCase`
      select id, created_time, last_seen_time, ip, user_agent
        from auth.sessions
       where person_id = ${personId} and expires_at > ${now}
         and (${onlyAccountId}::int is null or only_account_id = ${onlyAccountId})
       order by last_seen_time desc, id`);
  }
}
