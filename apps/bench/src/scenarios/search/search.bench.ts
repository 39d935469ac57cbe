import { sql } from '@app/database';
import type { RunningOpenSearch } from '@app/local-services';
import { SeededRandom } from '@app/sample-content';
import { Pool } from 'undici';
import type { BenchStack } from '../../bench-stack.js';
import type { Bench } from '../../bench.js';
import { withBenchStack } from '../../bench-stack.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { formatRequest, type RepeatedRequest } from '../../load/thin-load.js';
import { Line } from '../../load/thin-client.js';
import { atLeast, atMost, noTarget, resultRow, type ResultRow, type Target } from '../../report/result.js';
import { CpuTime } from '../../load/cpu-time.js';
import { fillCatalogue } from './fill-catalogue.js';
import { queryKinds, formatQuery, type QueryKind } from './query-kinds.js';
import {
  assertOpenSearchAnswered,
  buildSearchIndex,
  openSearchSettings,
  withOpenSearch,
} from './search-index.js';
import { CLIENTS, measure, totalIn, warmUp, type Ask, type SearchFigures } from './search-load.js';
import { formatScenarioName, USUAL_SEARCH, type SearchOptions } from './search-options.js';

/** How often an object changes meanwhile: whatever is kept for the catalogue as it is, is worth nothing then. */
const CHANGE_MS = 250;
const SCROLL_LIMIT = 50;
/** From so many on, a frequent keyword has a bar. */
const MANY_OBJECTS = 200_000;
const HITS_PER_SECOND = 30_000;

/** Searches and scrolls over so many generated learning objects, of which some change meanwhile. */
export const searchBench = (options: SearchOptions): Bench => ({
  name: formatScenarioName(options),
  description: `searches and scrolls over ${options.objects.toLocaleString('en')} learning objects by ${options.engine}`,
  measuredBy: [
    'Generated objects of eight languages and 200 providers, four in five of them premium, are the same for the same count.',
    'Eight clients send 400 queries of each kind, after three seconds of the same. Meanwhile an object changes every 250 ms, so no count stays true for long.',
    'A figure is the processor time of the API, its connections to Postgres and OpenSearch, or the 95th percentile by the clock.',
    '`--engine opensearch` and `--objects <count>` measure another engine or size.',
    'Postgres serves up to some 200,000 objects ([ADR 18](adr/0018-catalogue-search-in-postgres.md)), OpenSearch more ([ADR 29](adr/0029-opensearch-as-a-second-engine.md)).',
  ],
  runAlone: (print) =>
    options.engine === 'postgres'
      ? withBenchStack((stack) => measureAll(options, stack, print))
      : withOpenSearch((server) =>
          withBenchStack((stack) => measureAll(options, stack, print, server), {
            settings: openSearchSettings(server),
          }),
        ),
});

async function measureAll(
  options: SearchOptions,
  stack: BenchStack,
  print: (line: string) => void,
  openSearch?: RunningOpenSearch,
): Promise<ResultRow[]> {
  const { objects: count } = options;
  const scenario = formatScenarioName(options);
  await fillCatalogue(stack, count, print);
  if (openSearch) await buildSearchIndex(stack, print);
  const cpuTime = () => CpuTime.of(stack.databaseUrl, 'resource-api', openSearch ? [openSearch.pid] : []);
  const authorization = `Bearer ${await stack.token()}`;
  const pool = new Pool(stack.api, { connections: CLIENTS });
  const send = searcher(pool, authorization);
  const asking =
    ({ make }: QueryKind): Ask =>
    async (random) =>
      totalIn(await send(formatQuery(make(random))));
  const suffix = `at ${count.toLocaleString('en')} objects`;
  const rows: ResultRow[] = [];
  const add = (row: Omit<Parameters<typeof resultRow>[0], 'scenario'>) => {
    const result = resultRow({ scenario, ...row, what: `${row.what}, ${suffix}` });
    rows.push(result);
    if (!result.holds) print(`  missed: ${result.ours} ${result.unit}, ${result.target}`);
  };
  // a server that has answered other kinds of queries, too: the first to be measured would pay for compiling it all
  for (const kind of queryKinds()) await warmUp(asking(kind));
  for (const kind of queryKinds()) {
    const figures = await whileChanging(stack.ownerUrl, () => measure(asking(kind), cpuTime));
    print(line(kind.name, figures));
    add({
      what: kind.name,
      ours: figures.cpuMs,
      unit: 'CPU ms',
      target: cpuTarget(kind, count),
    });
    add({
      what: `${kind.name}, 95th percentile`,
      ours: figures.p95,
      unit: 'ms',
      target: p95Target(kind, count),
    });
  }
  const first = JSON.parse(await send(`premium=true&scroll=true&limit=${SCROLL_LIMIT}`)) as {
    _scroll_id: string;
  };
  const cpu = await cpuTime();
  const before = cpu.seconds();
  const { hits, seconds } = await scrollOn({
    url: `${stack.api}/v2/learning-objects?scroll=true&scrollId=${first._scroll_id}`,
    headers: { authorization },
  });
  await pool.close();
  const cpuMs = ((cpu.seconds() - before) * 1000 * SCROLL_LIMIT) / hits;
  const rate = Math.round(hits / seconds);
  print(
    `scroll: ${rate} hits/s by ${CLIENTS} parallel callers, ${cpuMs.toFixed(1)} CPU ms a page of ${SCROLL_LIMIT}`,
  );
  add({ what: 'scroll', ours: rate, unit: 'hits/s', target: atLeast(HITS_PER_SECOND) });
  if (openSearch) await assertOpenSearchAnswered(stack);
  return rows;
}

function searcher(pool: Pool, authorization: string): (query: string) => Promise<string> {
  return async (query) => {
    const path = `/v2/learning-objects?${query}`;
    const { body, statusCode } = await pool.request({ path, method: 'GET', headers: { authorization } });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${query}: ${statusCode} ${text}`);
    return text;
  };
}

const cpuTarget = ({ bar }: QueryKind, count: number): Target => {
  if (bar === 'main' && count === USUAL_SEARCH.objects) return atMost(8);
  return bar === 'frequent' && count >= MANY_OBJECTS ? atMost(60) : noTarget;
};

const p95Target = ({ bar }: QueryKind, count: number): Target =>
  bar === 'main' && count === USUAL_SEARCH.objects ? atMost(50) : noTarget;

const line = (name: string, { cpuMs, p50, p95, meanTotal }: SearchFigures): string =>
  `${name.padEnd(34)} ${cpuMs.toFixed(1).padStart(6)} CPU ms  p50 ${p50.toFixed(0)} ms  p95 ${p95.toFixed(0)} ms  ${meanTotal.toFixed(0)} matches on average`;

/** One object after the other becomes more popular, which changes the catalogue's version. */
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

/** Counts hits in the text of the answers. */
async function scrollOn(repeated: RepeatedRequest): Promise<{ hits: number; seconds: number }> {
  const started = performance.now();
  let hits = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const line = new Line(new URL(repeated.url));
      while (performance.now() < started + 10_000) {
        const { body } = await line.send(formatRequest(repeated));
        const hitCount = occurrences(body, '"portal_collection":');
        if (hitCount === 0) break;
        hits += hitCount;
      }
      line.close();
    }),
  );
  return { hits, seconds: (performance.now() - started) / 1000 };
}

function occurrences(all: string, text: string): number {
  let count = 0;
  for (let index = all.indexOf(text); index >= 0; index = all.indexOf(text, index + text.length)) count++;
  return count;
}
