import { sql, type Statement } from '@app/database';
import { pooledConnections, SESSIONS_HERE } from '@app/testing';
import { sha256 } from '@app/kernel';
import { setImmediate as turn } from 'node:timers/promises';
import { type AuthStack } from './auth-stack.js';

/** Moves the first use of a code or refresh token back, as Postgres recorded it: long enough for a replay. */
export async function usedEarlier(stack: AuthStack, secret: string, ms = 600): Promise<void> {
  const by = sql`${ms}::float8 * interval '1 ms'`;
  const change = secret.startsWith('code_')
    ? sql`auth.codes set used_at = used_at - ${by}`
    : sql`auth.refresh_tokens set used_at = used_at - ${by}, repeated_at = repeated_at - ${by}`;
  const moved = await stack.db.many(sql`
    update ${change} where hash = ${sha256(secret)} and used_at is not null returning 1`);
  expect(moved).toHaveLength(1);
}

/** As if a secret had been used at the moment in which it is presented again, however busy this machine is. */
export const usedJustNow = (stack: AuthStack, secret: string): Promise<void> =>
  usedEarlier(stack, secret, -600_000);

/** The family of a refresh token or code. */
function familiesOf(secret: string): Statement {
  const hash = sha256(secret);
  return sql`
    select family_id from auth.refresh_tokens where hash = ${hash}
    union select family_id from auth.codes where hash = ${hash}`;
}

/** Why the family of a refresh token or code has ended; null: it has not, undefined: it was never opened. */
export async function endOfFamily(stack: AuthStack, secret: string): Promise<string | null | undefined> {
  const [family] = await stack.db.many<{ ended_because: string | null }>(sql`
    select f.ended_because from auth.grant_families f where f.id in (${familiesOf(secret)})`);
  return family?.ended_because;
}

/**
 * How many tries at a secret were so late that they counted as replays, or as repeated exchanges. On a busy machine some
 * may be, whatever was sent at the same moment. None that was in time did.
 */
export async function lateTries(stack: AuthStack, secret: string): Promise<number> {
  const late = await stack.db.many<{ after_ms: number }>(sql`
    select (details ->> 'after_ms')::int as after_ms from auth.audit_log
     where event in ('code.replayed', 'refresh_token.replayed', 'refresh_token.repeated')
       and details ->> 'family' in (${familiesOf(secret)})`);
  for (const { after_ms } of late) expect(after_ms).toBeGreaterThan(250);
  return late.length;
}

/**
 * Runs simultaneous tries at a secret, none of which uses it before all have looked it up. So all but one have lost a
 * race, however busy this machine is. Behind a pooler with few connections those have that have got one. The row is not
 * only locked but changed: then Postgres evaluates the winner's `used_at` once more, after its wait.
 * @param countFound how many have looked it up so far
 */
export async function triesAtOnce<T>(
  stack: AuthStack,
  secret: string,
  count: number,
  tries: () => Promise<T>,
  countFound: () => Promise<number> | number,
): Promise<T> {
  const table = secret.startsWith('code_') ? 'auth.codes' : 'auth.refresh_tokens';
  const lockHolder = await stack.db.connect();
  await lockHolder.query('begin');
  await lockHolder.query(`update ${table} set expires_at = expires_at where hash = $1`, [sha256(secret)]);
  try {
    const answers = tries();
    while ((await countFound()) < Math.min(count, pooledConnections)) await turn();
    await lockHolder.query('commit');
    return await answers;
  } finally {
    lockHolder.release();
  }
}

/** How many statements of servers wait for a lock. */
export async function waitingForLocks(stack: AuthStack): Promise<number> {
  const [locked] = await stack.db.many<{ n: number }>(sql`
    select count(*)::int as n from ${sql.raw(SESSIONS_HERE)} s
     where application_name = 'auth-server' and wait_event_type = 'Lock'`);
  return locked!.n;
}
