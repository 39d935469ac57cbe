import { sql } from '@app/database';
import { utcDay, opaqueToken } from '@app/kernel';
import { recordStatements, isThorough } from '@app/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { Client, type QueryConfig } from 'pg';
import { KeyRing } from '../src/oauth/signing-keys/index.js';
import { useAuthServers, c1Credentials } from './auth-stack.js';
import { post, token, passwordTokens, isAlive, expectRefusal } from './requests.js';
import { usedEarlier, usedJustNow } from './second-uses.js';
import { obtainCode, authorizeAddress, TestBrowser } from './test-browser.js';
import { exchange, redeem } from './openid.js';

const stack = useAuthServers();

const isInsert = (text: string): boolean => /insert into|issue_access_token/i.test(text);
/** A different key in place of one that is now in the table. */
const renewed = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return randomBytes(value.length);
  return typeof value === 'string' && /^\d{8}_/.test(value) ? `${value.slice(0, 9)}${randomUUID()}` : value;
};

/** Undoes all refreshes, so that one of them can be run again. */
const undoRefreshes = `
  set local auto_explain.log_min_duration = -1;
  delete from auth.access_tokens; delete from auth.refresh_tokens where used_at is null;
  update auth.refresh_tokens set used_at = null;
  update auth.refresh_tokens t set next_day = s.day, next_hash = s.hash from auth.refresh_tokens s
   where s.family_id = t.family_id and s.hash <> t.hash and t.next_hash is not null;
  set local auto_explain.log_min_duration = 0`;

/**
 * Partitions that the plans of these statements touch, also inside functions: runs each statement again under
 * auto_explain and rolls back.
 */
async function touchedBy(statements: readonly QueryConfig[], planning: string): Promise<Set<string>> {
  const client = new Client(stack.database.urls.owner);
  await client.connect();
  const plans: string[] = [];
  client.on('notice', ({ message }) => plans.push(message ?? ''));
  await client.query(`
    load 'auto_explain';
    set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_timing = off;
    set auto_explain.log_nested_statements = on; set auto_explain.log_level = notice;
    set plan_cache_mode = ${planning}`);
  for (const { text, values } of statements) {
    await client.query('begin');
    if (text.includes('refresh_access_token')) await client.query(undoRefreshes);
    const name = `explained-${plans.length}`;
    await client.query({ name, text, values: isInsert(text) ? (values ?? []).map(renewed) : (values ?? []) });
    await client.query('rollback');
  }
  await client.end();
  expect(plans.length).toBeGreaterThanOrEqual(statements.length);
  const lines = plans.flatMap((plan) => plan.split('\n')).filter((line) => !line.includes('never executed'));
  return new Set(lines.flatMap((line) => /\bon (\w+_(?:\d{8}|default))\b/.exec(line)?.[1] ?? []));
}

/** Of each table: with 40 a plan that touches them all stands out as well. */
const PARTITIONS = isThorough ? 400 : 40;
const tables = ['access_tokens', 'refresh_tokens', 'codes', 'audit_log'];
const today = () => utcDay(stack.clock.now()).replaceAll('-', '');
const login = () => passwordTokens(stack);

