import { readSearchIndex } from '@app/catalogue';
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
import { queryKinds } from './query-kinds.js';
import { CLIENTS, load, percentile, type Ask } from './search-load.js';

/** Queries of each kind, of which both sides send the same, and what the API sends to OpenSearch for each. */
const RECORDED = 50;
/** How often the load is applied to each side in turn. */
const TURNS = 3;
const BUILD_PATIENCE_MS = 60 * 60_000;
/** For the heap; what is beside it caches the files. */
const HEAP_MB = { many: 3_072, few: 1_024 };

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
  const folder = stack.keptData ?? mkdtempSync(join(tmpdir(), 'learning-platform-opensearch-'));
  chmodSync(folder, 0o755); // as root, it runs as another user
  const heapMb = run.isMany ? HEAP_MB.many : HEAP_MB.few;
  const server = await startOpenSearch({ home, dataDir: join(folder, 'opensearch'), heapMb });
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

/** A kind of query, some of them with what the API sends to OpenSearch. */
interface RecordedKind {
  name: string;
  pairs: { query: string; body: string }[];
}

/** Asks one API behind a proxy for queries of every kind, one after the other. */
async function recorded(
  stack: BenchStack,
  authorization: string,
  server: RunningOpenSearch,
): Promise<RecordedKind[]> {
  const proxy = await RecordingProxy.start(server.url);
  const api = await apiAsking(stack, proxy.url);
  const pool = new Pool(api.url, { connections: 1 });
  const ask = asking(pool, authorization);
  const kinds: RecordedKind[] = [];
  try {
    for (const { name, make } of queryKinds()) {
      const pairs: RecordedKind['pairs'] = [];
      const random = new Seeded(1000);
      for (let count = 0; count < RECORDED; count += 1) {
        const query = make(random);
        proxy.bodies.length = 0;
        await ask(query);
        const body = proxy.bodies.find((one) => one.includes('"query"'));
        if (body === undefined) throw new Error(`OpenSearch was not asked: ${query}`);
        pairs.push({ query, body });
      }
      kinds.push({ name, pairs });
    }
  } finally {
    await pool.close();
    await api.stop();
    await proxy.stop();
  }
  return kinds;
}

const asking =
  (pool: Pool, authorization: string): Ask =>
  async (query) => {
    const path = `/v2/learning-objects?${query}`;
    const { body, statusCode } = await pool.request({ path, method: 'GET', headers: { authorization } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${query}: ${statusCode} ${text}`);
    return text;
  };

const askingDirectly =
  (pool: Pool): Ask =>
  async (body) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const path = '/_msearch?max_concurrent_searches=1';
    const answer = await pool.request({ path, method: 'POST', headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200 || text.includes('"error"')) throw new Error(text.slice(0, 1_000));
    return text.slice(text.lastIndexOf('"took"'));
  };

async function compare(
  stack: BenchStack,
  authorization: string,
  server: RunningOpenSearch,
  kinds: readonly RecordedKind[],
  { isMany, add, print, whileChanging }: Run,
): Promise<void> {
  const idle = new Set(await connectionsOf(stack.databaseUrl, 'resource-api'));
  const api = await apiAsking(stack, server.url);
  const [through, direct] = [api.url, server.url].map((url) => new Pool(url, { connections: CLIENTS }));
  const sides = { ours: asking(through!, authorization), theirs: askingDirectly(direct!) };
  // once through all of them: the first thousands of searches cost a JVM several times as much
  for (const { pairs } of kinds) {
    await load((random) => random.pick(pairs).query, sides.ours);
    await load((random) => random.pick(pairs).body, sides.theirs);
  }
  for (const { name, pairs } of kinds) {
    const query = (random: Seeded) => random.pick(pairs).query;
    const body = (random: Seeded) => random.pick(pairs).body;
    const [ours, theirs] = [new Spent(), new Spent()];
    await whileChanging(stack.ownerUrl, async () => {
      await load(query, sides.ours);
      const connections = await connectionsOf(stack.databaseUrl, 'resource-api');
      const parts = {
        OpenSearch: CpuTime.ofProcesses([server.pid]),
        API: CpuTime.ofProcesses([api.pid]),
        Postgres: CpuTime.ofProcesses(connections.filter((pid) => !idle.has(pid))),
      };
      for (let turn = 0; turn < TURNS; turn += 1) {
        const took = await ours.during(parts, () => load(query, sides.ours, turn));
        // as often: a JVM that is asked in a rush spends less on each query
        await theirs.during({ OpenSearch: parts.OpenSearch }, () => load(body, sides.theirs, turn, took));
      }
    });
    print(`${name.padEnd(34)} by OpenSearch ${ours.words()}; asked directly ${theirs.words()}`);
    add({
      what: `${name}, by OpenSearch`,
      against: 'OpenSearch asked directly',
      ours: ours.cpuMs,
      theirs: theirs.cpuMs,
      unit: 'CPU ms',
      target: ratioAtMost(1.3),
    });
    add({
      what: `${name}, by OpenSearch, processor time`,
      ours: ours.cpuMs,
      unit: 'CPU ms',
      target: isMany && name.startsWith('frequent') ? atMost(100) : noTarget,
    });
  }
  await Promise.all([through!.close(), direct!.close()]);
}

/** What the processes of one side have used for its queries, in several turns. */
class Spent {
  readonly #seconds = new Map<string, number>();
  readonly #times: number[] = [];

  /** @returns milliseconds that it took */
  async during(
    parts: Record<string, CpuTime>,
    work: () => Promise<{ times: readonly number[]; tookMs: number }>,
  ): Promise<number> {
    const before = new Map(Object.entries(parts).map(([name, cpu]) => [name, cpu.seconds()]));
    const { times, tookMs } = await work();
    for (const [name, cpu] of Object.entries(parts))
      this.#seconds.set(name, (this.#seconds.get(name) ?? 0) + cpu.seconds() - before.get(name)!);
    this.#times.push(...times);
    return tookMs;
  }

  /** Of all processes, milliseconds a query. */
  get cpuMs(): number {
    return [...this.#seconds.keys()].reduce((sum, name) => sum + this.#of(name), 0);
  }

  words(): string {
    const parts = [...this.#seconds.keys()].map((name) => `${name} ${this.#of(name).toFixed(1)}`);
    const at = (share: number) => percentile(this.#times, share).toFixed(0);
    const of = parts.length > 1 ? ` (${parts.join(', ')})` : '';
    return `${this.cpuMs.toFixed(1)} CPU ms${of}  p50 ${at(0.5)} ms  p95 ${at(0.95)} ms`;
  }

  #of(name: string): number {
    return (this.#seconds.get(name)! * 1000) / this.#times.length;
  }
}
