import type { Database } from '@app/database';
import { WebhookSecrets } from '@app/webhooks';
import { makeWebhook } from '../../../../tools/src/index.js';
import type { BenchStack } from '../../bench-stack.js';
import type { Bench } from '../../bench.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { checkpoint } from '../../load/checkpoint.js';
import { medianFigure, spread } from '../../report/figures.js';
import { atMost, noTarget, resultRow, type ResultRow, type Target } from '../../report/result.js';
import { analyze, fillPortal } from '../lists/lists.queries.js';
import { requestToken } from '../lists/manager-token.js';
import { SlowBrowser } from './slow-browser.js';
import { blockAndClosePeople, isFilled, plantWaiting } from './console-portal.queries.js';
import { findSlowestQuestion, measureQuestions } from './console-questions.js';
import { measuredPages, measureVisits, type VisitFigures } from './console-visits.js';
import { measureForwarding } from './forwarded-requests.js';

/** How much is measured. */
interface Lengths {
  users: number;
  enrollments: number;
  waiting: number;
  runs: number;
  rounds: number;
}

const LENGTHS: Lengths = {
  users: 500_000,
  enrollments: 5_000_000,
  waiting: 12_000,
  runs: 7,
  rounds: 20,
};
const SHORT: Lengths = { users: 600, enrollments: 6_000, waiting: 100, runs: 1, rounds: 1 };
/** Of the ten enrollments of each person. */
const ARCHIVED = 1;
const WEBHOOKS = 4;
const SCENARIO = 'console';

/** Pages of the console in a portal with 500,000 people, 4,500,000 live enrollments and 500,000 archived ones. */
export const consolePages: Bench = {
  name: SCENARIO,
  description: 'the web console in a portal with 500,000 people and 5,000,000 enrollments',
  measuredBy: [
    'Chromium has a fourth of the processor, 1.6 Mbit/s and answers after 150 ms. Figures are medians of seven visits with an empty browser, and of second ones.',
    'Requests do not include session and branding, which all pages share.',
    'The slowest answer is the API’s to any of the page’s filters.',
    '`GET /v2/me` goes to the API and through the console in turn, 200 times a second.',
  ],
  async run(stack, print) {
    const lengths = process.env['BENCH_TRIAL'] === undefined ? LENGTHS : SHORT;
    await fill(stack, lengths, print);
    const address = await stack.startConsole();
    const authorization = `Bearer ${await requestToken(stack, 'admin@acme.example')}`;
    const browser = await SlowBrowser.start(address);
    try {
      const rows = await addedTime(stack, browser, authorization, lengths, print);
      const send = async (path: string) => {
        const answer = await fetch(stack.api + path, { headers: { authorization } });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as { total: number };
      };
      for (const measured of measuredPages) {
        const { path } = measured;
        const answers = await measureQuestions(path, send);
        print(`${path}: milliseconds of the API, the median and all`);
        for (const [name, { total, times }] of answers)
          print(`  ${name.padEnd(36)} ${String(total).padStart(8)} found  ${spread(times)}`);
        const figures = await measureVisits(browser, measured, lengths.runs);
        printVisits(path, figures, print);
        rows.push(...visitRows(path, figures, findSlowestQuestion(answers)));
      }
      return rows;
    } finally {
      await browser.close();
    }
  },
};

async function fill(stack: BenchStack, lengths: Lengths, print: (line: string) => void): Promise<void> {
  await withBenchDatabase(stack.ownerUrl, async (database) => {
    if (!(await isFilled(database))) await fillEmpty(database, stack, lengths, print);
    await analyze(database);
  });
  await checkpoint(stack);
}

async function fillEmpty(
  database: Database,
  stack: BenchStack,
  { users, enrollments, waiting }: Lengths,
  print: (line: string) => void,
): Promise<void> {
  const report = (done: number) => {
    if (done % 100_000 === 0) print(`${done} people and their enrollments`);
  };
  await fillPortal(database, users, enrollments, report, ARCHIVED);
  await blockAndClosePeople(database);
  const secrets = new WebhookSecrets({ SECRETS_KEY: stack.apiProgram.env['SECRETS_KEY']! });
  for (let index = 0; index < WEBHOOKS; index += 1) {
    const url = `https://receiver-${index}.example/hooks`;
    const id = await makeWebhook(database, secrets, { portalId: 1, url, events: ['user.create'] });
    await plantWaiting(database, id, waiting);
  }
}

/** The time that the console's server adds to a request. */
async function addedTime(
  stack: BenchStack,
  browser: SlowBrowser,
  authorization: string,
  { rounds }: Lengths,
  print: (line: string) => void,
): Promise<ResultRow[]> {
  const page = { cookie: browser.cookie, 'x-console': '1', 'sec-fetch-site': 'same-origin' };
  const { direct, forwarded } = await measureForwarding(
    {
      direct: { url: `${stack.api}/v2/me`, headers: { authorization } },
      forwarded: { url: `${browser.address}/bff/api/v2/me`, headers: page },
    },
    rounds,
  );
  for (const [name, { p50, p99, count }] of Object.entries({ direct, forwarded }))
    print(`GET /v2/me, ${name}: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms of ${count}`);
  const what = (percentile: string) => `time that the console adds to a request, ${percentile}`;
  const figures = [
    [what('median'), forwarded.p50 - direct.p50, noTarget],
    [what('99th percentile'), forwarded.p99 - direct.p99, atMost(2)],
  ] as const;
  return figures.map(([name, ours, target]) =>
    resultRow({ scenario: SCENARIO, what: name, ours, unit: 'ms', target }),
  );
}

const visitWords: Record<keyof VisitFigures, { what: string; unit: string; target: Target }> = {
  firstPaint: { what: 'first paint', unit: 'ms', target: atMost(1_200) },
  firstRow: { what: 'first row', unit: 'ms', target: atMost(3_500) },
  secondVisit: { what: 'second visit', unit: 'ms', target: atMost(1_500) },
  answerToPixels: { what: 'a filter, from answer to pixels', unit: 'ms', target: atMost(150) },
  choiceToPixels: { what: 'a filter, from choice to pixels', unit: 'ms', target: noTarget },
  requests: { what: 'requests', unit: 'a visit', target: atMost(4) },
};
const visitFigures = Object.keys(visitWords) as (keyof VisitFigures)[];
/** As for lists. */
const WANTED_ANSWER_MS = 100;

function printVisits(path: string, figures: VisitFigures, print: (line: string) => void): void {
  for (const name of visitFigures.filter((one) => figures[one].length > 0)) {
    const { what, unit } = visitWords[name];
    print(
      `${path}: ${what}, ${unit}: ${spread(figures[name])}, at most ${Math.max(...figures[name]).toFixed(0)}`,
    );
  }
}

function visitRows(path: string, figures: VisitFigures, slowestAnswer: number): ResultRow[] {
  const rows = visitFigures
    .filter((name) => figures[name].length > 0)
    .map((name) => {
      const { what, unit, target } = visitWords[name];
      return resultRow({
        scenario: SCENARIO,
        what: `${path}: ${what}`,
        ours: medianFigure(figures[name]),
        unit,
        target,
      });
    });
  const what = `${path}: slowest answer of the API`;
  return [
    ...rows,
    resultRow({
      scenario: SCENARIO,
      what,
      ours: slowestAnswer,
      unit: 'ms',
      target: atMost(WANTED_ANSWER_MS),
    }),
  ];
}
