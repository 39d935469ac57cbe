import { readSearchIndex, type CatalogueSearch } from '@app/catalogue';
import { openDatabase, sql } from '@app/database';
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
import type { BenchStack, RunningProgram } from '../bench-stack.js';
import { atMost, noTarget, ratioAtMost, type resultRow } from '../result.js';
import { connectionsOf, CpuTime } from './cpu-time.js';
import { RecordingProxy } from './recording-proxy.js';
import { AdapterHere } from './adapter-here.js';
import { queryKinds, queryOf } from './query-kinds.js';
import { CLIENTS, totalIn } from './search-load.js';
import { Side } from './side.js';

/** Searches of each kind, of which all sides send the same, and what the API sends to OpenSearch for each. */
const RECORDED = 50;
/** How often the load is applied to each side in turn. */
const TURNS = 3;
const BUILD_PATIENCE_MS = 60 * 60_000;
/** For the heap; what is beside it caches the files. */
const HEAP_MB = 1_024;

interface Run {
  add: (row: Omit<Parameters<typeof resultRow>[0], 'scenario'>) => void;
  print: (line: string) => void;
  /** Changes the catalogue all the time while the work is done. */
  whileChanging: <T>(ownerUrl: string, work: () => Promise<T>) => Promise<T>;
}

/**
 * The same searches by an API that asks OpenSearch, by its adapter alone, and the requests that both send to OpenSearch
 * sent there directly, in turn. Says so and adds nothing where there is no OpenSearch.
 */
