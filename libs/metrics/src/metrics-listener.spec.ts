import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import type { MetricDefinition } from './metric-definition.js';
import { metricList } from './metric-list.js';
import { MetricsListener } from './metrics-listener.js';
import { metrics, observe } from './metrics.js';

const silent = pino({ level: 'silent' });
const createListener = (settings = {}) =>
  new MetricsListener(
    'resource-api',
    { METRICS_PORT: 0, HOST: '127.0.0.1', BUILD_COMMIT: 'abc123', ...settings },
    silent,
  );

describe('The listener for metrics', () => {
  let listener: MetricsListener;
  beforeEach(async () => {
    listener = createListener();
    await listener.listen();
  });
  afterEach(() => listener.onApplicationShutdown());

  it('shows metrics in the format of Prometheus, and which build this is', async () => {
    const answer = await fetch(listener.url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toMatch(
      /^build_info\{version="\d+\.\d+\.\d+",commit="abc123",node_version="v\d+\.\d+\.\d+"\} 1$/m,
    );
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^process_cpu_seconds_total \d/m);
  });

  it('has nothing else, and takes nothing but GET', async () => {
    const { origin } = new URL(listener.url);
    expect((await fetch(origin)).status).toBe(404);
    expect((await fetch(`${origin}/health/live`)).status).toBe(404);
    expect((await fetch(listener.url, { method: 'POST', body: 'x' })).status).toBe(405);
  });

  it('shows all other metrics when some cannot be measured', async () => {
    listener.beforeEach(() => Promise.reject(new Error('Postgres is away')));
    expect(await (await fetch(listener.url)).text()).toContain('build_info');
  });

  it('contains only metrics of its server', async () => {
    const text = await listener.text();
    const shown = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!);
    const ownNames = Object.entries<MetricDefinition>(metricList)
      .filter(([, one]) => one.servers.includes('resource-api'))
      .map(([name]) => name);
    expect(shown).toEqual(expect.arrayContaining(ownNames));
    expect(shown.filter((name) => name in metricList)).toHaveLength(ownNames.length);
  });

  it('reports that its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(createListener({ METRICS_PORT: port }).listen()).rejects.toThrow(/EADDRINUSE/);
    await new Promise((resolve) => other.close(resolve));
  });
});

describe('A gauge that is observed', () => {
  const samples = async () => (await metrics.key_set_age_seconds.get()).values;

  it('has no value without a source, and drops ended sources', async () => {
    expect(await samples()).toEqual([]);
    const forget = observe('key_set_age_seconds', () => 7);
    expect(await samples()).toMatchObject([{ value: 7 }]);
    forget();
    expect(await samples()).toEqual([]);
  });

  it('combines its sources by the rule in the list, for each set of labels', async () => {
    const forget = [
      observe('dependency_up', () => [{ labels: { dependency: 'smtp' }, value: 1 }]),
      observe('dependency_up', () => [{ labels: { dependency: 'smtp' }, value: 0 }]),
      observe('key_set_age_seconds', () => 1),
      observe('key_set_age_seconds', () => 3),
      observe('postgres_pool_waiting', () => 2),
      observe('postgres_pool_waiting', () => 5),
    ];
    const { values } = await metrics.dependency_up.get();
    expect(values.filter(({ labels }) => labels.dependency === 'smtp')).toMatchObject([{ value: 0 }]);
    expect(await samples()).toMatchObject([{ value: 3 }]);
    expect((await metrics.postgres_pool_waiting.get()).values).toMatchObject([{ value: 7 }]);
    for (const one of forget) one();
  });
});

describe('The list of metrics', () => {
  const all = Object.entries<MetricDefinition>(metricList);

  it('names them as Prometheus does: counters by _total, times in seconds', () => {
    for (const [name, { kind, help }] of all) {
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter']);
      expect(name).not.toMatch(/_(ms|millis|milliseconds|minutes|kb|mb)(_|$)/);
      if (kind === 'histogram') expect(name).toMatch(/_seconds$/);
      expect(help).toMatch(/\.$/);
    }
  });

  it('has no label whose values come from outside', () => {
    const bounded = [
      ...['version', 'commit', 'node_version', 'dependency', 'method', 'route', 'status', 'pool', 'state'],
      ...['path', 'by', 'reason', 'command', 'task', 'grant', 'result', 'lane', 'kind', 'engine'],
      ...['outcome', 'server'],
    ];
    for (const [, { labels = [] }] of all) expect(bounded).toEqual(expect.arrayContaining([...labels]));
  });
});
