import { scopes } from '@app/contracts';
import { sql } from '@app/database';
import {
  HttpClient,
  ServerProcess,
  ReplicatedPostgres,
  testRedis,
  TokenMint,
  eventually,
} from '@app/testing';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const API_URL = 'https://api.example';
const isBuilt = existsSync(join(process.cwd(), 'dist', 'apps', 'resource-api', 'src', 'main.js'));
const describeBuilt = isBuilt ? describe : describe.skip;

interface Account {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  roles: string[];
}

describeBuilt('the API with a standby', () => {
  let api: ServerProcess;
  let client: HttpClient;
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
    const { id } = await pair.db.one<{ id: number }>(sql`
      with person as (
        insert into identity.persons (email, first_name, last_name, verified_time, verified_by)
        values (${person.email}, 'Ana', 'Silva', now(), 'operator') returning id)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, accepted_at)
      select ${portal.id}, id, 'Ana', 'Silva', ${roles}, now() from person returning id`);
    return { id, ...person, roles };
  }
  /** How many reads the standby has answered. */
  async function answeredByStandby(): Promise<number> {
    const text = await (await fetch(api.metricsUrl)).text();
    return Number(/^postgres_replica_reads_total\{by="replica",reason=""\} (\d+)/m.exec(text)?.[1] ?? 0);
  }
  const get = async (path: string, token = adminToken) => {
    const answer = await client.get(path, { token });
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, '']);
    return answer.body;
  };
  beforeAll(async () => {
    pair = await ReplicatedPostgres.start({ log_statement: 'all' });
    mint = await TokenMint.open(API_URL, { now: () => new Date() }, async () => {
      const row = await pair.db.one<{ seq: number }>(sql`select nextval('auth.token_seq') as seq`);
      return row.seq;
    });
    portal = await pair.db.one(sql`
      insert into identity.portals (name, title) values ('p.learning.localhost', 'P') returning id, name`);
    admin = await account(['Administrator']);
    const manager = await account(['Manager']);
    const managed = await account(['Learner']);
    await pair.db.many(sql`
      insert into identity.account_managers values (${portal.id}, ${managed.id}, ${manager.id})`);
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
    api = await ServerProcess.start({ app: 'resource-api', env });
    client = new HttpClient(api.url);
  });
  afterAll(async () => {
    await client?.close();
    await api?.stop();
    await mint?.close();
    await pair?.stop();
  });

  it('answers exports and statistics on the standby', async () => {
    await pair.db.many(sql`
      insert into learning.webhooks (portal_id, url, events)
      values (${portal.id}, 'https://a.example', '{user.create}')`);
    const day = 'from=1767225600&to=1767312000&interval=hour';
    for (const path of [
      '/v2/users/export',
      '/v2/enrollments/export',
      '/v2/audit-log/export',
      `/v2/enrollment-statistics?${day}`,
      `/v2/webhook-statistics?${day}`,
    ])
      await eventually(path, async () => {
        const before = await answeredByStandby();
        await get(path);
        return (await answeredByStandby()) > before;
      });
  });

  it('reads nothing else there', async () => {
    const log = () => readFileSync(pair.standby.logFile, 'utf8');
    const start = log().length;
    const paths = readablePaths().filter((path) => !/export|statistics/.test(path));
    expect(paths.length).toBeGreaterThan(20);
    const { id } = await pair.db.one<{ id: number }>(sql`select min(id) as id from identity.accounts`);
    for (const token of [adminToken, managerToken])
      for (const path of paths) {
        const answer = await client.get(path.replaceAll(/\{\w+\}/g, String(id)), { token });
        expect([path, answer.status < 500]).toEqual([path, true]);
      }
    const statements = log()
      .slice(start)
      .split(/\n(?=\d{4}-\d\d-\d\d )/)
      .filter((line) => /execute|statement:/.test(line) && !/pg_is_in_recovery/.test(line));
    expect(statements).toEqual([]);
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
