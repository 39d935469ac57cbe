import { runInContext, sql } from '@app/database';
import { enterExpensiveOperation } from '@app/http';
import { FairSemaphore } from '@app/kernel';
import { useResourceApi, type TestAccount } from './resource-api.js';

const CONNECTIONS = 10;
/** More than a batch of an export. */
const PEOPLE = 501;

describe('Expensive operations', () => {
  const api = useResourceApi();
  let busy: TestAccount;
  let other: TestAccount;
  beforeAll(async () => {
    busy = await api.administrator();
    other = await api.administrator();
  });

  const now = Math.floor(Date.now() / 1_000);
  const series = `from=${now - 31 * 86_400}&to=${now}`;
  const ask = (path: string, { token }: TestAccount) => api.http.get(path, { token });
  const takeAndLeave = async ({ portal }: TestAccount) =>
    (await enterExpensiveOperation(`portal ${portal.id}`))();

  it.each([
    `/v2/webhook-statistics?${series}`,
    `/v2/enrollment-statistics?${series}`,
    '/v2/audit-log',
    '/v2/users/export',
  ])('of one portal wait for its permit, and other portals get the other one: %s', async (path) => {
    const leave = await enterExpensiveOperation(`portal ${busy.portal.id}`);
    const flood = Array.from({ length: CONNECTIONS }, () => ask(path, busy));
    expect((await ask(path, other)).status).toBe(200);
    expect((await ask('/v2/me', busy)).status).toBe(200);
    for (const { status, headers } of await Promise.all(flood))
      expect([status, headers['retry-after']]).toEqual([503, '1']);
    leave();
    expect((await ask(path, busy)).status).toBe(200);
  });

  it('that wait for a locked table do not use the permits of other operations', async () => {
    const blocked = { operation: 'GET /v2/audit-log', portalId: undefined };
    const leave = await runInContext(blocked, () => enterExpensiveOperation('portal of nobody here'));
    const same = ask('/v2/audit-log', busy);
    expect((await ask(`/v2/enrollment-statistics?${series}`, other)).status).toBe(200);
    expect((await same).status).toBe(503);
    leave();
  });

  it('return the permit when they fail', async () => {
    expect((await ask('/v2/webhooks/1/deliveries', busy)).status).toBe(404);
    await takeAndLeave(busy);
  });

  it('take a permit for each batch of an export', async () => {
    await api.db.many(sql`
      with planted as (
        insert into identity.persons (email, first_name, last_name)
        select 'planted-' || n || '@a.example', 'A', 'B' from generate_series(1, ${PEOPLE}::int) n returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name)
      select ${busy.portal.id}, id, 'A', 'B' from planted`);
    const owner = `portal ${busy.portal.id}`;
    const enter = jest.spyOn(FairSemaphore.prototype, 'enter');
    expect((await ask('/v2/users/export', busy)).status).toBe(200);
    const claims = enter.mock.calls.map(([by, , options]) => [by, options?.listClaims?.()[0]?.owner]);
    const batches = claims.filter((claim) => claim[1] === 'GET /v2/users/export' && claim[0] === owner);
    enter.mockRestore();
    expect(batches).toHaveLength(2);
    await takeAndLeave(busy);
  });
});
