import { readSearchIndex } from '@app/catalogue';
import { openDatabase } from '@app/database';
import {
  freePort,
  javaHome,
  openSearchHome,
  startOpenSearch,
  type RunningOpenSearch,
} from '@app/local-services';
import { Seeded } from '@app/sample-content';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { BenchStack } from '../bench-stack.js';
import { atMost, noTarget, ratioAtMost, type resultRow } from '../result.js';
import { CpuTime } from './cpu-time.js';
import { RecordingProxy } from './recording-proxy.js';
import { queryKinds } from './query-kinds.js';
import { CLIENTS, measure, type Ask, type Figures } from './search-load.js';

/** Queries of each kind whose requests to OpenSearch are kept, to be sent to it directly. */
const RECORDED = 50;
const BUILD_PATIENCE_MS = 30 * 60_000;
const HEAP_MB = 1_024;

interface Run {
  /** Whether the targets are those for a million objects. */
  isMany: boolean;
  add: (row: Omit<Parameters<typeof resultRow>[0], 'scenario'>) => void;
  print: (line: string) => void;
  /** Changes the catalogue all the time while the work is done. */
  whileChanging: <T>(ownerUrl: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * The same searches by an API that asks OpenSearch, and the requests that it sends to OpenSearch sent there directly, in
 * turn. Says so and adds nothing where there is no OpenSearch.
 */
export async function besideOpenSearch(stack: BenchStack, authorization: string, run: Run): Promise<void> {
  const home = openSearchHome();
  if (home === undefined || javaHome() === undefined) {
    run.print('OpenSearch was not measured: npm run opensearch -- fetch, with a JDK of 21 or later.');
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'learning-platform-opensearch-'));
  chmodSync(folder, 0o755); // as root, it runs as another user
  const server = await startOpenSearch({ home, dataDir: join(folder, 'data'), heapMb: HEAP_MB });
  const proxy = await RecordingProxy.start(server.url);
  try {
    await buildIndex(stack, server, run.print);
    const api = await apiAsking(stack, server.url);
    const recorded = await apiAsking(stack, proxy.url);
    await compare(stack, authorization, server, { api, recorded, proxy }, run);
  } finally {
    await proxy.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const settingsOf = (url: string): Record<string, string> => ({
  SEARCH_ENGINE: 'opensearch',
  OPENSEARCH_URLS: url,
  OPENSEARCH_REPLICAS: '0',
  OPENSEARCH_TIMEOUT_MS: '25000',
});

/** The worker builds it, as in production. */
async function buildIndex(
  stack: BenchStack,
  server: RunningOpenSearch,
  print: (line: string) => void,
): Promise<void> {
  const port = await freePort();
  const worker = stack.programs.find(({ name }) => name === 'webhook-worker')!;
  const env = { ...worker.env, ...settingsOf(server.url), PORT: String(port), METRICS_PORT: '0' };
  const started = performance.now();
  await stack.runBeside({ ...worker, name: 'indexer', env }, port);
  const database = await openDatabase({ url: stack.ownerUrl, applicationName: 'bench', poolSize: 1 });
  try {
    for (;;) {
      const index = await readSearchIndex(database);
      if (index?.builtTo === null && index.version !== null) break;
      if (performance.now() - started > BUILD_PATIENCE_MS) throw new Error('the search index is not built');
      await pause(500);
    }
  } finally {
    await database.dataSource.destroy();
  }
  print(`search index built in ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

async function apiAsking(stack: BenchStack, url: string): Promise<string> {
  const port = await freePort();
  const env = { ...stack.apiProgram.env, ...settingsOf(url), PORT: String(port), METRICS_PORT: '0' };
  await stack.runBeside({ ...stack.apiProgram, name: `resource-api ${port}`, env }, port);
  return `http://localhost:${port}`;
}

interface Sides {
  api: string;
  /** An API behind the proxy. */
  recorded: string;
  proxy: RecordingProxy;
}

async function compare(
  stack: BenchStack,
  authorization: string,
  server: RunningOpenSearch,
  { api, recorded, proxy }: Sides,
  { isMany, add, print, whileChanging }: Run,
): Promise<void> {
  const pools = [api, recorded, server.url].map((url) => new Pool(url, { connections: CLIENTS }));
  const [through, recording, direct] = pools as [Pool, Pool, Pool];
  const asking =
    (pool: Pool): Ask =>
    async (query) => {
      const path = `/v2/learning-objects?${query}`;
      const { body, statusCode } = await pool.request({ path, method: 'GET', headers: { authorization } });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${query}: ${statusCode} ${text}`);
      return text;
    };
  const askDirectly: Ask = async (body) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const answer = await direct.request({
      path: '/_msearch?max_concurrent_searches=1',
      method: 'POST',
      headers,
      body,
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.includes('"error"')) throw new Error(text.slice(0, 1_000));
    return text.slice(text.lastIndexOf('"took"'));
  };
  for (const kind of queryKinds()) {
    const bodies = await recordedRequests(proxy, kind, asking(recording));
    const repeated = { make: (random: Seeded) => random.pick(bodies) };
    const ours = await whileChanging(stack.ownerUrl, () =>
      measure(kind, asking(through), () => CpuTime.of(stack.databaseUrl, 'resource-api', [server.pid])),
    );
    const theirs = await whileChanging(stack.ownerUrl, () =>
      measure(repeated, askDirectly, () => Promise.resolve(CpuTime.ofProcess(server.pid))),
    );
    print(lineOf(kind.name, ours, theirs));
    add({
      what: `${kind.name}, by OpenSearch`,
      against: 'OpenSearch asked directly',
      ours: ours.cpuMs,
      theirs: theirs.cpuMs,
      unit: 'CPU ms',
      target: ratioAtMost(1.3),
    });
    add({
      what: `${kind.name}, by OpenSearch, processor time`,
      ours: ours.cpuMs,
      unit: 'CPU ms',
      target: isMany && kind.name.startsWith('frequent') ? atMost(100) : noTarget,
    });
  }
  await Promise.all(pools.map((pool) => pool.close()));
}

/** What the API sends to OpenSearch for queries of a kind. */
async function recordedRequests(
  proxy: RecordingProxy,
  { make }: { make: (random: Seeded) => string },
  ask: Ask,
): Promise<string[]> {
  const random = new Seeded(1000);
  proxy.bodies.length = 0;
  for (let count = 0; count < RECORDED; count += 1) await ask(make(random));
  const searches = proxy.bodies.filter((body) => body.includes('"query"'));
  if (searches.length === 0) throw new Error('OpenSearch was not asked');
  return searches.slice();
}

const lineOf = (name: string, ours: Figures, theirs: Figures): string =>
  `${name.padEnd(34)} by OpenSearch ${ours.cpuMs.toFixed(1)} CPU ms  p50 ${ours.p50.toFixed(0)} ms  p95 ${ours.p95.toFixed(0)} ms; asked directly ${theirs.cpuMs.toFixed(1)} CPU ms  p50 ${theirs.p50.toFixed(0)} ms  p95 ${theirs.p95.toFixed(0)} ms`;
