import { sql } from '@app/database';
import { useResourceApi, type TestAccount } from './resource-api.js';

describe('requests for one row each that arrive at the same time', () => {
  const api = useResourceApi();
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
