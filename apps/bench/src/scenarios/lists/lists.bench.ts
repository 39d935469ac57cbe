import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../../bench.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { atMost, resultRow, type ResultRow } from '../../report/result.js';
import { medianFigure } from '../../report/figures.js';
import { analyze, examples, fillPortal } from './lists.queries.js';
import { requestToken } from './manager-token.js';
import { PlanLog } from './plan-log.js';

const ROUNDS = 5;
/** Postgres may choose another plan for a prepared statement after five executions. */
const PLAN_ROUNDS = 2;
const PATIENCE_MS = 10_000;
/** The target for a page with its total, on an otherwise idle machine. */
const WANTED_PAGE_MS = 100;
const offsets = [0, 5_000, 9_950];

interface Page {
  total: number;
  hits: unknown[];
  next_cursor?: string;
}

/** Lists of one portal with `BENCH_ENROLLMENTS` (5,000,000) enrollments of `BENCH_USERS` (200,000) people. */
export const lists: Bench = {
  name: 'lists',
  description: 'list endpoints at 5,000,000 enrollments and 200,000 users (BENCH_ENROLLMENTS, BENCH_USERS)',
  measuredBy: [
    'One portal has all of them. An administrator and a manager ask over HTTP for pages of 50 with their exact total.',
    'Each page is asked for five times, at the offsets 0, 5,000 and 9,950 as far as the list goes; the median counts.',
    'Then Postgres logs the plans of the same requests, prepared ones included. The benchmark counts large tables that a plan reads from end to end.',
    '[ADR 17](adr/0017-long-lists.md) says how totals are kept.',
  ],
  async run(stack, print) {
    const users = Number(process.env['BENCH_USERS'] ?? 200_000);
    const enrollments = Number(process.env['BENCH_ENROLLMENTS'] ?? 5_000_000);
    return withBenchDatabase(stack.ownerUrl, async (database) => {
      await fillPortal(database, users, enrollments, (done) => {
        if (done % 50_000 === 0) print(`${done} people and their enrollments`);
      });
      await analyze(database);
      const ask = asking(stack.api, await stack.token());
      const askAsManager = asking(stack.api, await requestToken(stack, 'bench500@bench.example'));
      const rows: ResultRow[] = [];
      const measuredLists = [
        ...Object.entries(kinds(await examples(database))).map(([name, work]) => [name, work, ask] as const),
        ...Object.entries(kindsOfManager()).map(([name, work]) => [name, work, askAsManager] as const),
      ];
      for (const [name, work, ask] of measuredLists) {
        const { total, milliseconds, slowestPage } = await work(ask);
        const what = `${name}, slowest page with its total`;
        const target = atMost(WANTED_PAGE_MS);
        rows.push(resultRow({ scenario: 'lists', what, ours: slowestPage, unit: 'ms', target }));
        print(`${name.padEnd(40)} ${String(total).padStart(8)} found  ${milliseconds}`);
      }
      print(`a page with its total wanted: at most ${WANTED_PAGE_MS} ms`);

      const plans = await PlanLog.start(database, stack.postgresLog);
      await untilAnswered(() => ask('/v2/users?limit=0'));
      plans.readNew();
      print('the same once more, for their plans:');
      let scans = 0;
      for (const [name, work, ask] of measuredLists) {
        for (let round = 0; round < PLAN_ROUNDS; round += 1) await work(ask);
        const { indexes, fullScans } = plans.readNew();
        scans += fullScans.length;
        const bad = fullScans.map((table) => `${table} READ FROM END TO END`);
        print(`${name.padEnd(40)} ${[...bad, ...indexes].join(', ')}`);
      }
      const what = 'large tables read from end to end';
      rows.push(resultRow({ scenario: 'lists', what, ours: scans, unit: 'tables', target: atMost(0) }));
      return rows;
    });
  },
};

type Ask = (path: string) => Promise<Page>;