describe.each(['force_custom_plan', 'force_generic_plan'])(
  `with ${PARTITIONS} partitions, %s`,
  (planning) => {
    beforeAll(async () => {
      await stack.db.many(sql`update auth.signing_keys set signs_from = signs_from - interval '60 days'`);
      await stack.apps[0]!.get(KeyRing).reload();
      for (const table of tables) {
        const name = `auth.${table}`;
        await stack.db.many(sql`
          select maintenance.ensure_day_partitions(
            ${name}, current_date - ${PARTITIONS - 10}::int, ${PARTITIONS})`);
        const count = await stack.db.value(sql`
          select count(*) from pg_inherits where inhparent = ${name}::regclass`);
        expect(Number(count)).toBeGreaterThanOrEqual(PARTITIONS);
      }
    });
    afterEach(() => stack.clock.reset());
    const touched = async (work: () => Promise<unknown>): Promise<string[]> => {
      const statements = await recordStatements(async () => void (await work()));
      return [...(await touchedBy(statements, planning))].sort();
    };

    it('redeeming a code reads and writes only the partition of its day', async () => {
      const code = await obtainCode(stack);
      const partitions = await touched(() => exchange(stack, code));
      expect(partitions).toEqual([`codes_${today()}`]);
    });

    const loginOfLastMonth = async () => {
      stack.clock.advance(-30 * 86_400);
      const { refresh_token: old } = await login();
      const then = today();
      stack.clock.reset();
      return { old, then, form: { grant_type: 'refresh_token', refresh_token: old } };
    };

    it('refreshing reads and writes only the partition of the token’s day', async () => {
      const { old, then, form } = await loginOfLastMonth();
      const partitions = await touched(async () => expect((await token(stack, form)).status).toBe(200));
      expect(partitions).toEqual([`refresh_tokens_${then}`]);
      await usedJustNow(stack, old);
      expect(await touched(() => token(stack, form))).toEqual([`refresh_tokens_${then}`]);
    });

    it('repeating a refresh reads only the partitions of the token and of its successor', async () => {
      const { old, then, form } = await loginOfLastMonth();
      expect((await token(stack, form)).status).toBe(200);
      await usedEarlier(stack, old);
      const partitions = await touched(async () => expect((await token(stack, form)).status).toBe(200));
      const tokens = partitions.filter((name) => name.startsWith('refresh_tokens_'));
      expect(tokens).toEqual([`refresh_tokens_${then}`, `refresh_tokens_${today()}`]);
    });

    it('revoking a refresh token reads only the partition of its day, revoking an access token none', async () => {
      const { refresh_token: refresh, access_token: access } = await login();
      const revoke = async (text: string) =>
        expect((await post(`${stack.url}/oauth/revoke`, { ...c1Credentials, token: text })).status).toBe(200);
      expect(await touched(() => revoke(access))).toEqual([]);
      expect(await touched(() => revoke(refresh))).toEqual([`refresh_tokens_${today()}`]);
    });

    it('introspecting reads only the partition of its day, validating none', async () => {
      const { refresh_token: refresh, access_token: access } = await login();
      const introspect = (text: string) =>
        post(`${stack.url}/oauth/introspect`, { ...c1Credentials, token: text });
      expect(await touched(() => introspect(refresh))).toEqual([`refresh_tokens_${today()}`]);
      expect(await touched(() => introspect(access))).toEqual([]);
      expect(await touched(async () => expect(await isAlive(stack, access)).toBe(true))).toEqual([]);
    });

    it('text that is not a token of ours, or is from a day long past, reads at most one', async () => {
      const form = { grant_type: 'refresh_token' };
      expect(await touched(() => token(stack, { ...form, refresh_token: 'garbage' }))).toEqual([]);
      const strange = `rt_20010101_${'A'.repeat(43)}`;
      expect((await touched(() => token(stack, { ...form, refresh_token: strange }))).length).toBeLessThan(2);
    });
  },
);

describe('partitions', () => {
  it('rows of the default partition move into the daily one when it is created', async () => {
    const day = '2031-01-05';
    await stack.db.many(sql`
      insert into auth.access_tokens values (${day}, 'j', 's', 'c', null, null, 1, now())`);
    expect(await stack.db.many(sql`select 1 from auth.access_tokens_default`)).toHaveLength(1);
    await stack.db.many(sql`select maintenance.ensure_day_partitions('auth.access_tokens', ${day}, 1)`);
    expect(await stack.db.many(sql`select 1 from auth.access_tokens_default`)).toEqual([]);
    expect(await stack.db.many(sql`select 1 from auth.access_tokens_20310105`)).toHaveLength(1);
  });
});

describe.each(['00000101', '00010101', '19691231', '99991231'])('a token of the day %s', (day) => {
  /** Like one of ours in every respect but its day. */
  const onDay = (kind: string, day: string) =>
    opaqueToken(kind, new Date(0)).replace('_19700101_', `_${day}_`);

  const pages: ((day: string) => string)[] = [
    (day) => authorizeAddress({ one_time_token: onDay('otl', day) }),
    (day) => `/oauth/authorize/continue?transaction=${onDay('txn', day)}`,
    (day) => `/oauth/password/set?token=${onDay('pwd', day)}`,
  ];
  const show = async (path: string) => (await new TestBrowser(stack).get(path)).status;

  it('is unknown wherever it is presented', async () => {
    const introspected = await post(`${stack.url}/oauth/introspect`, {
      ...c1Credentials,
      token: onDay('rt', day),
    });
    expect([introspected.status, introspected.body]).toEqual([200, { active: false }]);
    const revoked = await post(`${stack.url}/oauth/revoke`, { ...c1Credentials, token: onDay('rt', day) });
    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    expectRefusal(await redeem(stack, onDay('code', day)), 400, 'invalid_grant');
    for (const formatPath of pages) {
      const [page, unknown] = await Promise.all([day, '20200101'].map((one) => show(formatPath(one))));
      expect(page).toBe(unknown);
    }
  });
});
