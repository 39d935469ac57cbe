import { Injectable } from '@nestjs/common';
import { latestTokenExpiry } from '@app/contracts';
import { Database, sql, type Transaction } from '@app/database';
import { MERGE_LINK_SECONDS } from '@app/credentials';
import { portalDisplayName } from '@app/identity';
import { addSeconds, sha256 } from '@app/kernel';

/** Seconds after the login to a second account in which the merge may be requested. */
const FRESH_SECONDS = 600;

/** The second account that a person has signed in to within a session. */
export interface SecondAccount {
  personId: number;
  email: string;
  /** Whether the second factor of that account was given; meaningless if it has none. */
  byFactor: boolean;
}

/** The person whose record ends when two are merged. */
interface WhoEnds {
  personId: number;
  email: string;
  locale: string;
}

/** The reason why there is no merge: a login is missing, the link is invalid, or there is an obstacle. */
type NotMergeable = { outcome: 'sign in' | 'dead' | 'recent' } | { outcome: 'both'; portals: string[] };

export type MergeRequestRow = NotMergeable | ({ outcome: 'asked' } & WhoEnds);

export type MergeResult =
  | NotMergeable
  | ({
      outcome: 'done';
      /** Accounts whose portals now see another address. */
      moved: number[];
    } & WhoEnds);

/** The obstacles to a merge: portals in which both people have accounts, or a recently changed address. */
export interface MergeConflicts {
  both: string[];
  isRecent: boolean;
}

@Injectable()
export class MergingQueries {
  constructor(private readonly database: Database) {}

  /** The person who has recently signed in as second account of the session. */
  other(sessionId: string, now: Date): Promise<SecondAccount | undefined> {
    return this.database.one<SecondAccount>(sql.camelCase`
      select m.person_id, h.email, m.by_factor
        from auth.merge_logins m join identity.persons h on h.id = m.person_id
       where m.session_id = ${sessionId} and m.signed_in_at > ${addSeconds(now, -FRESH_SECONDS)}`);
  }

  /** Records that the password of another account was given, replacing any earlier login. */
  async recordLogin(
    tx: Transaction,
    sessionId: string,
    { personId, passwordMark }: { personId: number; passwordMark: string },
    now: Date,
  ): Promise<void> {
    await tx.run(sql`
      insert into auth.merge_logins (session_id, person_id, password_mark, by_factor, signed_in_at)
      values (${sessionId}, ${personId}, ${passwordMark}, false, ${now})
      on conflict (session_id) do update
        set person_id = excluded.person_id, password_mark = excluded.password_mark, by_factor = false,
            signed_in_at = excluded.signed_in_at`);
  }

  /** Records that the second factor of that account was given too. */
  async recordFactor(tx: Transaction, sessionId: string, personId: number): Promise<void> {
    await tx.run(sql`
      update auth.merge_logins set by_factor = true
       where session_id = ${sessionId} and person_id = ${personId}`);
  }

  /** Deletes the session's other login and its pending merge. */
  async forget(tx: Transaction, sessionId: string): Promise<void> {
    await tx.run(sql`delete from auth.merge_requests where session_id = ${sessionId}`);
    await tx.run(sql`delete from auth.merge_logins where session_id = ${sessionId}`);
  }

  /** Names of the portals that would be moved; accounts not accepted stay with their address. */
  async listPortalNames(personId: number): Promise<string[]> {
    return this.database.column<string>(sql`
      select ${portalDisplayName} as name from identity.accounts a join identity.portals p on p.id = a.portal_id
       where a.person_id = ${personId} and a.closed_time is null and a.accepted_at is not null
       order by name, p.id`);
  }

  async obstacles(personId: number, otherId: number, now: Date): Promise<MergeConflicts> {
    const row = await this.database.one<MergeConflicts>(sql.camelCase`
      select array(select ${portalDisplayName} as name from identity.accounts a
                     join identity.accounts b on b.portal_id = a.portal_id and b.person_id = ${otherId}
                                             and b.closed_time is null
                     join identity.portals p on p.id = a.portal_id
                    where a.person_id = ${personId} and a.closed_time is null order by name) as both,
             exists (select 1 from auth.former_addresses
                      where person_id in (${personId}, ${otherId}) and expires_at > ${now}) as is_recent`);
    return row!;
  }

  /** Records that the two people of a session are to be merged, replacing any earlier request. */
  async requestMerge(
    tx: Transaction,
    session: { id: string; personId: number },
    otherId: number,
    now: Date,
  ): Promise<MergeRequestRow> {
    return (await tx.value<MergeRequestRow>(sql`
      select auth.request_merge(${session.id}, ${session.personId}, ${otherId}, ${now}, ${addSeconds(now, -FRESH_SECONDS)},
                            ${addSeconds(now, MERGE_LINK_SECONDS)}) as asked`))!;
  }

  /** Looks up a link without consuming it; undefined for an unknown, expired, used or replaced one. */
  find(
    token: string,
    now: Date,
  ): Promise<{ sessionId: string; personId: number; email: string } | undefined> {
    return this.database.one(sql.camelCase`
      select r.session_id, r.person_id, h.email
        from auth.merge_requests r join identity.persons h on h.id = r.person_id
       where r.hash = ${sha256(token)} and r.expires_at > ${now}`);
  }

  /** Consumes the link and merges the two people of this session; of concurrent calls exactly one succeeds. */
  async merge(
    tx: Transaction,
    token: string,
    session: { id: string; personId: number },
    now: Date,
  ): Promise<MergeResult> {
    return (await tx.value<MergeResult>(sql`
      select auth.merge_persons(${sha256(token)}, ${session.id}, ${session.personId}, ${now}, ${latestTokenExpiry(now)}) as merged`))!;
  }
}
