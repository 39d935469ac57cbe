import { openDatabase, type Database } from '@app/database';
import { Pool } from 'undici';
import type { Bench } from '../bench.js';
import type { BenchStack } from '../bench-stack.js';
import { noTarget, resultRow, type ResultRow } from '../result.js';
import { CpuTime } from '../search/cpu-time.js';
import {
  enrollmentCount,
  forgetStatements,
  grow,
  SOMEBODY,
  SOMETHING,
  startCounting,
  statementCosts,
  type Size,
  type StatementCost,
} from './growth.queries.js';

/** The sizes of the design; `BENCH_GROWTH` is the share of them that is filled in. */
const WHOLE: Size = {
  people: 200_000,
  enrollments: 5_000_000,
  objects: 1_000_000,
  portals: 10_000,
  revocations: 100_000,
  expiredTokens: 3_650_000,
};
const STEPS = [0.01, 0.1, 1];
const REQUESTS = Number(process.env['BENCH_REQUESTS'] ?? 400);
/** Of each kind: at the first size until the code that answers is compiled, later until plans and pages are read anew. */
const WARM_UP = { first: 300, later: 60 };
const CLIENTS = 4;
const SHOWN = 5;

/** A request, by its number. */
interface Work {
  server: 'resource-api' | 'auth-server';
  method?: 'POST' | 'PATCH';
  /** `{n}` stands for one of a hundred ids. */
  path: string;
  body?: (n: number) => string;
  type?: string;
}

const JSON_TYPE = 'application/json';
const works: Record<string, Work> = {
  'a person by id': { server: 'resource-api', path: `/v2/users/${SOMEBODY}` },
  'a list of people': { server: 'resource-api', path: '/v2/users?limit=50' },
  'people by name': { server: 'resource-api', path: '/v2/users?limit=50&q=first1234' },
  'a list of enrollments': { server: 'resource-api', path: '/v2/enrollments?limit=50' },
  'enrollments of a person': { server: 'resource-api', path: `/v2/enrollments?user_id=${SOMEBODY}` },
  'an object by id': { server: 'resource-api', path: `/v2/learning-objects/${SOMETHING}` },
  'a search with facets': {
    server: 'resource-api',
    path: '/v2/learning-objects?keyword=subject77&facets=language,tag,type',
  },
  'a token': {
    server: 'auth-server',
    method: 'POST',
    path: '/oauth/token',
    type: 'application/x-www-form-urlencoded',
    body: () => 'grant_type=client_credentials&client_id=acme-app&client_secret=acme-app-secret',
  },
  'write: a person changed': {
    server: 'resource-api',
    method: 'PATCH',
    path: '/v2/users/{n}',
    type: JSON_TYPE,
    body: (n) => JSON.stringify({ last_name: `Changed${n}` }),
  },
  'write: an object changed': {
    server: 'resource-api',
    method: 'PATCH',
    path: '/v2/learning-objects/{n}',
    type: JSON_TYPE,
    body: (n) => JSON.stringify({ title: `Changed ${n}` }),
  },
};

type Costs = Record<string, { cpuMs: number; statements: StatementCost[] }>;