export async function besideOpenSearch(stack: BenchStack, authorization: string, run: Run): Promise<void> {
  const home = openSearchHome();
  if (home === undefined || javaHome() === undefined) {
    run.print('OpenSearch was not measured: npm run opensearch -- fetch, with a JDK of 21 or later.');
    return;
  }
  const folder = stack.keptData ?? mkdtempSync(join(tmpdir(), 'learning-platform-opensearch-'));
  chmodSync(folder, 0o755); // as root, it runs as another user
  const server = await startOpenSearch({ home, dataDir: join(folder, 'opensearch'), heapMb: HEAP_MB });
  try {
    const indexer = await buildIndex(stack, server, run.print);
    // what it writes would be added to the searches of whoever takes longer
    await indexer.stop();
    const kinds = await recorded(stack, authorization, server);
    await compare(stack, authorization, server, kinds, run);
  } finally {
    await server.stop();
    if (stack.keptData === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

const settingsOf = (url: string): Record<string, string> => ({
  SEARCH_ENGINE: 'opensearch',
  OPENSEARCH_URLS: url,
  OPENSEARCH_REPLICAS: '0',
  OPENSEARCH_TIMEOUT_MS: '25000',
  OPENSEARCH_MAX_LAG_SECONDS: '3600',
});

/** The worker builds it, as in production. */
async function buildIndex(
  stack: BenchStack,
  server: RunningOpenSearch,
  print: (line: string) => void,
): Promise<RunningProgram> {
  const port = await freePort();
  const worker = stack.programs.find(({ name }) => name === 'webhook-worker')!;
  const env = { ...worker.env, ...settingsOf(server.url), PORT: String(port), METRICS_PORT: '0' };
  const started = performance.now();
  const indexer = await stack.runBeside({ ...worker, name: 'indexer', env }, port);
  const database = await openDatabase({ url: stack.ownerUrl, applicationName: 'bench', poolSize: 1 });
  try {
    for (;;) {
      const index = await readSearchIndex(database);
      const now = await database.one<{ version: number }>(
        sql`select sum(version)::bigint as version from learning.catalogue_version`,
      );
      if (index?.builtTo === null && index.version === now!.version) break;
      if (performance.now() - started > BUILD_PATIENCE_MS) throw new Error('the search index is not built');
      await pause(500);
    }
  } finally {
    await database.dataSource.destroy();
  }
  print(`search index built in ${((performance.now() - started) / 1000).toFixed(0)} s`);
  return indexer;
}

async function apiAsking(stack: BenchStack, url: string): Promise<RunningProgram & { url: string }> {
  const port = await freePort();
  const env = { ...stack.apiProgram.env, ...settingsOf(url), PORT: String(port), METRICS_PORT: '0' };
  const api = await stack.runBeside({ ...stack.apiProgram, name: `resource-api ${port}`, env }, port);
  return { ...api, url: `http://localhost:${port}` };
}

/** A kind of search, some of them with what the API sends to OpenSearch. */
interface RecordedKind {
  name: string;
  searches: { search: CatalogueSearch; query: string; body: string }[];
}

/**
 * Searches of every kind, one after the other, by an API behind a proxy and by its adapter.
 * @throws Error when these ask OpenSearch for different things
 */
async function recorded(
  stack: BenchStack,
  authorization: string,
  server: RunningOpenSearch,
): Promise<RecordedKind[]> {
  const proxy = await RecordingProxy.start(server.url);
  const api = await apiAsking(stack, proxy.url);
  const adapter = await AdapterHere.open(stack.databaseUrl, settingsOf(proxy.url));
  const pool = new Pool(api.url, { connections: 1 });
  const ask = asking(pool, authorization);
  const bodyOf = async (work: Promise<unknown>) => {
    proxy.bodies.length = 0;
    await work;
    return proxy.bodies.find((one) => one.includes('"query"'));
  };
  const kinds: RecordedKind[] = [];
  try {
    for (const { name, make } of queryKinds()) {
      const searches: RecordedKind['searches'] = [];
      const random = new Seeded(1000);
      for (let count = 0; count < RECORDED; count += 1) {
        const search = make(random);
        const query = queryOf(search);
        const body = await bodyOf(ask(query));
        if (body === undefined) throw new Error(`OpenSearch was not asked: ${query}`);
        if (body !== (await bodyOf(adapter.search(search))))
          throw new Error(`The API and its adapter ask for different things: ${query}`);
        searches.push({ search, query, body });
      }
      kinds.push({ name, searches });
    }
  } finally {
    await pool.close();
    await adapter.close();
    await api.stop();
    await proxy.stop();
  }
  return kinds;
}

/** Returns the total. */
type Send<What = string> = (what: What) => Promise<number>;

const asking =
  (pool: Pool, authorization: string): Send =>
  async (query) => {
    const path = `/v2/learning-objects?${query}`;
    const { body, statusCode } = await pool.request({ path, method: 'GET', headers: { authorization } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${query}: ${statusCode} ${text}`);
    return totalIn(text);
  };

const askingDirectly =
  (pool: Pool): Send =>
  async (body) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const path = '/_msearch?max_concurrent_searches=1';
    const answer = await pool.request({ path, method: 'POST', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.includes('"error"')) throw new Error(text.slice(0, 1_000));
    // not that of the shards, nor of the search for the state
    return totalIn(text.slice(text.lastIndexOf('"hits":{"total"')));
  };

async function compare(
  stack: BenchStack,
  authorization: string,
  server: RunningOpenSearch,
  kinds: readonly RecordedKind[],
  { add, print, whileChanging }: Run,
): Promise<void> {
  const idle = new Set(await connectionsOf(stack.databaseUrl, 'resource-api'));
  const api = await apiAsking(stack, server.url);
  const adapter = await AdapterHere.open(stack.databaseUrl, settingsOf(server.url));
  const [through, direct] = [api.url, server.url].map((url) => new Pool(url, { connections: CLIENTS }));
  const [askApi, askDirectly] = [asking(through!, authorization), askingDirectly(direct!)];
  const sidesOf = ({ searches }: RecordedKind) => {
    const picked = (random: Seeded) => random.pick(searches);
    return {
      byApi: new Side((random) => askApi(picked(random).query)),
      directly: new Side((random) => askDirectly(picked(random).body)),
      byAdapter: new Side(async (random) => (await adapter.search(picked(random).search)).total),
      byClient: new Side((random) => adapter.byClient(picked(random).body)),
    };
  };
  // once through all of them: the first thousands of searches cost a JVM several times as much
  for (const kind of kinds) for (const side of Object.values(sidesOf(kind))) await side.warmUp();
  for (const kind of kinds) {
    const sides = sidesOf(kind);
    const { byApi, directly, byAdapter, byClient } = sides;
    await whileChanging(stack.ownerUrl, async () => {
      await adapter.readVisibility();
      await byApi.warmUp();
      const connections = await connectionsOf(stack.databaseUrl, 'resource-api');
      const openSearch = CpuTime.ofProcesses([server.pid]);
      const here = CpuTime.ofProcesses([process.pid]);
      const postgres = CpuTime.ofProcesses(connections.filter((pid) => !idle.has(pid)));
      byApi.uses({ OpenSearch: openSearch, API: CpuTime.ofProcesses([api.pid]), Postgres: postgres });
      directly.uses({ OpenSearch: openSearch });
      byAdapter.uses({ OpenSearch: openSearch, adapter: here, Postgres: await adapter.postgresTime() });
      byClient.uses({ OpenSearch: openSearch, client: here });
      for (let turn = 0; turn < TURNS; turn += 1) {
        // as often: a JVM that is asked in a rush spends less on each query
        await directly.take(turn, await byApi.take(turn));
        await byClient.take(turn, await byAdapter.take(turn));
      }
    });
    const { name } = kind;
    if (new Set(Object.values(sides).map(({ total }) => total)).size > 1)
      throw new Error(`${name}: not everybody has found the same`);
    print(
      `${name.padEnd(34)} by OpenSearch ${byApi.words()}; asked directly ${directly.words()}; ` +
        `by the adapter alone ${byAdapter.words()}; by its client ${byClient.words()}`,
    );
    add({
      what: `${name}, by OpenSearch, adapter`,
      against: 'OpenSearch asked by its client',
      ours: byAdapter.cpuMs,
      theirs: byClient.cpuMs,
      unit: 'CPU ms',
      target: ratioAtMost(1.3),
    });
    add({
      what: `${name}, by OpenSearch, whole request`,
      against: 'what OpenSearch uses itself',
      ours: byApi.cpuMs,
      theirs: directly.cpuMs,
      unit: 'CPU ms',
      target: name.startsWith('frequent') ? atMost(60) : noTarget,
    });
  }
  await Promise.all([through!.close(), direct!.close(), adapter.close()]);
}
