import { sql } from '@app/database';
import { chooseShard } from '@app/events';
import { recordStatements, LOCKS_HERE, eventually } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('DELETE /v2/users/{user-id} of a person with many enrollments', () => {
  const api = useResourceApi({ DATABASE_WAIT_MS: 2_000 });
  let [owner, boss, other]: TestAccount[] = [];
  /** Content of one portal that all see. */
  let shared: number[];

  beforeAll(async () => {
    [owner, boss, other] = [await api.administrator(), await api.administrator(), await api.administrator()];
    const seed = await api.catalogue();
    await seed.provider('market', owner.portal.id);
    const loaded = await seed.load(
      Array.from({ length: 20 }, (_, number) => ({
        provider: 'market',
        external_id: `shared-${number}`,
        type: 'text' as const,
        title: `Shared ${number}`,
        premium: true,
      })),
    );
    shared = [...loaded.values()].toSorted((one, next) => one - next);
  });

  /** A learner of the administrator's portal with this many enrollments, in shared content first. */
  async function learnerWith(count: number, actor = boss!): Promise<TestAccount> {
    const learner = await api.account(actor.portal);
    await api.db.many(sql`
      insert into learning.enrollments (portal_id, account_id, lo_id, lo_title)
      select ${actor.portal.id}, ${learner.id}, coalesce((${shared}::int[])[n], 1000000 + n), 'T'
        from generate_series(1, ${count}::int) n`);
    await api.db.many(sql`
      update learning.search_doc set popularity = popularity + 1
       where lo_id = any(${shared.slice(0, count)})`);
    return learner;
  }
  const close = async ({ id }: TestAccount, actor = boss!): Promise<number> =>
    (await actor.delete(`/v2/users/${id}`)).status;
  const popularity = async (): Promise<number[]> => {
    await (await api.catalogue()).addUpPopularity();
    return await api.db.column<number>(sql`
        select popularity from learning.search_doc where lo_id = any(${shared}) order by lo_id`);
  };

  /** Stops a request that closes an account of this portal at the last event, until it is released. */
  async function gate(portalId: number) {
    await api.db.many(sql`
      create table learning.gate (id int);
      create function learning.pass_gate() returns trigger language plpgsql security definer as $$
      begin
        perform set_config('lock_timeout', '0', true);
        perform 1 from learning.gate;
        return new;
      end $$;
      create trigger gate before insert on learning.outbox for each row
        when (new.type = 'user.delete' and new.portal_id = ${sql.raw(`${portalId}`)}) execute function
               learning.pass_gate()`);
    const keeper = await api.db.connect();
    await keeper.query('begin; lock table learning.gate in access exclusive mode');
    const waiting = () =>
      api.db.many(sql`
        select 1 from ${sql.raw(LOCKS_HERE)} k where relation = 'learning.gate'::regclass and not granted`);
    return {
      async reached(): Promise<void> {
        await eventually('it waits', async () => (await waiting()).length === 1);
      },
      async release(): Promise<void> {
        await keeper.query('commit');
        keeper.release();
        await api.db.many(sql`drop function learning.pass_gate() cascade; drop table learning.gate`);
      },
    };
  }

  it('does not delay other portals, however long it takes', async () => {
    const [gone, theirs] = [await learnerWith(1_100), await learnerWith(20, other)];
    expect(await popularity()).toEqual(shared.map(() => 2));
    const heldGate = await gate(boss!.portal.id);
    const closing = close(gone);
    try {
      await heldGate.reached();
      const enrolled = await other!.post('/v2/enrollments', { user_id: other!.id, lo_id: shared[0] });
      expect(enrolled.status).toBe(201);
      const changed = await owner!.patch(`/v2/learning-objects/${shared[1]}`, { title: 'Another title' });
      expect(changed.status).toBe(200);
      expect(await close(theirs, other)).toBe(204);
    } finally {
      await heldGate.release();
    }
    expect(await closing).toBe(204);
    expect(await popularity()).toEqual(shared.map((_, index) => (index === 0 ? 1 : 0)));
  });

  it('takes one statement more for 500 enrollments more', async () => {
    const statements = async (count: number): Promise<number> => {
      const learner = await learnerWith(count);
      const sentStatements = await recordStatements(async () => expect(await close(learner)).toBe(204));
      return sentStatements.filter(({ text }) => /learning\./.test(text)).length;
    };
    expect(await statements(1_900)).toBe((await statements(400)) + 3);
  });

  it('emits one event for each enrollment, in the order of ids, and no longer counts the enrollments', async () => {
    const learner = await learnerWith(1_200);
    expect(await close(learner)).toBe(204);
    const rows = await api.db.many<{ id: number; lo_id: number; archived: boolean }>(sql`
      select id, lo_id, archived_because = 'account_closed' and archived_by = ${boss!.id} as archived
        from learning.enrollments where account_id = ${learner.id} order by id`);
    const events = await api.db.many<{ shard: number; object_id: number; type: string; data: string }>(sql`
      select shard, object_id, type, data from learning.outbox
       where object_type = 'enrollment' and object_id = any(${rows.map(({ id }) => id)}) order by id`);
    expect(rows).toHaveLength(1_200);
    expect(rows.every(({ archived }) => archived)).toBe(true);
    expect(events.map(({ object_id }) => object_id)).toEqual(rows.map(({ id }) => id));
    for (const [index, { shard, object_id, type, data }] of events.entries()) {
      expect([type, shard]).toEqual(['enrolment.delete', chooseShard('enrollment', object_id)]);
      expect(JSON.parse(data)).toMatchObject({
        id: object_id,
        user_id: learner.id,
        lo_id: rows[index]!.lo_id,
        status: 'not-started',
        pass: null,
      });
    }
    const counted = await api.db.one(sql`
      select coalesce(sum(change), 0)::int as n from learning.enrollment_count_changes
       where portal_id = ${boss!.portal.id}`);
    expect(counted).toEqual({ n: 0 });
  });
});