/** What each kind of request costs at 1, 10 and 100 times the data, and which statement grows fastest. */
export const growth: Bench = {
  name: 'growth',
  description:
    'The cost of reads and writes at 1, 10 and 100 times the data (BENCH_GROWTH: share of the whole)',
  postgres: { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' },
  async run(stack, print) {
    const share = Number(process.env['BENCH_GROWTH'] ?? 1);
    const database = await openDatabase({
      url: stack.ownerUrl,
      applicationName: 'bench',
      poolSize: 1,
      statementTimeoutMs: 3_600_000,
    });
    try {
      await startCounting(database);
      print(share === 1 ? 'the whole size at 100 times' : `${share * 100} % of the whole size at 100 times`);
      const costs: Costs[] = [];
      let before = sizeOf(0);
      for (const step of STEPS) {
        const size = sizeOf(step * share);
        await grow(database, before, size);
        const there = { ...size, enrollments: await enrollmentCount(database) };
        print(
          Object.entries(there)
            .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
            .join(', '),
        );
        before = size;
        costs.push(
          await measureAll(stack, database, costs.length === 0 ? WARM_UP.first : WARM_UP.later, print),
        );
      }
      tellWrites(costs.at(-1)!, print);
      tellGrowth(costs, print);
      return rowsOf(costs);
    } finally {
      await database.dataSource.destroy();
    }
  },
};

const sizeOf = (share: number): Size =>
  Object.fromEntries(
    Object.entries(WHOLE).map(([what, count]) => [what, share && Math.max(100, Math.round(count * share))]),
  ) as unknown as Size;

async function measureAll(
  stack: BenchStack,
  database: Database,
  warmUp: number,
  print: (line: string) => void,
): Promise<Costs> {
  const authorization = `Bearer ${await stack.token()}`;
  const costs: Costs = {};
  for (const [name, work] of Object.entries(works)) {
    const pool = new Pool(work.server === 'auth-server' ? stack.auth : stack.api, { connections: CLIENTS });
    let number = Date.now();
    const ask = async (): Promise<void> => {
      const { path, method = 'GET', body, type } = work;
      const headers = {
        ...(work.server === 'resource-api' && { authorization }),
        ...(type && { 'content-type': type }),
      };
      number += 1;
      const answer = await pool.request({
        path: path.replace('{n}', String(SOMEBODY - 50 + (number % 100))),
        method,
        headers,
        ...(body && { body: body(number) }),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${text}`);
    };
    const askMany = async (count: number): Promise<void> => {
      const each = async () => {
        for (let n = 0; n < count / CLIENTS; n += 1) await ask();
      };
      await Promise.all(Array.from({ length: CLIENTS }, each));
    };
    await askMany(warmUp);
    await forgetStatements(database);
    const cpu = await CpuTime.of(stack.ownerUrl, work.server);
    const before = cpu.seconds();
    await askMany(REQUESTS);
    const cpuMs = ((cpu.seconds() - before) * 1000) / REQUESTS;
    costs[name] = { cpuMs, statements: await statementCosts(database) };
    print(`  ${name.padEnd(28)} ${cpuMs.toFixed(2)} CPU ms`);
    await pool.close();
  }
  return costs;
}

/** What a write is made of, at the largest size: its statements and those of triggers. */
function tellWrites(costs: Costs, print: (line: string) => void): void {
  for (const [name, { statements }] of Object.entries(costs)) {
    if (!name.startsWith('write')) continue;
    print(`${name}, milliseconds in Postgres for each request:`);
    for (const one of statements.toSorted((a, b) => ofRequest(b) - ofRequest(a)).slice(0, SHOWN))
      print(`  ${ofRequest(one).toFixed(3)} ${shortened(one.text)}`);
  }
}

/** Statements by how much more time they take of a request with 100 times the data. */
function tellGrowth(costs: readonly Costs[], print: (line: string) => void): void {
  const [small, , large] = costs;
  const grown = Object.entries(large!).flatMap(([name, { statements }]) =>
    statements.map((late) => {
      const same = small![name]!.statements.find(({ text }) => text === late.text);
      return { name, text: late.text, before: same ? ofRequest(same) : 0, after: ofRequest(late) };
    }),
  );
  print('statements that grow fastest, milliseconds of a request at 1 and at 100 times the data:');
  const sorted = grown.toSorted((a, b) => b.after - b.before - (a.after - a.before));
  for (const { name, text, before, after } of sorted.slice(0, SHOWN))
    print(`  ${before.toFixed(3)} to ${after.toFixed(3)} (${name}): ${shortened(text)}`);
}

const ofRequest = ({ calls, meanMs }: StatementCost): number => (calls * meanMs) / REQUESTS;

const shortened = (text: string): string => (text.length > 150 ? `${text.slice(0, 150)} ...` : text).trim();

const rowsOf = ([small, middle, large]: readonly Costs[]): ResultRow[] =>
  Object.keys(works).flatMap((name) =>
    (
      [
        ['10', middle!],
        ['100', large!],
      ] as const
    ).map(([times, costs]) =>
      resultRow({
        scenario: 'growth',
        what: `${name} at ${times} times the data`,
        against: 'the same with the data once',
        ours: costs[name]!.cpuMs,
        theirs: small![name]!.cpuMs,
        unit: 'CPU ms',
        target: noTarget,
      }),
    ),
  );
