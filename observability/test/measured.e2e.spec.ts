import { sql } from '@app/database';
import { metricList, type MetricDefinition } from '@app/metrics';
import { WAIT_TIMEOUT_MS } from '@app/testing';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { C1 } from '../../apps/auth-server/test/auth-stack.js';
import { ProxiedMailServer } from './mail-server.js';
import { programs, useObservedStack, type ProgramName } from './observed-stack.js';
import { namesIn } from './promql.js';
import { readRules, listRules } from './rules.js';

describe('The servers’ metrics', () => {
  const mails = new ProxiedMailServer();
  beforeAll(() => mails.start());
  const stack = useObservedStack(() => ({
    'webhook-worker': { SMTP_URL: mails.url },
  }));
  afterAll(() => mails.stop());

  const lines = (program: ProgramName) =>
    stack.log[program].map((line) => JSON.parse(line) as Record<string, unknown>);
  const shownBy = async (program: ProgramName) => {
    const types = [...(await stack.scrape(program)).matchAll(/^# TYPE (\S+) (\S+)/gm)];
    return types.flatMap(([, name, type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name! + suffix) : [name!],
    );
  };

  it.each(programs)('%s exposes the metrics in the list, and those of the process', async (program) => {
    const shown = await shownBy(program);
    const ownNames = Object.entries<MetricDefinition>(metricList)
      .filter(([, one]) => one.servers.includes(program))
      .map(([name, { kind }]) => (kind === 'histogram' ? `${name}_count` : name));
    expect(shown).toEqual(expect.arrayContaining(ownNames));
    expect(shown).toEqual(
      expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_p99_seconds']),
    );
  });

  it('is all that rules and dashboards go by', async () => {
    // what the console alone shows, its own tests look at
    const consoleMetrics = Object.entries<MetricDefinition>(metricList)
      .filter(([, { servers }]) => servers.length === 1 && servers[0] === 'console')
      .map(([name]) => name);
    const shown = new Set(['up', ...consoleMetrics, ...(await Promise.all(programs.map(shownBy))).flat()]);
    const folder = join('observability', 'grafana', 'dashboards');
    const boards = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const expressions = [
      ...listRules(readRules()),
      ...boards.flatMap(({ panels }) => panels.flatMap(({ targets }: any) => targets)),
    ].map(({ expr }) => expr as string);
    const named = expressions.flatMap((expression) => namesIn(expression).metrics);
    expect(named.length).toBeGreaterThan(80);
    expect([...new Set(named)].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('counts requests by the template of their route, and requests without a route as none', async () => {
    const id = await stack.newUser();
    await stack.call('GET', `/v2/users/${id}`);
    await stack.call('GET', '/v2/no-such-thing/7');
    const get = 'method="GET",route="/v2/users/:userId"';
    expect(await stack.sample('resource-api', `http_requests_total{${get},status="200"}`)).toBe(1);
    expect(await stack.sample('resource-api', `http_request_duration_seconds_count{${get}}`)).toBe(1);
    const nowhere = 'http_requests_total{method="GET",route="none",status="404"}';
    expect(await stack.sample('resource-api', nowhere)).toBe(1);
    expect(await stack.scrape('resource-api')).not.toMatch(/no-such-thing|route="[^"]*\d{2}/);
  });

  it('counts tokens by grant, and refusals by their reason', async () => {
    const issued = () => stack.sample('auth-server', 'oauth_tokens_issued_total{grant="client_credentials"}');
    const before = (await issued())!;
    await stack.newToken();
    expect(await issued()).toBe(before + 1);
    await stack.tokenAnswer({ ...C1, secret: 'wrong' });
    const url = `${stack.replicas['auth-server'].url}/oauth/token`;
    await fetch(url, { method: 'POST', body: new URLSearchParams({ grant_type: `x${Date.now()}` }) });
    const refused = (grant: string, reason: string) =>
      stack.sample('auth-server', `oauth_tokens_refused_total{grant="${grant}",reason="${reason}"}`);
    expect(await refused('client_credentials', 'invalid_client')).toBe(1);
    expect(
      ((await refused('unknown', 'invalid_client')) ?? 0) +
        ((await refused('unknown', 'invalid_request')) ?? 0),
    ).toBe(1);
  });

  it('shows the connections of each pool, the keys and the clock', async () => {
    expect(await stack.sample('webhook-worker', 'postgres_pool_max_connections{pool="fast"}')).toBe(4);
    expect(await stack.sample('webhook-worker', 'postgres_pool_max_connections{pool="slow"}')).toBe(5);
    expect(await stack.sample('resource-api', 'postgres_pool_max_connections{pool="main"}')).toBe(4);
    expect(await stack.sample('auth-server', 'signing_keys{state="current"}')).toBe(1);
    expect(await stack.sample('auth-server', 'signing_key_max_age_seconds')).toBe(90 * 86_400);
    expect(await stack.sample('auth-server', 'signing_key_age_seconds')).toBeLessThan(WAIT_TIMEOUT_MS);
    for (const program of programs) {
      const skew = await stack.eventually(
        () => stack.sample(program, 'postgres_clock_skew_seconds'),
        (value) => value !== undefined,
      );
      expect(Math.abs(skew!)).toBeLessThan(1);
    }
  });

  describe('when a dependency fails and recovers', () => {
    const state = (program: ProgramName, dependency: string) => () =>
      stack.sample(program, `dependency_up{dependency="${dependency}"}`);
    /** Its going and its return are logged once each. */
    async function expectTold(
      program: ProgramName,
      dependency: string,
      way: { disconnect: () => Promise<void>; reconnect: () => Promise<void> },
      use: () => Promise<unknown> = () => Promise.resolve(),
    ) {
      const read = async () => {
        await use();
        return state(program, dependency)();
      };
      // the metrics may be read before the line has arrived
      const listTold = (up: boolean) =>
        stack.eventually(
          () =>
            Promise.resolve(
              lines(program).filter((line) => line['dependency'] === dependency && line['up'] === up),
            ),
          (foundRows) => foundRows.length > 0,
        );
      await stack.eventually(read, (up) => up === 1);
      await way.disconnect();
      await stack.eventually(read, (up) => up === 0);
      for (let again = 0; again < 3; again += 1) await read();
      await way.reconnect();
      await stack.eventually(read, (up) => up === 1);
      expect(await listTold(false)).toMatchObject([{ level: 'warn', msg: `${dependency} cannot be used` }]);
      expect(await listTold(true)).toMatchObject([{ level: 'info', msg: `${dependency} can be used again` }]);
    }

    it.each(programs)('%s reports Redis', (program) => expectTold(program, 'redis', stack.redis[program]));

    it.each(['auth-server', 'webhook-worker'] as const)('%s reports Postgres', (program) =>
      expectTold(program, 'postgres', stack.postgres[program]),
    );

    it('resource-api reports Postgres, and each 503 is a warning with its cause', async () => {
      const listEnrollments = () => stack.call('GET', '/v2/enrollments');
      await expectTold('resource-api', 'postgres', stack.postgres['resource-api'], listEnrollments);
      const refused = lines('resource-api').filter(({ status }) => status === 503);
      expect(refused.length).toBeGreaterThan(0);
      for (const line of refused) {
        expect(line).toMatchObject({
          level: 'warn',
          route: '/v2/enrollments',
          client: 'c1-app',
          portal: 1,
          version: expect.stringMatching(/^\d/),
          cause: expect.stringMatching(/ECONN|Connection terminated|timeout/),
        });
      }
    });

    it('webhook-worker reports the mail server', () =>
      expectTold('webhook-worker', 'smtp', mails.proxy, () =>
        stack.auth.db.many(sql`
          insert into identity.mails (recipient, template) select 'admin@a.example', 'address-taken'
           where not exists (select 1 from identity.mails where tries = 0);
          update identity.mails set next_try_time = now() where next_try_time > now() + interval '20 seconds'
             and tries < 5`),
      ));

    it('resource-api reports the key set, which it fetches for an unknown key', () => {
      const head = Buffer.from('{"alg":"ES256","typ":"at+jwt","kid":"nobody"}').toString('base64url');
      return expectTold('resource-api', 'key_set', stack.keySet, () =>
        fetch(`${stack.replicas['resource-api'].url}/v2/me`, {
          headers: { authorization: `Bearer ${head}.e30.${Math.random().toString(36).slice(2)}` },
        }),
      );
    });
  });

  it('is served from before a server is ready until after its last answer', async () => {
    const worker = stack.replicas['webhook-worker'];
    expect((await fetch(worker.metricsUrl)).ok).toBe(true);
    await worker.stop();
    await expect(fetch(worker.metricsUrl)).rejects.toThrow();
    expect(lines('webhook-worker').filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