const asking =
  (api: string, token: string): Ask =>
  async (path) => {
    const answer = await fetch(api + path, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Page;
  };

/** The first requests may use connections that have been closed. */
async function untilAnswered(request: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await pause(100)) {
    try {
      await request();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/** @returns slowestPage: milliseconds, its total included */
type Work = (ask: Ask) => Promise<{ total: number; milliseconds: string; slowestPage: number }>;

function kinds({ loId, accountId }: { loId: number; accountId: number }): Record<string, Work> {
  const daysAgo = (days: number) => Math.floor(Date.now() / 1000) - days * 86_400;
  return {
    enrollments: pages('/v2/enrollments?limit=50'),
    'enrollments, status': pages('/v2/enrollments?limit=50&status=completed'),
    'enrollments, two states': pages('/v2/enrollments?limit=50&status=completed,in-progress'),
    'enrollments, top-level': pages('/v2/enrollments?limit=50&exclude_child_enrollments=true'),
    'enrollments, lo_ids': pages(`/v2/enrollments?limit=50&lo_ids=${loId}`),
    'enrollments, updated within a week': pages(`/v2/enrollments?limit=50&updated=${daysAgo(7)}`),
    'enrollments, updated within a year': pages(`/v2/enrollments?limit=50&updated=${daysAgo(365)}`),
    'enrollments, user_id': pages(`/v2/enrollments?limit=50&user_id=${accountId}`, [0]),
    'enrollments, cursor': cursor('/v2/enrollments?limit=50'),
    'enrollment-aggregates': pages('/v2/enrollment-aggregates?limit=50&min_enrollment_count=1', [0]),
    users: pages('/v2/users?limit=50'),
    'users, first_name': pages('/v2/users?limit=50&first_name=first11', [0, 5_000]),
    'users, last_name': pages('/v2/users?limit=50&last_name=last4321', [0]),
    'users, email': pages('/v2/users?limit=50&email=BENCH777@bench.example', [0]),
    'users, roles': pages('/v2/users?limit=50&roles[]=Manager', [0, 1_500]),
    'users, cursor': cursor('/v2/users?limit=50'),
  };
}

const kindsOfManager = (): Record<string, Work> => ({
  'users, of a manager': pages('/v2/users?limit=50', [0, 50]),
  'users, of a manager, cursor': cursor('/v2/users?limit=50'),
  'enrollments, of a person, by a manager': pages('/v2/enrollments?limit=50&user_id=1000501', [0]),
});

/** The median of several rounds at each offset, and of the total only. */
const pages =
  (path: string, pageOffsets: readonly number[] = offsets): Work =>
  async (ask) => {
    let total = 0;
    const median = async (address: string): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const started = performance.now();
        ({ total } = await ask(address));
        times.push(performance.now() - started);
      }
      return medianFigure(times);
    };
    const counting = await median(path.replace('limit=50', 'limit=0'));
    const durations: number[] = [];
    for (const offset of pageOffsets) durations.push(await median(`${path}&offset=${offset}`));
    const figures = durations.map((ms, index) => `${pageOffsets[index]}: ${ms.toFixed(0)} ms`);
    return {
      total,
      milliseconds: `total alone: ${counting.toFixed(0)} ms  ${figures.join('  ')}`,
      slowestPage: Math.max(...durations),
    };
  };

/** The mean of several pages by cursor. */
const cursor =
  (path: string): Work =>
  async (ask) => {
    let [next, total, read]: [string | undefined, number, number] = ['*', 0, 0];
    const started = performance.now();
    for (; read < 4 * ROUNDS && next !== undefined; read += 1) {
      const page: Page = await ask(`${path}&cursor=${encodeURIComponent(next)}`);
      ({ total, next_cursor: next } = page);
    }
    const each = (performance.now() - started) / read;
    const milliseconds = `each page: ${each.toFixed(0)} ms`;
    return { total, milliseconds, slowestPage: each };
  };
