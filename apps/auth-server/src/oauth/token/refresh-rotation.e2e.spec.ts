import { lockNumber, sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { metrics } from '@app/metrics';
import { accounts, C1, C2, configure, P1, password, useAuthServers } from '../../../test/auth-stack.js';
import { expectRefusal, token } from '../../../test/requests.js';
import { endOfFamily, triesAtOnce, waitingForLocks } from '../../../test/second-uses.js';

const stack = useAuthServers();
const login = async (more: Record<string, string | undefined> = {}) => {
  const form = { grant_type: 'password', username: 'admin@a.example', password, ...more };
  return (await token(stack, form)).body.refresh_token as string;
};
const refresh = (refreshToken: string, more: Record<string, string | undefined> = {}) =>
  token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more });
const usedAt = async (refreshToken: string) =>
  await stack.db.value<Date | null>(sql`
      select used_at from auth.refresh_tokens where hash = ${sha256(refreshToken)}`);

const setAdminStatus = (status: boolean) =>
  stack.db.many(sql`update identity.accounts set status = ${status} where id = 101`);
const endFamily = `update auth.grant_families set ended_at = now(), ended_because = 'test'
                    where id = (select family_id from auth.refresh_tokens where hash = $1)`;

/** Refreshes while a transaction has done `work`, which commits once the refresh waits for it. */
async function refreshDuring(refreshToken: string, work: string, values: unknown[] = []) {
  const connection = await stack.db.connect();
  await connection.query('begin');
  try {
    await connection.query(work, values);
    const refreshing = refresh(refreshToken);
    while ((await waitingForLocks(stack)) < 1);
    return { refreshing, other: await refresh(await login({ username: 'multi@a.example' })) };
  } finally {
    await connection.query('commit');
    connection.release();
  }
}

describe.each([
  ['a cached client', () => refresh],
  [
    'a client that is looked up',
    () => async (text: string, more?: Record<string, string | undefined>) => {
      await stack.db.many(sql`update auth.clients set name = name where client_id = ${C1.clientId}`);
      return refresh(text, more);
    },
  ],
] as const)('a refused refresh of %s', (_who, prepareRefresh) => {
  const send = prepareRefresh();
  beforeAll(async () => void (await refresh(await login())));

  it('uses nothing up for another client', async () => {
    const text = await login();
    const c2 = { client_id: C2.clientId, client_secret: C2.secret };
    expectRefusal(await send(text, c2), 400, 'invalid_grant');
    expect(await usedAt(text)).toBeNull();
    expect((await send(text)).status).toBe(200);
  });

  it('uses nothing up while the person is blocked', async () => {
    const text = await login();
    await setAdminStatus(false);
    expectRefusal(await send(text), 400, 'invalid_grant');
    expect(await usedAt(text)).toBeNull();
    await setAdminStatus(true);
    expect((await send(text)).status).toBe(200);
  });

  it('uses nothing up while a second factor is required that the login did not use', async () => {
    const text = await login();
    await configure(stack, 1, { require_second_factor: true });
    expectRefusal(await send(text), 400, 'invalid_grant');
    expect(await usedAt(text)).toBeNull();
    await configure(stack, 1, {});
    expect((await send(text)).status).toBe(200);
  });
});

describe('a refresh that waits for a transaction', () => {
  it('is refused and uses nothing up if the transaction ends its family; other families do not wait', async () => {
    const text = await login();
    const { refreshing, other } = await refreshDuring(text, endFamily, [sha256(text)]);
    expect(other.status).toBe(200);
    expectRefusal(await refreshing, 400, 'invalid_grant');
    expect(await usedAt(text)).toBeNull();
  });

  it('is refused and uses nothing up if the transaction makes a second factor necessary', async () => {
    const text = await login();
    const lockAccount = `select pg_advisory_xact_lock(${lockNumber.rightsOfAccount}, ${accounts.adminA})`;
    const { refreshing } = await refreshDuring(
      text,
      `with locked as (select ${lockAccount.slice('select '.length)})
       update identity.portals set configuration = '{"require_second_factor": true}' from locked where id = 1`,
    );
    expectRefusal(await refreshing, 400, 'invalid_grant');
    expect(await usedAt(text)).toBeNull();
    await configure(stack, 1, {});
    expect((await refresh(text)).status).toBe(200);
  });

  it('is refused without an error in Postgres if it loses the race for its token', async () => {
    const text = await login();
    const countFailures = async () =>
      (await metrics.postgres_statement_failures_total.get()).values.reduce(
        (sum, { value }) => sum + value,
        0,
      );
    const before = await countFailures();
    const tries = () => Promise.all([refresh(text), refresh(text), refresh(text)]);
    const answers = await triesAtOnce(stack, text, 3, tries, () => waitingForLocks(stack));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await endOfFamily(stack, text)).toBeNull();
    expect(await countFailures()).toBe(before);
  });
});

describe('the next refresh token', () => {
  it('is of the day on which it is issued', async () => {
    const text = await login();
    stack.clock.advance(86_400);
    const day = stack.clock.now().toISOString().slice(0, 10).replaceAll('-', '');
    const { body } = await refresh(text);
    expect(body.refresh_token.slice(0, 12)).toBe(`rt_${day}_`);
    expect((await refresh(body.refresh_token as string)).status).toBe(200);
    stack.clock.reset();
  });

  it('works for a client without a secret, after a narrower scope, too', async () => {
    await stack.db.many(sql`
      update auth.clients set grants = grants || '{password}' where client_id = ${P1.clientId}`);
    const client = { client_id: P1.clientId, client_secret: undefined };
    let text = await login({ ...client, portal_name: 'a.learning.localhost' });
    for (const scope of [undefined, undefined, 'lo.read', undefined]) {
      const answer = await refresh(text, { ...client, scope });
      expect([answer.status, scope === undefined || answer.body.scope === undefined]).toEqual([200, true]);
      text = answer.body.refresh_token as string;
    }
  });
});
