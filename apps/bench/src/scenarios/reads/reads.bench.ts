import { isDeepStrictEqual } from 'node:util';
import type { Bench } from '../../bench.js';
import { withBenchStack, type BenchStack } from '../../bench-stack.js';
import { withBenchDatabase } from '../../load/bench-database.js';
import { measureInTurn, type Measured } from '../../load/in-turn.js';
import type { RepeatedRequest } from '../../load/run-load.js';
import { startPeer } from '../../peers/start-peer.js';
import { medianFigure } from '../../report/figures.js';
import { noTarget, ratioAtLeast, resultRow, type ResultRow, type Target } from '../../report/result.js';
import { addPeople } from './reads.queries.js';

const CONNECTIONS = 50;

/** Compares the resource API with a hand-written server. */
export const reads: Bench = {
  name: 'reads',
  description: 'one row by key and a list of 50, compared with a bare server with a pool',
  measuredBy: [
    'The bare server (`node:http` and `pg`) checks a token once and reads through a pool. It has no rights, limits, log or metrics. The benchmark makes sure that both give the same answer.',
    'Each server answers 20,000 requests first, then takes five rounds of 4 s in turn, over 50 connections.',
    'A figure counts the processor time of the server and of Postgres, minus their use without requests.',
  ],
  run: (print) => withBenchStack((stack) => measure(stack, print)),
};

async function measure(stack: BenchStack, print: (line: string) => void): Promise<ResultRow[]> {
  await withBenchDatabase(stack.ownerUrl, addPeople);
  const headers = { authorization: `Bearer ${await stack.token()}` };
  const env = { DATABASE_URL: stack.databaseUrl, AUTH_URL: stack.auth, API_URL: stack.api };
  const servers = [
    { name: 'ours', program: 'resource-api', url: stack.api },
    { name: 'bare server', program: 'bare-server', url: await startPeer(stack, 'bare-server', env) },
  ];
  const compare = async (what: string, path: string, target: Target): Promise<ResultRow[]> => {
    const parties = servers.map(({ url, ...server }) => ({
      ...server,
      requests: Array<RepeatedRequest>(CONNECTIONS).fill({ url: url + path, headers }),
    }));
    await assertSameAnswer(parties.map(({ requests }) => requests[0]!));
    return createRows(what, await measureInTurn(stack, what, parties, print), target);
  };
  return [
    ...(await compare('one row by key', await findUserPath(stack.api, headers), ratioAtLeast(0.7))),
    ...(await compare('a list of 50', '/v2/users?limit=50', ratioAtLeast(0.8))),
  ];
}

/** @param both our server and the bare server */
function createRows(what: string, both: readonly Measured[], target: Target): ResultRow[] {
  const row = (unit: string, readFigure: (one: Measured) => number, bar: Target) => {
    const [ours, theirs] = both.map(readFigure);
    return resultRow({
      scenario: 'reads',
      what: `${what}, ${unit}`,
      against: 'a bare server with a pool',
      ours: ours!,
      theirs: theirs!,
      unit,
      target: bar,
    });
  };
  return [
    row('requests per CPU second', (one) => 1000 / medianFigure(one.both), target),
    row('requests/s', (one) => medianFigure(one.perSecond), noTarget),
  ];
}

/** @throws Error when the demo data is missing */
async function findUserPath(api: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${api}/v2/users?email=learner@acme.example`, { headers });
  const { hits } = (await response.json()) as { hits: { id: number }[] };
  if (!hits[0]) throw new Error('The demo data has no learner@acme.example.');
  return `/v2/users/${hits[0].id}`;
}

/** A smaller answer would be an unfair advantage. */
async function assertSameAnswer(all: readonly RepeatedRequest[]): Promise<void> {
  const answers: unknown[] = [];
  for (const { url, headers = {} } of all) answers.push(await (await fetch(url, { headers })).json());
  if (!answers.every((answer) => isDeepStrictEqual(answer, answers[0])))
    throw new Error(
      `The answers differ:\n${answers.map((answer) => JSON.stringify(answer).slice(0, 600)).join('\n')}`,
    );
}
