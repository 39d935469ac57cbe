import { runInContext, sql } from '@app/database';
import { enterExpensiveOperation } from '@app/http';
import { FairSemaphore } from '@app/kernel';
import { useResourceApi, type TestAccount } from './resource-api.js';

// the pool of the manifests; the wait is that of all tests, so that a busy machine refuses no request
const api = useResourceApi({ DATABASE_POOL_SIZE: 10 });

const CONNECTIONS = 10;
/** More than a batch of an export. */
const PEOPLE = 501;

describe('Expensive operations', () => {
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

const REQUESTS_OF_CONNECTION = 5;
/** 60 KB, with as many different words as an object has in the search. */
const description = Array.from({ length: 9_000 }, (_, index) => `w${(index * 7_919) % 1_999}`)
  .join(' ')
  .slice(0, 60_000);

describe('one portal that writes through many connections', () => {
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator();
  });

  /**
   * Each connection sends its next request when it has the answer to the one before.
   * @param create builds the body, with a number that is used once
   */
  const expectAllCreated = async (connections: number, path: string, create: (number: number) => object) => {
    let number = 0;
    const answers: string[] = [];
    const write = async () => {
      for (let time = 0; time < REQUESTS_OF_CONNECTION; time += 1) {
        const json = create((number += 1));
        const { status, body } = await admin.post(path, json);
        answers.push(`${status} ${body.error_code ?? ''}`);
      }
    };
    await Promise.all(Array.from({ length: connections }, write));
    expect(answers).toEqual(Array(connections * REQUESTS_OF_CONNECTION).fill('201 '));
  };

  it('creates links with descriptions of 60 KB through 20 connections, and no request is refused', () =>
    expectAllCreated(20, '/v2/content/links', (number) => ({
      title: `Course ${number}`,
      url: 'https://a.example/',
      description,
    })));

  it('creates people through 20 connections, and no request is refused', () =>
    expectAllCreated(20, '/v2/users', (number) => ({
      email: `person-${number}@example.com`,
      first_name: 'Ana',
      last_name: 'Silva',
    })));

  it('creates enrollments through 10 connections, and no request is refused', async () => {
    const { body } = await admin.get('/v2/learning-objects?limit=1');
    const learners = await Promise.all(
      Array.from({ length: 10 * REQUESTS_OF_CONNECTION }, () => api.account(admin.portal)),
    );
    await expectAllCreated(10, '/v2/enrollments', (number) => ({
      user_id: learners[number - 1]!.id,
      lo_id: body.hits[0].id,
    }));
  });
});

describe('requests for one row each that arrive at the same time', () => {
  let callers: TestAccount[];
  let learners: TestAccount[];
  let enrollments: number[];
  /** For each caller, whether they see each of the learners. */
  let sees: boolean[][];

  beforeAll(async () => {
    const admins = [await api.administrator(), await api.administrator()] as const;
    const [here, otherPortal] = admins.map(({ portal }) => portal);
    const manager = await api.account(here!, { roles: ['Manager'] });
    learners = [await api.account(here!), await api.account(here!), await api.account(otherPortal!)];
    callers = [...admins, manager, learners[1]!];
    sees = [
      [true, true, false],
      [false, false, true],
      [true, false, false],
      [false, true, false],
    ];
    await api.db.many(sql`
      insert into identity.account_managers (portal_id, account_id, manager_id)
      values (${here!.id}, ${learners[0]!.id}, ${manager.id})`);
    const rows = await api.db.many<{ id: number }>(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      select portal_id, id, 1, 'T' from identity.accounts where id = any(${learners.map(({ id }) => id)})
       order by id returning id`);
    enrollments = rows.map(({ id }) => id);
  });

  // thrice by each caller, for each of the learners, and in turn
  const requests = () =>
    [1, 2, 3].flatMap(() =>
      learners.flatMap((_, row) => callers.map((_caller, caller) => ({ row, caller }))),
    );

  it.each([
    ['/v2/users/', () => learners.map(({ id }) => id)],
    ['/v2/enrollments/', () => enrollments],
  ] as const)('GET %s: show each caller only what they may see', async (path, ids) => {
    const answers = await Promise.all(
      requests().map(async ({ row, caller }) => {
        const { status, body } = await api.http.get(`${path}${ids()[row]}`, callers[caller]);
        return { row, caller, status, id: body.id as number | undefined };
      }),
    );
    expect(answers).toEqual(
      requests().map(({ row, caller }) =>
        sees[caller]![row]
          ? { row, caller, status: 200, id: ids()[row] }
          : { row, caller, status: 404, id: undefined },
      ),
    );
  });
});
