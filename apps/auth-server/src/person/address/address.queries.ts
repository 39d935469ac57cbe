import { Injectable } from '@nestjs/common';
import { latestTokenExpiry } from '@app/contracts';
import { Database, sql, type Reader, type Transaction } from '@app/database';
import { isOffered } from '@app/identity';
import { UNDO_SECONDS } from '@app/credentials';
import { addSeconds, sha256 } from '@app/kernel';

/** Lifetime of an address change and of the link in its mail, in seconds. */
const LINK_SECONDS = 86_400;

export type AddressChangeResult<T> = { outcome: 'dead' | 'taken' } | ({ outcome: 'done' } & T);

/** Accounts of a placeholder that stay with it because the person already has one in that portal. */
interface WithApart {
  apart: number[];
}

export type AddressChanged = AddressChangeResult<
  WithApart & {
    email: string;
    former: string;
    /** Whether the address was reserved for this person; then their old address is not reserved. */
    isBack: boolean;
  }
>;

export type AddressRestored = AddressChangeResult<
  WithApart & {
    personId: number;
    email: string;
    lost: string;
    /** Whether a second factor was removed as well. */
    hadFactor: boolean;
  }
>;

/** An address that can be taken back, and its owner's language. */
export interface FormerAddress {
  email: string;
  locale: string;
}

/** Address changes. Only database functions that take a mailed link change existing people. */
@Injectable()
export class AddressQueries {
  constructor(private readonly database: Database) {}

  /** The new address of the person's pending change. */
  async pending(personId: number, now: Date): Promise<string | undefined> {
    return this.database.value<string>(sql`
      select email from auth.address_changes where person_id = ${personId} and expires_at > ${now}`);
  }

  /** Records the requested change, replacing any earlier one. */
  async requestChange(tx: Transaction, personId: number, email: string, now: Date): Promise<void> {
    await tx.one(sql`
      select auth.request_address_change(${personId}, ${email}, ${now}, ${addSeconds(now, LINK_SECONDS)})`);
  }

  /** @returns whether a change was pending */
  async cancel(tx: Transaction, personId: number): Promise<boolean> {
    return (await tx.run(sql`delete from auth.address_changes where person_id = ${personId}`)) === 1;
  }

  /** Looks up a link without consuming it; undefined for an unknown, expired, used or replaced one. */
  findChange(token: string, now: Date): Promise<{ personId: number; email: string } | undefined> {
    return this.database.one<{ personId: number; email: string }>(sql.camelCase`
      select person_id, email from auth.address_changes
       where hash = ${sha256(token)} and link_expires_at > ${now} and expires_at > ${now}`);
  }

  /** Whether there are offers to the person's current address, which would stay with that address. */
  async hasOffers(personId: number): Promise<boolean> {
    return this.database.has(sql`
      select 1 from identity.accounts a where a.person_id = ${personId} and ${isOffered} limit 1`);
  }

  /** Consumes the link in this session; of concurrent calls exactly one succeeds. */
  change(
    tx: Transaction,
    token: string,
    { personId, id }: { personId: number; id: string },
    now: Date,
  ): Promise<AddressChanged> {
    return readResult<AddressChanged>(
      tx,
      sql`select auth.change_address(${sha256(token)}, ${personId}, ${id}, ${now}, ${addSeconds(now, UNDO_SECONDS)},
                                     ${latestTokenExpiry(now)}) as result`,
    );
  }

  /** Looks up a link that restores an address, without consuming it. */
  findFormer(token: string, now: Date): Promise<FormerAddress | undefined> {
    return this.database.one<FormerAddress>(sql`
      select f.email, h.locale from auth.former_addresses f join identity.persons h on h.id = f.person_id
       where f.hash = ${sha256(token)} and f.expires_at > ${now}`);
  }

  /** Consumes the link; of concurrent calls exactly one succeeds. */
  undo(tx: Transaction, token: string, now: Date): Promise<AddressRestored> {
    return readResult<AddressRestored>(
      tx,
      sql`select auth.undo_address_change(${sha256(token)}, ${now}, ${latestTokenExpiry(now)}) as result`,
    );
  }

  /** Accounts whose portals see the person's address: those that the person has accepted. */
  async shownAccounts(tx: Transaction, personId: number): Promise<number[]> {
    return tx.column<number>(sql`
      select id from identity.accounts
       where person_id = ${personId} and accepted_at is not null and closed_time is null`);
  }

  /** The portals of these accounts, in the order in which accounts are locked. */
  places(tx: Transaction, ids: readonly number[]): Promise<{ id: number; portalId: number }[]> {
    return tx.many(sql.camelCase`
      select id, portal_id from identity.accounts
       where id = any(${ids}::int[]) and closed_time is null order by portal_id, id`);
  }
}

async function readResult<T>(tx: Reader, statement: ReturnType<typeof sql>): Promise<T> {
  return (await tx.one<{ result: T }>(statement))!.result;
}
