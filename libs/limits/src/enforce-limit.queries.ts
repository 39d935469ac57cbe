import { lockNumber, sql, type Reader, type Statement, type Transaction } from '@app/database';
import { LimitReached } from './limit-reached.js';
import type { Limit } from './limit.js';
import { limits, type LimitName } from './limits.js';

const windows = { 'a day': '1 day', 'an hour': '1 hour' } as const;

/** Prevents others from changing this owner's count until the transaction ends. */
const lockLimit = (tx: Transaction, name: LimitName, owner: string | number): Promise<unknown> =>
  tx.one(sql`select pg_advisory_xact_lock(${lockNumber.limits}, hashtext(${`${name} ${owner}`}))`);

/**
 * Checks that `more` are within the limit, also for concurrent calls, which wait until the transaction ends.
 * @param rows a select of the existing rows; read no further than the limit
 * @throws LimitReached
 */
export async function enforceLimit(
  tx: Transaction,
  name: LimitName,
  owner: string | number,
  rows: Statement,
  more = 1,
): Promise<void> {
  const { most }: Limit = limits[name];
  await lockLimit(tx, name, owner);
  const row = await tx.one<{ count: number }>(
    sql`select count(*) as count from (${rows} limit ${most + 1}) there`,
  );
  if ((row?.count ?? 0) + more > most) throw new LimitReached(name);
}

/**
 * Adds `more` to the owner's count of the current day or hour, in one atomic statement. In a transaction, others with
 * the same owner wait until it ends, and a rollback undoes the count.
 * @throws LimitReached
 */
export async function addToCount(
  reader: Reader,
  name: LimitName,
  owner: string | number,
  more = 1,
): Promise<void> {
  const row = await reader.one<{ has_room: boolean }>(
    sql`select ${countedTowards(name, owner, more)} as has_room`,
  );
  if (!row?.has_room) throw new LimitReached(name);
}

/** A count that can be returned. */
export interface CountReservation {
  name: LimitName;
  owner: string | number;
  /** The beginning of the day or hour in which it was counted, in Unix seconds. */
  window: number;
}

/**
 * Counts one, like {@link addToCount}; it can be returned by {@link releaseCount}.
 * @throws LimitReached
 */
export async function reserveCount(
  reader: Reader,
  name: LimitName,
  owner: string | number,
): Promise<CountReservation> {
  const row = await reader.one<{ window: number; has_room: boolean }>(sql`
    select ${windowSql(name)} as window, ${countedTowards(name, owner, 1)} as has_room`);
  if (!row?.has_room) throw new LimitReached(name);
  return { name, owner, window: row.window };
}

/** Returns a reserved count, unless its day or hour is over, because the next one does not include it. */
export async function releaseCount(reader: Reader, { name, owner, window }: CountReservation): Promise<void> {
  await reader.one(sql`
    select case when ${windowSql(name)} = ${window}::bigint then ${countedTowards(name, owner, -1)} end`);
}

function getWindowLength(name: LimitName): string {
  const { counted }: Limit = limits[name];
  if (counted === 'all there are') throw new Error(`${name} is not counted by time`);
  return windows[counted];
}

const windowSql = (name: LimitName): Statement =>
  sql`extract(epoch from date_bin(${getWindowLength(name)}::interval, clock_timestamp(), 'epoch'))::bigint`;

const countedTowards = (name: LimitName, owner: string | number, more: number): Statement =>
  sql`maintenance.count_towards(${name}, ${String(owner)}, ${getWindowLength(name)}::interval, ${limits[name].most}, ${more})`;
