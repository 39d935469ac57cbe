import { isDeepStrictEqual } from 'node:util';
import { freePort } from '@app/local-services';
import type { BenchStack } from '../../bench-stack.js';
import type { RepeatedRequest } from '../../load/thin-load.js';
import { peerScript } from '../../peers/peer-script.js';
import { medianFigure, spread } from '../../report/figures.js';
import { noTarget, resultRow, type ResultRow, type Target } from '../../report/result.js';
import { compareRates } from './compared.js';

const MEASURED = { rounds: 5, seconds: 4, connections: 50 };

/** The rows that are read, and the ratio that the rate by processor time must reach beside each of the other servers. */
export interface BesideOthers {
  scenario: string;
  /** In words. */
  what: string;
  path: string;
  authorization: string;
  targets: { bare: Target; usual: Target };
}

/** Reads from ours, from a bare server and from the usual stack in turn. */
export async function measureBeside(
  { scenario, what, path, authorization, targets }: BesideOthers,
  stack: BenchStack,
  print: (line: string) => void,
): Promise<ResultRow[]> {
  const names = ['resource-api', 'bare-server', 'usual-server'];
  const urls = [stack.api, await startPeer(stack, 'bare-server'), await startPeer(stack, 'usual-server')];
  const parties = names.map((name, index) => {
    const repeated: RepeatedRequest = { url: urls[index]! + path, headers: { authorization } };
    return { name, repeated };
  });
  await assertSameAnswer(parties.map(({ repeated }) => repeated));
  const rates = await compareRates(stack.databaseUrl, parties, MEASURED);
  print(
    `${what}: ${MEASURED.rounds} rounds of ${MEASURED.seconds} s each in turn, ${MEASURED.connections} connections`,
  );
  for (const [index, { perSecond, perCpuSecond }] of rates.entries())
    print(
      `  ${names[index]!.padEnd(14)} ${spread(perSecond)} requests/s; ${spread(perCpuSecond)} for a second of processor time, ${(1000 / medianFigure(perCpuSecond)).toFixed(3)} CPU ms each`,
    );
  const otherPeers = [
    [1, 'a bare server with a pool', targets.bare],
    [2, 'the usual stack', targets.usual],
  ] as const;
  return otherPeers.flatMap(([index, against, target]) => {
    const figures = [
      ['perCpuSecond', 'requests per CPU second', target],
      ['perSecond', 'requests/s', noTarget],
    ] as const;
    return figures.map(([figure, unit, bar]) => {
      const [ours, theirs] = [medianFigure(rates[0]![figure]), medianFigure(rates[index]![figure])];
      const row = { what: `${what}, ${unit}, beside ${against}`, against, unit, target: bar };
      return resultRow({ scenario, ...row, ours, theirs });
    });
  });
}

/** @returns its URL */
async function startPeer(stack: BenchStack, name: string): Promise<string> {
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

/** A smaller answer would be an unfair advantage. */
async function assertSameAnswer(all: readonly RepeatedRequest[]): Promise<void> {
  const answers: unknown[] = [];
  for (const { url, headers = {} } of all) answers.push(await (await fetch(url, { headers })).json());
  if (!answers.every((answer) => isDeepStrictEqual(answer, answers[0])))
    throw new Error(
      `The answers differ:\n${answers.map((answer) => JSON.stringify(answer).slice(0, 600)).join('\n')}`,
    );
}
