import { sql } from '@app/database';
import { SeededRandom } from '@app/sample-content';
import type { Bench } from '../../bench.js';
import { withBenchStack, type BenchStack } from '../../bench-stack.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { CpuTime } from '../../load/cpu-time.js';
import { runLoad, type RepeatedRequest } from '../../load/run-load.js';
import { percentile } from '../../report/figures.js';
import { atLeast, atMost, noTarget, resultRow, type ResultRow, type Target } from '../../report/result.js';
import { fillCatalogue } from './fill-catalogue.js';
import { queryKinds, type QueryKind } from './query-kinds.js';
import { formatScenarioName, USUAL_OBJECTS } from './search-options.js';

/** Milliseconds between changes of an object during the measurement, which invalidate caches of the catalogue. */
const CHANGE_MS = 250;
const CLIENTS = 8;
const QUERIES = 400;
/** Seconds after which every connection is open, its statements are planned, and the code is compiled. */
const WARM_UP_SECONDS = 3;
const SCROLL_LIMIT = 50;
const SCROLL_SECONDS = 10;
/** Number of objects from which a frequent keyword has a target. */
const MANY_OBJECTS = 200_000;
const HITS_PER_SECOND = 30_000;

/** Searches and scrolls over generated learning objects, some of which change meanwhile. */
export const searchBench = (objects: number): Bench => ({
  name: formatScenarioName(objects),
  description: `searches and scrolls over ${objects.toLocaleString('en')} learning objects by postgres`,
  measuredBy: [
    'Generated objects of eight languages and 200 providers, four in five of them premium, are the same for the same count.',
    'Eight clients send 400 queries of each kind, after three seconds of the same. Meanwhile an object changes every 250 ms, so no count stays true for long.',
    'A figure is the processor time of the API and Postgres, or the 95th percentile by the clock.',
    '`--objects <count>` measures another size.',
    'Postgres serves up to some 200,000 objects ([ADR 18](adr/0018-catalogue-search-in-postgres.md)), OpenSearch more ([ADR 29](adr/0029-opensearch-as-a-second-engine.md)).',
  ],
  run: (print) => withBenchStack((stack) => measureAll(objects, stack, print)),
});

async function measureAll(
  count: number,
  stack: BenchStack,
  print: (line: string) => void,
): Promise<ResultRow[]> {
  const scenario = formatScenarioName(count);
  await fillCatalogue(stack, count);
  const cpu = await CpuTime.of(stack.ownerUrl);
  const pids = [stack.getPid('resource-api')];
  const url = `${stack.api}/v2/learning-objects`;
  const headers = { authorization: `Bearer ${await stack.token()}` };
  const rows: ResultRow[] = [];
  const add = (row: Omit<Parameters<typeof resultRow>[0], 'scenario'>) => {
    const what = `${row.what}, at ${count.toLocaleString('en')} objects`;
    rows.push(resultRow({ scenario, ...row, what }));
  };
  const clients = ({ make }: QueryKind, seed: number) =>
    Array.from({ length: CLIENTS }, (_, client): RepeatedRequest => {
      const random = new SeededRandom(seed + client);
      const createUrl = () => `${url}?${new URLSearchParams(make(random))}`;
      return { url: createUrl(), headers, next: (_answer, repeated) => void (repeated.url = createUrl()) };
    });
  const warmUp = (kind: QueryKind) => runLoad(clients(kind, 0), { seconds: WARM_UP_SECONDS });
  // warms up all kinds first, or the first one would pay for compiling the code of all
  for (const kind of queryKinds()) await warmUp(kind);
  for (const kind of queryKinds()) {
    const { result, server, postgres } = await whileChanging(stack.ownerUrl, async () => {
      await warmUp(kind);
      return cpu.during(pids, () => runLoad(clients(kind, 1_000), { amount: QUERIES }));
    });
    const cpuMs = (server + postgres) / result.requests;
    const [p50, p95] = [percentile(result.times, 0.5), percentile(result.times, 0.95)];
    print(
      `${kind.name.padEnd(34)} ${cpuMs.toFixed(1).padStart(6)} CPU ms  p50 ${p50.toFixed(0)} ms  p95 ${p95.toFixed(0)} ms`,
    );
    add({ what: kind.name, ours: cpuMs, unit: 'CPU ms', target: cpuTarget(kind, count) });
    add({ what: `${kind.name}, 95th percentile`, ours: p95, unit: 'ms', target: p95Target(kind, count) });
  }
  const rate = await scroll(url, headers);
  print(`scroll: ${rate} hits/s by ${CLIENTS} parallel callers, pages of ${SCROLL_LIMIT}`);
  add({ what: 'scroll', ours: rate, unit: 'hits/s', target: atLeast(HITS_PER_SECOND) });
  return rows;
}

const cpuTarget = ({ bar }: QueryKind, count: number): Target => {
  if (bar === 'main' && count === USUAL_OBJECTS) return atMost(8);
  return bar === 'frequent' && count >= MANY_OBJECTS ? atMost(60) : noTarget;
};

const p95Target = ({ bar }: QueryKind, count: number): Target =>
  bar === 'main' && count === USUAL_OBJECTS ? atMost(50) : noTarget;

/** Makes one object after the other more popular, which changes the catalogue's version. */
const whileChanging = <T>(ownerUrl: string, work: () => Promise<T>): Promise<T> =>
  withBenchDatabase(ownerUrl, async (database) => {
    const random = new SeededRandom(7);
    const last = await database.one<{ id: number }>(sql`select max(lo_id) as id from learning.search_doc`);
    let changing = Promise.resolve();
    const timer = setInterval(() => {
      changing = changing.then(() =>
        database.write(async (tx) => {
          const id = random.between(1, last!.id);
          await tx.run(sql`update learning.search_doc set popularity = popularity + 1 where lo_id = ${id}`);
          await tx.run(sql`update learning.catalogue_version set version = version + 1 where shard = 0`);
        }),
      );
    }, CHANGE_MS);
    try {
      return await work();
    } finally {
      clearInterval(timer);
      await changing;
    }
  });

/**
 * Concurrent callers of one scroll.
 * @returns hits a second
 */
async function scroll(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`${url}?premium=true&scroll=true&limit=${SCROLL_LIMIT}`, { headers });
  const { _scroll_id: id, total } = (await answer.json()) as { _scroll_id: string; total: number };
  let hits = 0;
  const repeated: RepeatedRequest = {
    url: `${url}?scroll=true&scrollId=${id}`,
    headers,
    // answers are not parsed, because that would take another core
    next: (text) => void (hits += text.split('"portal_collection":').length - 1),
  };
  const started = performance.now();
  const amount = Math.ceil(total / SCROLL_LIMIT) - 1; // the first page has been read
  await runLoad(Array(CLIENTS).fill(repeated), { seconds: SCROLL_SECONDS, amount });
  return Math.round((hits * 1000) / (performance.now() - started));
}
