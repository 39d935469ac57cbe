import { openDatabase, sql } from '@app/database';
import { Seeded } from '@app/sample-content';
import { Pool } from 'undici';
import type { BenchStack } from '../bench-stack.js';
import type { Bench } from '../bench.js';
import { requestOf, type Asked } from '../thin-load.js';
import { Line } from '../thin-client.js';
import { atLeast, atMost, noTarget, resultRow, type ResultRow } from '../result.js';
import { CpuTime } from './cpu-time.js';
import { fillCatalogue } from './fill-catalogue.js';
import { handTuned } from './hand-tuned.queries.js';
import { besideOpenSearch } from './opensearch-beside.js';
import { queryKinds, queryOf, type QueryKind } from './query-kinds.js';
import { CLIENTS, measure, totalIn, warmUp, type Ask, type Figures } from './search-load.js';

/** Of the statement beside. */
const THEIR_QUERIES = 200;
/** How often an object changes meanwhile: whatever is kept for the catalogue as it is, is worth nothing then. */
const CHANGE_MS = 250;
const SCROLL_LIMIT = 50;
const USUAL_OBJECTS = 100_000;
/** Up to about so many, Postgres serves a catalogue; beyond, OpenSearch does. */
const MAX_OBJECTS = 200_000;
const HITS_PER_SECOND = 30_000;

/** Searches and scrolls over so many generated learning objects, of which some change meanwhile. */
const searchOver = (name: string, count: number): Bench => ({
  name,
  description: `searches and scrolls over ${count.toLocaleString('en')} learning objects`,
  run: (stack, print) => measureAll(name, count, stack, print),
});

export const search = searchOver('search', USUAL_OBJECTS);
export const searchLarge = searchOver('search-large', MAX_OBJECTS);

async function measureAll(
  scenario: string,
  count: number,
  stack: BenchStack,
  print: (line: string) => void,
): Promise<ResultRow[]> {
  await fillCatalogue(stack, count, print);
  const authorization = `Bearer ${await stack.token()}`;
  const pool = new Pool(stack.api, { connections: CLIENTS });
  const send = searcher(pool, authorization);
  const asking =
    ({ make }: QueryKind): Ask =>
    async (random) =>
      totalIn(await send(queryOf(make(random))));
  const at = `at ${count.toLocaleString('en')} objects`;
  const rows: ResultRow[] = [];
  const add = (row: Omit<Parameters<typeof resultRow>[0], 'scenario'>) => {
    const result = resultRow({ scenario, ...row, what: `${row.what}, ${at}` });
    rows.push(result);
    if (!result.holds) print(`  missed: ${result.ours} ${result.unit}, ${result.target}`);
  };
  // a server that has answered other kinds of queries, too: the first to be measured would pay for compiling it all
  for (const kind of queryKinds()) await warmUp(asking(kind));
  for (const kind of queryKinds()) {
    const figures = await whileChanging(stack.ownerUrl, () =>
      measure(asking(kind), () => CpuTime.of(stack.databaseUrl)),
    );
    const theirs = kind.plain && (await theirCpuMs(stack.databaseUrl, kind.plain));
    print(line(kind.name, figures, theirs));
    add({
      what: kind.name,
      ...(theirs !== undefined && { against: 'hand-tuned SQL statement', theirs }),
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
  const cpu = await CpuTime.of(stack.databaseUrl);
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
  await besideOpenSearch(stack, authorization, { add, print, whileChanging });
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

const cpuTarget = ({ name, isMain }: QueryKind, count: number) => {
  if (count === MAX_OBJECTS) return name.startsWith('frequent') ? atMost(60) : noTarget;
  return isMain ? atMost(8) : noTarget;
};

const p95Target = ({ isMain }: QueryKind, count: number) =>
  isMain && count === USUAL_OBJECTS ? atMost(50) : noTarget;

const line = (name: string, { cpuMs, p50, p95, meanTotal }: Figures, theirs: number | undefined): string =>
  `${name.padEnd(34)} ${cpuMs.toFixed(1).padStart(6)} CPU ms  p50 ${p50.toFixed(0)} ms  p95 ${p95.toFixed(0)} ms  ${meanTotal.toFixed(0)} matches on average${theirs === undefined ? '' : `; hand-tuned SQL ${theirs.toFixed(1)} CPU ms`}`;

async function theirCpuMs(databaseUrl: string, plain: NonNullable<QueryKind['plain']>): Promise<number> {
  const random = new Seeded(1000);
  const searches = Array.from({ length: THEIR_QUERIES }, () => plain(random));
  return handTuned(databaseUrl, searches, CLIENTS);
}

/** One object after the other becomes more popular, which changes the catalogue's version. */
async function whileChanging<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const database = await openDatabase({ url: ownerUrl, applicationName: 'bench', poolSize: 1 });
  const random = new Seeded(7);
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
    await database.dataSource.destroy();
  }
}

/** Counts hits in the text of the answers. */
async function scrollOn(asked: Asked): Promise<{ hits: number; seconds: number }> {
  const started = performance.now();
  let hits = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const line = new Line(new URL(asked.url));
      while (performance.now() < started + 10_000) {
        const { body } = await line.send(requestOf(asked));
        const found = occurrences(body, '"portal_collection":');
        if (found === 0) break;
        hits += found;
      }
      line.close();
    }),
  );
  return { hits, seconds: (performance.now() - started) / 1000 };
}

function occurrences(all: string, text: string): number {
  let count = 0;
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + text.length)) count++;
  return count;
}
