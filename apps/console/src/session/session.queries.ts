import { Injectable } from '@nestjs/common';
import { Database, sql, type Transaction } from '@app/database';

/** A row of `console.sessions`. */
export interface SessionRow {
  hash: Buffer;
  id: string;
  accountId: number;
  portalId: number;
  portalName: string;
  name: string;
  scopes: string[];
  tokensSealed: Buffer;
  accessUntil: Date;
  freshUntil: Date;
  createdTime: Date;
  lastSeenTime: Date;
  expiresAt: Date;
}

/** A new row, with the recorded data of the browser. */
export type NewSessionRow = SessionRow & { ip: string; userAgent: string };

/** The columns that a refresh changes. */
export type RefreshedRow = Pick<SessionRow, 'scopes' | 'tokensSealed' | 'accessUntil'>;

const columns = sql.raw(
  'hash, id, account_id, portal_id, portal_name, name, scopes, tokens_sealed, access_until, fresh_until, created_time, last_seen_time, expires_at',
);

@Injectable()
export class ConsoleSessionQueries {
  constructor(private readonly database: Database) {}

  find(hash: Buffer, now: Date): Promise<SessionRow | undefined> {
    return this.database.one<SessionRow>(sql.camelCase`
      select ${columns} from console.sessions where hash = ${hash} and expires_at > ${now}`);
  }

  /** Locks the session until the transaction ends. */
  lock(tx: Transaction, hash: Buffer, now: Date): Promise<SessionRow | undefined> {
    return tx.one<SessionRow>(sql.camelCase`
      select ${columns} from console.sessions where hash = ${hash} and expires_at > ${now} for update`);
  }

  async insert(row: NewSessionRow): Promise<void> {
    await this.database.write((tx) =>
      tx.run(sql`
        insert into console.sessions (hash, id, account_id, portal_id, portal_name, name, scopes, tokens_sealed,
                                      access_until, fresh_until, created_time, last_seen_time, expires_at, ip, user_agent)
        values (${row.hash}, ${row.id}, ${row.accountId}, ${row.portalId}, ${row.portalName}, ${row.name}, ${row.scopes},
                ${row.tokensSealed}, ${row.accessUntil}, ${row.freshUntil}, ${row.createdTime}, ${row.lastSeenTime},
                ${row.expiresAt}, ${row.ip}, ${row.userAgent})`),
    );
  }

  /** Ends the least recently used sessions of an account. @param maxLeft how many remain */
  async endOldest(accountId: number, maxLeft: number, now: Date): Promise<void> {
    await this.database.write((tx) =>
      tx.run(sql`
        update console.sessions set expires_at = ${now}
         where id in (select id from console.sessions where account_id = ${accountId} and expires_at > ${now}
                       order by last_seen_time desc offset ${maxLeft})`),
    );
  }

  async renew(tx: Transaction, hash: Buffer, row: RefreshedRow): Promise<void> {
    await tx.run(sql`
      update console.sessions
         set scopes = ${row.scopes}, tokens_sealed = ${row.tokensSealed}, access_until = ${row.accessUntil}
       where hash = ${hash}`);
  }

  async touch(hash: Buffer, now: Date, expiresAt: Date): Promise<void> {
    await this.database.write((tx) =>
      tx.run(sql`
        update console.sessions set last_seen_time = ${now}, expires_at = ${expiresAt}
         where hash = ${hash} and last_seen_time < ${now} and expires_at > ${now}`),
    );
  }

  /** Ends a session; the row is kept until its grant is revoked. @returns the row, even if it had already ended */
  end(id: string, now: Date): Promise<SessionRow | undefined> {
    return this.database.write((tx) =>
      tx.one<SessionRow>(sql.camelCase`
        update console.sessions set expires_at = least(expires_at, ${now}) where id = ${id} returning ${columns}`),
    );
  }

  /** Ids of at most `limit` ended sessions, those that ended or were last tried longest ago first. */
  async listEnded(now: Date, limit: number): Promise<string[]> {
    const rows = await this.database.many<{ id: string }>(sql`
      select id from console.sessions where expires_at <= ${now} order by expires_at limit ${limit}`);
    return rows.map(({ id }) => id);
  }

  /**
   * Locks an ended session until the transaction ends, unless another server has locked it, for example to refresh its
   * tokens.
   */
  lockEnded(tx: Transaction, id: string, now: Date): Promise<SessionRow | undefined> {
    return tx.one<SessionRow>(sql.camelCase`
      select ${columns} from console.sessions where id = ${id} and expires_at <= ${now} for update skip locked`);
  }

  /** Moves an ended session behind the others. */
  async postpone(id: string, now: Date): Promise<void> {
    await this.database.write((tx) =>
      tx.run(sql`update console.sessions set expires_at = ${now} where id = ${id} and expires_at < ${now}`),
    );
  }

  async remove(tx: Transaction, hash: Buffer): Promise<void> {
    await tx.run(sql`delete from console.sessions where hash = ${hash}`);
  }

  /** Counts the sessions that have not ended. */
  async count(now: Date): Promise<number> {
    const row = await this.database.one<{ count: number }>(
      sql`select count(*) as count from console.sessions where expires_at > ${now}`,
    );
    return row?.count ?? 0;
  }
}
