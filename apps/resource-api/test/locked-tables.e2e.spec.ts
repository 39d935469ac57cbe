import { sql } from '@app/database';
import { describeUnpooled, HttpClient, median, type Answer, LOCKS_HERE } from '@app/testing';
import type { HttpApp } from '@app/http';
import type { PoolClient } from 'pg';
import { useResourceApi, type TestAccount } from './resource-api.js';
import { createResourceApi } from '../src/app.js';
import { resourceApiDocument } from '../src/openapi.js';

/**
 * Tables that GET /v2/me reads; the second test checks each of them. In addition, each process polls `auth.revocations`
 * in the background: no request waits for that, but ten seconds without an answer make the process unready.
 */
const readByMe = ['identity.accounts', 'identity.persons', 'identity.account_managers'];

/** Milliseconds that a request waits for a connection, and a statement for a lock. */
const waitMs = 400;
/** How often a table is looked at before its times count: a machine with other work is slow for a while. */
const mostLooks = 4;
/** Copies of each request in a flood. */
const copies = 4;

describeUnpooled('one locked table', () => {
  const api = useResourceApi({ DATABASE_WAIT_MS: waitMs, DATABASE_POOL_SIZE: 20 });
  let second: HttpApp;
  let replicas: HttpClient[];
  let admin: TestAccount;
  /** Of a portal that sends no flood. */
  let bystander: TestAccount;
  let requests: [method: string, path: string, json?: object][];
  let tables: string[];

  beforeAll(async () => {
    second = await createResourceApi(api.settings, { clock: api.clock });
    await second.app.listen(0, '127.0.0.1');
    const url = (await second.app.getUrl()).replace('[::1]', '127.0.0.1');
    replicas = [new HttpClient(api.http.baseUrl), new HttpClient(url)];
    admin = await api.administrator(await api.portal({ features: ['login_links'] }));
    bystander = await api.administrator();
    const learner = await api.account(admin.portal);
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const loaded = await seed.load([
      { provider: 'own', external_id: 'lo', type: 'link', title: 'T', url: 'https://a.example/' },
    ]);
    const loId = loaded.get('own lo')!;
    const create = async (path: string, json: object) => (await admin.post(path, json)).body.id as number;
    const enrollmentId = await create('/v2/enrollments', { user_id: learner.id, lo_id: loId });
    const webhookId = await create('/v2/webhooks', { url: 'https://example.com/hook' });
    const ids: Record<string, string | number> = {
      userId: learner.id,
      loId,
      enrollmentId,
      webhookId,
      collectionId: 'default',
    };
    const { paths } = await resourceApiDocument(api.server.app, api.settings);
    const reads = Object.entries(paths)
      .filter(([path, { get }]) => get && path !== '/v2/me')
      .map(([path]): [string, string] => [
        'GET',
        path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? 1)),
      ]);
    requests = [
      ...reads,
      ['GET', '/v2/learning-objects?keyword=t&facets=type,language'],
      ['PATCH', `/v2/users/${learner.id}`, { last_name: 'Other' }],
      ['PATCH', `/v2/enrollments/${enrollmentId}`, { status: 'in-progress' }],
      ['PATCH', `/v2/webhooks/${webhookId}`, { enabled: true }],
    ];
    tables = await api.db.column<string>(sql`
        select n.nspname || '.' || c.relname as name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and not c.relispartition
           and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' order by 1`);
  });
  afterAll(async () => {
    for (const client of replicas) await client.close();
    await second.app.close();
  });

  async function whileLocked<T>(locked: readonly string[], work: () => Promise<T>): Promise<T> {
    const holder: PoolClient = await api.db.connect();
    await holder.query(`begin; lock table ${locked.join()} in access exclusive mode`);
    try {
      return await work();
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  }

  const send = (client: HttpClient, [method, path, json]: (typeof requests)[number]): Promise<Answer> =>
    client.send(method, path, { token: admin.token, ...(json && { json }) });
  const flood = (which: typeof requests): Promise<Answer>[] =>
    replicas.flatMap((client) =>
      which.flatMap((request) => Array.from({ length: copies }, () => send(client, request))),
    );
  /** One refusal, which a busy machine may cause, is one slow answer; medians are compared. */
  const toDuration = (status: number, begin: number): number => {
    expect([200, 503]).toContain(status);
    return status === 200 ? performance.now() - begin : Infinity;
  };
  /** Milliseconds until an answer, for each replica. */
  async function times(path: string, count: number): Promise<number[][]> {
    const durations: number[][] = replicas.map(() => []);
    for (let time = 0; time < count; time += 1) {
      await Promise.all(
        replicas.map(async (client, index) => {
          const begin = performance.now();
          const { status } = await client.get(path, { token: bystander.token });
          durations[index]!.push(toDuration(status, begin));
        }),
      );
    }
    return durations;
  }
  /** Milliseconds of the median answer during a flood, without a lock. */
  async function measureUsual(path: string): Promise<number> {
    const answers = flood(requests);
    const durations = (await times(path, 9)).flat();
    await Promise.all(answers);
    return median(durations);
  }
  /**
   * Asserts that an answer takes less than a quarter of the time that a waiting request waits. On a machine that
   * is busy otherwise, less than three times the usual time is enough. Where it does not, `usual` is measured again
   * just before the next look, because other work begins and ends.
   * @param measure returns milliseconds, as `usual` does without a lock
   */
  async function expectUsualSpeed(
    name: string,
    firstUsual: number,
    usual: () => Promise<number>,
    measure: () => Promise<number>,
  ): Promise<void> {
    let usualMs = firstUsual;
    for (let count = 1; ; count += 1) {
      const limit = Math.max(waitMs / 4, 3 * usualMs);
      const slowest = await measure();
      if (slowest < limit && Number.isFinite(limit)) return;
      if (count === mostLooks) throw new Error(`${name}: ${slowest.toFixed(0)} of ${limit.toFixed(0)} ms`);
      usualMs = await usual();
    }
  }
  /**
   * The first of the tables that a statement waits for before everything is answered; waiting statements are refused
   * after a while.
   */
  async function firstWaitedFor(locked: string[], answers: Promise<Answer>[]): Promise<string | undefined> {
    let isAnswered = false;
    void Promise.allSettled(answers).then(() => (isAnswered = true));
    for (;;) {
      const [waited] = await api.db.many<{ name: string }>(sql`
        select l.name from unnest(${locked}::text[]) as l (name)
          join ${sql.raw(LOCKS_HERE)} k on k.relation = l.name::regclass where not k.granted limit 1`);
      if (waited || isAnswered) return waited?.name;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  const readiness = () =>
    Promise.all(replicas.map(async (client) => (await client.get('/health/ready')).status));

  /**
   * The tables that block some request: locks all candidates together, without those already found, until nothing
   * waits.
   */
  async function waitedFor(candidates: string[]): Promise<string[]> {
    const foundNames: string[] = [];
    for (;;) {
      const locked = candidates.filter((table) => !foundNames.includes(table));
      const next = await whileLocked(locked, async () => {
        const answers = requests.map((request) => send(replicas[0]!, request));
        const waited = await firstWaitedFor(locked, answers);
        return { waited, answers };
      });
      await Promise.all(next.answers);
      if (next.waited === undefined) return foundNames;
      foundNames.push(next.waited);
    }
  }

  it('that GET /v2/me does not read: during a flood it answers other portals as fast as without a lock, and both replicas are ready', async () => {
    const otherTables = tables.filter((table) => !readByMe.includes(table));
    expect(otherTables.length).toBeGreaterThan(40);
    const usual = () => measureUsual('/v2/me');
    const usualMs = await usual();
    expect(await readiness()).toEqual([200, 200]); // a process checks once whether the schema is the one it needs
    const busy = await waitedFor(otherTables);
    // tables that block nothing are locked all together; those that block something, one by one
    const free = otherTables.filter((table) => !busy.includes(table));
    const stuckOn: string[] = [];
    for (const locked of [free, ...busy.map((table) => [table])]) {
      const names = locked.join();
      const measure = async () => {
        const answers = flood(requests);
        const [first, stuck] = await Promise.all([times('/v2/me', 4), firstWaitedFor(locked, answers)]);
        if (stuck) stuckOn.push(stuck);
        answers.push(...(stuck ? flood(requests.slice(0, 10)) : []));
        const later = await times('/v2/me', 5);
        expect([names, await readiness()]).toEqual([names, [200, 200]]);
        // what cannot be done is refused in time, in the API's own format
        for (const { status, body, headers } of await Promise.all(answers)) {
          expect([names, status === 503 || status < 500]).toEqual([names, true]);
          if (status !== 503) continue;
          expect(['temporarily_unavailable', 'server_busy']).toContain(body.error_code);
          expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        }
        return Math.max(...replicas.map((_, index) => median([...first[index]!, ...later[index]!])));
      };
      await expectUsualSpeed(names, usualMs, usual, () => whileLocked(locked, measure));
    }
    expect(stuckOn).toEqual(
      expect.arrayContaining([
        'identity.portals',
        'learning.enrollments',
        'learning.learning_objects',
        'learning.search_doc',
        'learning.webhooks',
        'learning.webhook_mailboxes',
      ]),
    );
    // and everything works again at once; a few at a time, so that nothing waits for a connection only
    for (const request of requests) {
      for (const { status } of await Promise.all(flood([request]))) expect(status).toBeLessThan(500);
    }
  });

  it.each(readByMe)(
    '%s is read by GET /v2/me, and both replicas are ready while it is locked',
    async (table) => {
      await whileLocked([table], async () => {
        expect((await replicas[0]!.get('/v2/me', { token: admin.token })).status).toBe(503);
        expect(await readiness()).toEqual([200, 200]);
      });
      expect((await replicas[0]!.get('/v2/me', { token: admin.token })).status).toBe(200);
    },
  );

  it('requests for other tables get connections during a flood of every kind of request to this one', async () => {
    const locked = ['learning.learning_objects'];
    const stuck = await whileLocked(locked, async () => {
      const first = await Promise.all(
        replicas.map((client) => Promise.all(requests.map((request) => send(client, request)))),
      );
      return requests.filter((_, index) => first.every((answers) => answers[index]!.status === 503));
    });
    expect(stuck.length).toBeGreaterThan(3);
    const measure = async () => {
      const answers: Promise<Answer>[] = [];
      const lists: number[][] = [];
      const changed: number[] = [];
      for (let time = 0; time < 9; time += 1) {
        answers.push(...flood(stuck));
        lists.push((await times('/v2/webhooks', 1)).flat());
        const begin = performance.now();
        const { status } = await send(replicas[0]!, [
          'PATCH',
          `/v2/users/${admin.id}`,
          { last_name: `X${time}` },
        ]);
        changed.push(toDuration(status, begin));
      }
      await Promise.all(answers);
      return Math.max(median(lists.flat()), median(changed));
    };
    await expectUsualSpeed(locked.join(), await measure(), measure, () => whileLocked(locked, measure));
  });
});
