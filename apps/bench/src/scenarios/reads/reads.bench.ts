import { isDeepStrictEqual } from 'node:util';
import { openDatabase } from '@app/database';
import { freePort } from '@app/local-services';
import type { Bench } from '../../bench.js';
import type { BenchStack } from '../../bench-stack.js';
import { median, spread } from '../../report/figures.js';
import { analyze, fillPortal } from '../lists/lists.queries.js';
import { peerScript } from '../../peers/peer-script.js';
import { noTarget, ratioAtLeast, resultRow, type ResultRow } from '../../report/result.js';
import type { Asked } from '../../load/thin-load.js';
import { compareRates } from './compared.js';

const MEASURED = { rounds: 5, seconds: 4, connections: 50 };
const PEOPLE = 1_000;
/** Of the rate of each server, by processor time. A bare server that pipelines rows by key has no rival here (ADR 5). */
const WANTED = {
  'one row by key': { bare: noTarget, usual: ratioAtLeast(8) },
  'a list of 50': { bare: ratioAtLeast(0.8), usual: ratioAtLeast(1.7) },
};

/** The resource API beside a hand-written server that pipelines rows by key, and beside the usual stack. */
export const reads: Bench = {
  name: 'reads',
  description:
    'One row by key and a list of 50, beside a bare server that pipelines, and beside Nest, Express, passport-jwt, class-transformer and TypeORM',
  measuredBy: [
    'The bare server (`node:http` and `pg`) checks a token once and pipelines its statements. It has no rights, limits, log or metrics.',
    'The usual stack checks each token and reads through repositories. The benchmark makes sure that all three give the same answer.',
    'Each server answers 20,000 requests first, then takes five rounds of 4 s in turn, over 50 connections.',
    'A figure counts the processor time of the server and of its connections to Postgres.',
    'Since [ADR 5](adr/0005-one-way-to-read.md), one row has no bar beside the bare server, but one of eight times the usual stack.',
  ],
  async run(stack, print) {
    await fill(stack);
    const [bare, usual] = [await beside(stack, 'bare-server'), await beside(stack, 'usual-server')];
    const authorization = `Bearer ${await stack.token()}`;
    const rows: ResultRow[] = [];
    const paths = {
      'one row by key': await someUser(stack.api, authorization),
      'a list of 50': '/v2/users?limit=50',
    };
    for (const [what, path] of Object.entries(paths) as [keyof typeof WANTED, string][]) {
      const [names, urls] = [
        ['resource-api', 'bare-server', 'usual-server'],
        [stack.api, bare, usual],
      ];
      const parties = names.map((name, index) => {
        const asked: Asked = { url: urls[index]! + path, headers: { authorization } };
        return { name, asked };
      });
      await assertSameAnswer(parties.map(({ asked }) => asked));
      const rates = await compareRates(stack.databaseUrl, parties, MEASURED);
      print(
        `${what}: ${MEASURED.rounds} rounds of ${MEASURED.seconds} s each in turn, ${MEASURED.connections} connections`,
      );
      for (const [index, { perSecond, perCpuSecond }] of rates.entries())
        print(
          `  ${names[index]!.padEnd(14)} ${spread(perSecond)} requests/s; ${spread(perCpuSecond)} for a second of processor time, ${(1000 / median(perCpuSecond)).toFixed(3)} CPU ms each`,
        );
      for (const [index, against, wanted] of [
        [1, 'a bare server that pipelines', WANTED[what].bare],
        [2, 'the usual stack', WANTED[what].usual],
      ] as const) {
        const common = { scenario: 'reads', against };
        const figures = [
          ['perCpuSecond', 'requests per CPU second', wanted],
          ['perSecond', 'requests/s', noTarget],
        ] as const;
        for (const [figure, unit, target] of figures) {
          const [ours, theirs] = [median(rates[0]![figure]), median(rates[index]![figure])];
          rows.push(
            resultRow({ ...common, what: `${what}, ${unit}, beside ${against}`, ours, theirs, unit, target }),
          );
        }
      }
    }
    return rows;
  },
};

async function fill(stack: BenchStack): Promise<void> {
  const database = await openDatabase({ url: stack.ownerUrl, applicationName: 'bench', poolSize: 1 });
  try {
    await fillPortal(database, PEOPLE, 0, () => undefined);
    // autovacuum would do it in the middle of a round, and plans made before it would stay
    await analyze(database);
  } finally {
    await database.dataSource.destroy();
  }
}

/** Starts a peer. @returns its URL */
async function beside(stack: BenchStack, name: string): Promise<string> {
  const port = await freePort();
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: stack.databaseUrl,
    AUTH_URL: stack.auth,
    API_URL: stack.api,
    PORT: String(port),
  };
  await stack.runBeside({ name, script: peerScript(name), env }, port);
  return `http://127.0.0.1:${port}`;
}

async function someUser(api: string, authorization: string): Promise<string> {
  const response = await fetch(`${api}/v2/users?email=learner@acme.example`, { headers: { authorization } });
  const { hits } = (await response.json()) as { hits: { id: number }[] };
  if (!hits[0]) throw new Error('The demo data has no learner@acme.example.');
  return `/v2/users/${hits[0].id}`;
}

/** A smaller answer would be an unfair advantage. */
async function assertSameAnswer(all: readonly Asked[]): Promise<void> {
  const answers: unknown[] = [];
  for (const { url, headers = {} } of all) answers.push(await (await fetch(url, { headers })).json());
  if (!answers.every((answer) => isDeepStrictEqual(answer, answers[0])))
    throw new Error(
      `The answers differ:\n${answers.map((answer) => JSON.stringify(answer).slice(0, 600)).join('\n')}`,
    );
}
