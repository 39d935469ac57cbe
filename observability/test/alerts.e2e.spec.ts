import { lockNumber, sql } from '@app/database';
import { describeWith, directly, WAIT_TIMEOUT_MS, ServerProcess } from '@app/testing';
import { globSync } from 'node:fs';
import { Client } from 'pg';
import { answering, Receiver } from '../../apps/webhook-worker/test/receiver.js';
import { C1 } from '../../apps/auth-server/test/auth-stack.js';
import { startLostConsole, type LostConsole } from './lost-console.js';
import { ProxiedMailServer } from './mail-server.js';
import { useObservedStack } from './observed-stack.js';
import { PrometheusServer } from './prometheus-server.js';
import { hastyRules, readRules, listRules } from './rules.js';

const [libfaketime] = globSync('/usr/{lib,lib64,local/lib}/{,*/}faketime/libfaketime.so.1');
const forged = `${Buffer.from('{"alg":"ES256","typ":"at+jwt","kid":"nobody"}').toString('base64url')}.e30.AAAA`;

describeWith('prometheus', 'Every alert, in a real Prometheus', () => {
  const mails = new ProxiedMailServer();
  beforeAll(() => mails.start());
  const stack = useObservedStack(() => ({
    all: { PASSWORD_JOBS: '1' },
    'webhook-worker': { SMTP_URL: mails.url },
  }));
  let prometheus: PrometheusServer;
  /** Another API, of which nobody asks anything; its clock is wrong where that can be done. */
  let other: ServerProcess;
  let lost: LostConsole;
  const fired = new Set<string>();

  beforeAll(async () => {
    const { replicas } = stack;
    const api = replicas['resource-api'];
    other = await stack.startOne('resource-api', {
      // a primary is no standby
      DATABASE_REPLICA_URL: stack.auth.database.urls.api,
      // of which it finds nothing: nobody listens there
      SEARCH_ENGINE: 'opensearch',
      OPENSEARCH_URLS: 'http://127.0.0.1:1',
      ...(libfaketime && { LD_PRELOAD: libfaketime, FAKETIME: '+30s', FAKETIME_NO_CACHE: '1' }),
    });
    replicas['resource-api'] = api;
    lost = await startLostConsole(stack.auth);
    prometheus = await PrometheusServer.start(
      {
        'auth-server': [replicas['auth-server'].metricsUrl],
        'resource-api': [api.metricsUrl, other.metricsUrl],
        'webhook-worker': [replicas['webhook-worker'].metricsUrl],
        console: [lost.server.metricsUrl],
      },
      hastyRules(),
    );
    await stack.eventually(
      () => prometheus.query('count(up == 1)'),
      ([sample]) => sample?.value === 5,
    );
  });
  afterAll(async () => {
    await prometheus?.stop();
    await other?.stop();
    await lost?.server.stop();
    await mails.stop();
  });

  /** Waits until these alerts fire, and does `work` again and again meanwhile. */
  async function fires(alerts: string[], work: () => Promise<unknown> = () => Promise.resolve()) {
    const end = performance.now() + 2 * WAIT_TIMEOUT_MS;
    for (;;) {
      for (const { alertname } of await prometheus.firing()) fired.add(alertname);
      const missing = alerts.filter((alert) => !fired.has(alert));
      if (missing.length === 0) return;
      if (performance.now() > end) throw new Error(`these do not fire: ${missing.join(', ')}`);
      await work();
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
  const many = (count: number, work: () => Promise<unknown>) =>
    Promise.all(Array.from({ length: count }, () => work().catch(() => undefined)));
  const get = (path: string) =>
    fetch(`${stack.replicas['resource-api'].url}${path}`, {
      headers: { authorization: `Bearer ${stack.token}` },
    });

  it('is silent while all is well', async () => {
    await stack.webhook();
    await stack.newUser();
    await stack.receiver.count(1);
    await stack.eventually(
      () => prometheus.query('count(count_over_time(http_requests_total[1m]) > 5)'),
      ([sample]) => (sample?.value ?? 0) > 0,
    );
    expect((await prometheus.firing()).filter(({ alertname }) => alertname !== 'ClockSkew')).toEqual([]);
  });

  it('fires for rows that wait, are parked or too old, according to the database', async () => {
    const client = new Client({ connectionString: directly(stack.auth.database.urls.worker) });
    await client.connect();
    await client.query(`select pg_advisory_lock(${lockNumber.relayShard}, s) from generate_series(0, 63) s`);
    await stack.newUser();
    await stack.auth.db.many(
      sql`update learning.outbox_pending set fired_at = now() - interval '10 minutes'`,
    );
    await stack.auth.db.many(sql`
      update learning.webhook_mailboxes set next_due = now() - interval '10 minutes',
             lease_token = gen_random_uuid(), lease_until = now() + interval '1 hour'`);
    await stack.auth.db.many(sql`
      insert into identity.mails (recipient, template, created_time, next_try_time)
      values ('admin@a.example', 'no such mail', now(), now()),
             ('a@b.example', 'login', now() - interval '2 hours', now() + interval '1 day')`);
    await stack.auth.db.many(sql`
      insert into identity.payments (reference, amount, currency, state, created_time, next_try_time)
      values (gen_random_uuid(), 1, 'EUR', 'capture', now() - interval '2 hours', now() + interval '1 day')`);
    await stack.auth.db.many(sql`update auth.signing_keys set signs_from = now() - interval '100 days'`);
    await fires([
      'OutboxLag',
      'DeliveriesOverdue',
      'RowsParked',
      'MailsWait',
      'PaymentsWait',
      'SigningKeyOld',
    ]);
    await client.end();
    await stack.auth.db.many(sql`
      update learning.webhook_mailboxes set lease_token = null, lease_until = null, next_due = now()`);
    await stack.auth.db.many(sql`update auth.signing_keys set signs_from = now() - interval '1 day'`);
    await stack.auth.db.many(sql`delete from identity.mails`);
  });

  it('fires when deliveries fail everywhere', async () => {
    const bad = await Receiver.start(answering(500));
    await stack.auth.db.many(sql`update learning.webhooks set url = ${bad.url}`);
    for (let count = 0; count < 3; count += 1) await stack.webhook(`${bad.url}/${count}`);
    await fires(['DeliveriesFail'], () => stack.newUser());
    await bad.stop();
    await stack.auth.db.many(sql`delete from learning.webhooks`);
  });

  it('fires when most token requests are refused', async () => {
    const wrong = () => stack.tokenAnswer({ ...C1, secret: 'wrong' });
    await fires(['TokensRefused'], () => many(20, wrong));
  });

  it('fires when passwords have to wait', async () => {
    const user = () =>
      stack.call('POST', '/v2/users', {
        email: `p${Math.random().toString(36).slice(2)}@people.example`,
        first_name: 'Ada',
        last_name: 'Lovelace',
        password: 'A-long-enough-passw0rd',
      });
    await fires(['PasswordQueueLong'], () => many(100, user));
  });

  it('fires when a locked table holds statements and connections', async () => {
    const client = await stack.auth.db.connect();
    await client.query('begin; lock table learning.enrollments in access exclusive mode');
    const paths = ['/v2/enrollments', '/v2/enrollments?limit=5', '/v2/enrollments?status=completed'];
    await fires(['PostgresPoolExhausted', 'StatementsHeldUp'], () =>
      many(30, () => get(paths[Math.floor(Math.random() * paths.length)]!)),
    );
    await client.query('rollback');
    client.release();
  });

  it('fires when Redis, the mail server or the key set is unavailable', async () => {
    await stack.redis['resource-api'].disconnect();
    await stack.keySet.disconnect();
    await mails.proxy.disconnect();
    await stack.auth.db.many(sql`
      insert into identity.mails (recipient, template) values ('admin@a.example', 'address-taken')`);
    await fires(['RedisDown', 'KeySetDown', 'SmtpDown'], () =>
      fetch(`${stack.replicas['resource-api'].url}/v2/me`, {
        headers: { authorization: `Bearer ${forged}` },
      }),
    );
    await Promise.all([
      stack.redis['resource-api'].reconnect(),
      stack.keySet.reconnect(),
      mails.proxy.reconnect(),
    ]);
  });

  it('fires when Postgres stops responding, and when it is unavailable', async () => {
    stack.postgres['resource-api'].dropPackets();
    const slow = many(30, () => get('/v2/enrollments'));
    await fires(['PostgresDown', 'RevocationsStale']);
    await stack.postgres['resource-api'].disconnect();
    await slow;
    await fires(['RequestsFail', 'RequestsSlow', 'ScheduledTaskFails'], () =>
      many(5, () => get('/v2/enrollments')),
    );
    await stack.postgres['resource-api'].reconnect();
  });

  it('fires when Postgres answers searches instead of OpenSearch', async () => {
    const search = () =>
      fetch(`${other.url}/v2/learning-objects`, { headers: { authorization: `Bearer ${stack.token}` } });
    await fires(['SearchesFallBack'], () => many(5, search));
  });

  it('fires when a process gets no processor time, and after uncaught errors', async () => {
    const worker = stack.replicas['webhook-worker'];
    worker.fail();
    await fires(['EventLoopBlocked', 'UncaughtError'], async () => {
      worker.freeze(true);
      await new Promise((resolve) => setTimeout(resolve, 400));
      worker.freeze(false);
    });
  });

  it('fires when the console cannot exchange its refresh tokens', async () => {
    await fires(['ConsoleRefreshesFail'], () => many(2, lost.refresh));
  });

  it('fires when the replica is no standby', async () => {
    const path = '/v2/enrollment-statistics?from=1767225600&to=1767312000&interval=hour';
    const readStatistics = () =>
      fetch(`${other.url}${path}`, { headers: { authorization: `Bearer ${stack.token}` } });
    await fires(['ReplicaUnused'], () => many(5, readStatistics));
  });

  it('fires when processes hold more revocations than they should', async () => {
    // a page at a time, as no statement that reads them may take long
    for (let page = 0; page < 26; page += 1)
      await stack.auth.db.many(sql`
        insert into auth.revocations (jti, expires_at)
        select ${`revoked-${page}-`} || n, now() + interval '1 hour' from generate_series(1, 20000) n`);
    await fires(['RevocationsMany']);
  });

  it('fires when a server is gone', async () => {
    await other.kill();
    await fires(['ServerDown']);
  });

  (libfaketime ? it : it.skip)('fires when the clock of a server is wrong (needs faketime)', async () => {
    await fires(['ClockSkew']);
  });

  it('has fired', () => {
    const all = listRules(readRules()).map(({ alert }) => alert);
    expect(
      all.filter((alert) => !fired.has(alert) && (alert !== 'ClockSkew' || libfaketime !== undefined)),
    ).toEqual([]);
    expect(listRules(hastyRules()).map(({ expr }) => expr)).toEqual(
      listRules(readRules()).map(({ expr }) => expr),
    );
  });
});
