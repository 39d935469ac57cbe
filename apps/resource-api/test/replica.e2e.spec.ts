import { scopes } from '@app/contracts';
import {
  HttpClient,
  PATIENCE_MS,
  ServerProcess,
  ReplicatedPostgres,
  testRedis,
  TokenMint,
} from '@app/testing';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const API_URL = 'https://api.example';
const isBuilt = existsSync(join(process.cwd(), 'dist', 'apps', 'resource-api', 'src', 'main.js'));
const describeBuilt = isBuilt ? describe : describe.skip;
/** How often something is created by one process and read by the other, each way. */
const ROUNDS = 25;

interface Account {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  roles: string[];
}

describeBuilt('two processes of the API and a standby', () => {
  const apis: ServerProcess[] = [];
  const clients: HttpClient[] = [];
  let pair: ReplicatedPostgres;
  let mint: TokenMint;
  let portal: { id: number; name: string };
  let admin: Account;
  let adminToken: string;
  let managerToken: string;

  async function account(roles: string[]): Promise<Account> {
    const person = {
      email: `u${randomBytes(6).toString('hex')}@example.com`,
      first_name: 'Ana',
      last_name: 'Silva',
    };
    const { id } = await pair.db.one<{ id: number }>(
      `with person as (
         insert into identity.persons (email, first_name, last_name, verified_time, verified_by)
         values ($1, 'Ana', 'Silva', now(), 'operator') returning id)
       insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, accepted_at)
       select $2, id, 'Ana', 'Silva', $3, now() from person returning id`,
      [person.email, portal.id, roles],
    );
    return { id, ...person, roles };
  }
  /** Reads of all processes, by who answered and why. */
  async function answered(): Promise<Record<string, number>> {
    const sums: Record<string, number> = {};
    for (const api of apis) {
      const text = await (await fetch(api.metricsUrl)).text();
      for (const [, database, reason, count] of text.matchAll(
        /^postgres_replica_reads_total\{by="(\w+)",reason="(\w*)"\} (\d+)/gm,
      ))
        sums[reason || database!] = (sums[reason || database!] ?? 0) + Number(count);
    }
    return sums;
  }
  const get = async (server: number, path: string, token = adminToken) => {
    const answer = await clients[server]!.get(path, { token });
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, '']);
    return answer.body;
  };
  async function until(what: string, isMet: () => Promise<boolean>): Promise<void> {
    for (const end = performance.now() + PATIENCE_MS; !(await isMet()); await pause(20))
      if (performance.now() > end) throw new Error(`${what}: not in time`);
  }
  /** Waits until a read was answered by the standby. */
  const standbyAnswers = () =>
    until('the standby answers', async () => {
      const before = (await answered())['replica'] ?? 0;
      for (const start of [0, 1]) await get(start, '/v2/users?limit=1');
      return ((await answered())['replica'] ?? 0) >= before + 4;
    });
  /** Creates people by one process and reads each by the other at once. @returns what was not there */
  async function stale(rounds: number): Promise<string[]> {
    const missing: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const writer = round % 2;
      const reader = 1 - writer;
      const email = `r${randomBytes(6).toString('hex')}@example.com`;
      const created = await clients[writer]!.post('/v2/users', {
        token: adminToken,
        json: { email, first_name: 'R', last_name: 'S' },
      });
      expect([created.status, created.text.slice(0, created.status === 201 ? 0 : 300)]).toEqual([201, '']);
      const foundUsers = await get(reader, `/v2/users?email=${encodeURIComponent(email)}`);
      if (foundUsers.total !== 1 || foundUsers.hits[0]?.id !== created.body.id) missing.push(`list ${email}`);
      const first = `C${round}`;
      const changed = await clients[writer]!.patch(`/v2/users/${created.body.id}`, {
        token: adminToken,
        json: { first_name: first },
      });
      expect(changed.status).toBe(200);
      const detail = await get(reader, `/v2/users/${created.body.id}`);
      if (detail.first_name !== first) missing.push(`detail ${email}`);
    }
    return missing;
  }

  beforeAll(async () => {
    pair = await ReplicatedPostgres.start({ log_statement: 'all' });
    mint = await TokenMint.open(API_URL, { now: () => new Date() }, async () => {
      const row = await pair.db.one<{ seq: number }>(`select nextval('auth.token_seq') as seq`);
      return row.seq;
    });
    portal = await pair.db.one(
      `insert into identity.portals (name, title) values ('p.learning.localhost', 'P') returning id, name`,
    );
    admin = await account(['Administrator']);
    const manager = await account(['Manager']);
    const managed = await account(['Learner']);
    await pair.db.many('insert into identity.account_managers values ($1, $2, $3)', [
      portal.id,
      managed.id,
      manager.id,
    ]);
    adminToken = await mint.sign({ portal, account: admin, scopes });
    managerToken = await mint.sign({ portal, account: manager, scopes });
    const env = {
      ...testRedis(),
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      SECRETS_KEY: randomBytes(32).toString('base64'),
      AUTH_PUBLIC_URL: mint.issuer,
      API_PUBLIC_URL: API_URL,
      DATABASE_URL: ReplicatedPostgres.formatUrl(pair.primary, 'api'),
      DATABASE_REPLICA_URL: ReplicatedPostgres.formatUrl(pair.standby, 'api'),
      RATE_LIMITS: 'off',
    };
    for (let n = 0; n < 2; n += 1) {
      const api = await ServerProcess.start({ app: 'resource-api', env });
      apis.push(api);
      clients.push(new HttpClient(api.url));
    }
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await Promise.all(apis.map((api) => api.stop()));
    await mint?.close();
    await pair?.stop();
  });

  it('share the work: searches, lists and details are answered by the standby', async () => {
    for (const [path, statements] of [
      ['/v2/users', 2],
      [`/v2/users/${admin.id}`, 1],
      ['/v2/enrollments', 2],
      ['/v2/learning-objects?keyword=a', 2],
    ] as const)
      await until(path, async () => {
        const before = (await answered())['replica'] ?? 0;
        await get(0, path);
        return (await answered())['replica']! - before >= statements;
      });
  });

  it('a writer reads what it wrote, over both, with the standby 2 seconds behind', async () => {
    await pair.set('recovery_min_apply_delay', '2s');
    const before = await answered();
    expect(await stale(ROUNDS)).toEqual([]);
    expect(
      (await answered())['behind_own_write']! - (before['behind_own_write'] ?? 0),
    ).toBeGreaterThanOrEqual(ROUNDS);
    await pair.set('recovery_min_apply_delay', '0');
    await pair.caughtUp();
  });

  it('and with replay stopped', async () => {
    await standbyAnswers();
    await pair.pauseReplay(true);
    expect(await stale(ROUNDS)).toEqual([]);
    await pair.pauseReplay(false);
    await pair.caughtUp();
  });

  it('no right is judged on the standby, and no cursor, token or revocation is read there', async () => {
    await standbyAnswers();
    const log = () => readFileSync(pair.standby.logFile, 'utf8');
    const start = log().length;
    const document = readablePaths();
    expect(document.length).toBeGreaterThan(20);
    const { id } = await pair.db.one<{ id: number }>('select min(id) as id from identity.accounts');
    for (const token of [adminToken, managerToken])
      for (const path of document) {
        const answer = await clients[0]!.get(path.replaceAll(/\{\w+\}/g, String(id)), { token });
        expect([path, answer.status < 500]).toEqual([path, true]);
      }
    for (const path of ['/v2/users?cursor=', '/v2/enrollments?cursor=', '/v2/learning-objects?scroll=true'])
      await get(0, path);
    const statementLines = log()
      .slice(start)
      .split(/\n(?=\d{4}-\d\d-\d\d )/)
      .filter((line) => /execute|statement:/.test(line) && !/pg_is_in_recovery/.test(line));
    const linesLike = (pattern: RegExp) => statementLines.filter((line) => pattern.test(line));
    expect(linesLike(/from identity\.accounts/).length).toBeGreaterThan(0);
    const forbidden = [
      /\bauth\./,
      /\bidempot/,
      /settled_until/,
      /m\.manager_id = /, // whom a manager may see
      /audience_id from learning\.subscriptions/, // what a portal may see
      /for (update|share|key share|no key update)/,
      /\b(insert|update|delete)\b/,
    ];
    expect(forbidden.map((pattern) => [pattern.source, linesLike(pattern)])).toEqual(
      forbidden.map((pattern) => [pattern.source, []]),
    );
  });

  it('a manager sees nobody whom he does not manage any more, with replay stopped', async () => {
    await standbyAnswers();
    await pair.pauseReplay(true);
    expect((await get(0, '/v2/users', managerToken)).total).toBe(2);
    await pair.db.many('delete from identity.account_managers');
    expect((await get(0, '/v2/users', managerToken)).total).toBe(1);
    await pair.pauseReplay(false);
    await pair.caughtUp();
  });

  it('the standby may stop, come back as something else, or be promoted: no answer is wrong and none fails', async () => {
    await standbyAnswers();
    await pair.standbyDb.many('select pg_promote()');
    await pair.standbyDb.many(`update identity.accounts set first_name = 'Wrong'`);
    const detail = async () => (await get(0, `/v2/users/${admin.id}`)).first_name;
    // the new server may be asked as long as nobody has noticed; what it has written itself must not be seen
    await until('it is noticed', async () => {
      const before = (await answered())['away'] ?? 0;
      await get(0, '/v2/users?limit=1');
      return ((await answered())['away'] ?? 0) > before;
    });
    for (let n = 0; n < 20; n += 1) expect(await detail()).toBe('Ana');
    const stopping = pair.standby.stop();
    for (let n = 0; n < 50; n += 1) expect(await detail()).toBe('Ana');
    await stopping;
    expect(await stale(3)).toEqual([]);
  });
});

/** Every path that can be read. */
function readablePaths(): string[] {
  const document = JSON.parse(readFileSync('docs/openapi/resource-api.json', 'utf8')) as {
    paths: Record<string, { get?: unknown }>;
  };
  return Object.entries(document.paths)
    .filter(([, item]) => item.get)
    .map(([path]) => path);
}
