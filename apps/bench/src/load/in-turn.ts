import { setTimeout as pause } from 'node:timers/promises';
import type { BenchStack } from '../bench-stack.js';
import { computeFigures, medianFigure } from '../report/figures.js';
import { checkpoint } from './checkpoint.js';
import { CpuTime, type CpuMs } from './cpu-time.js';
import { runLoad, type RepeatedRequest } from './run-load.js';

const ROUNDS = 5;
const SECONDS = 4;
/** Requests until the code is compiled. A number of seconds would mean little on a busy machine. */
const WARM_UP_REQUESTS = 20_000;
const MAX_WARM_UP_SECONDS = 60;
/** Seconds without requests, for measuring the server's own tasks. */
const IDLE_SECONDS = 4;

/** One of several servers that get the same kind of request. */
export interface Party {
  name: string;
  /** Its name in the stack. */
  program: string;
  requests: readonly RepeatedRequest[];
}

/**
 * The CPU milliseconds per request of each round, minus those of an idle process, and the latency of each request in
 * milliseconds.
 */
export interface Measured {
  server: number[];
  postgres: number[];
  both: number[];
  perSecond: number[];
  times: number[][];
}

/**
 * Measures the servers in rounds, one after the other in each, so that other load on the machine affects all equally.
 */
export async function measureInTurn(
  stack: BenchStack,
  what: string,
  parties: readonly Party[],
  print: (line: string) => void,
): Promise<Measured[]> {
  const cpu = await CpuTime.of(stack.ownerUrl);
  const during = <T>({ program }: Party, work: () => Promise<T>) => cpu.during([stack.getPid(program)], work);
  for (const { requests } of parties)
    await runLoad(requests, { seconds: MAX_WARM_UP_SECONDS, amount: WARM_UP_REQUESTS });
  await checkpoint(stack);
  const idle: CpuMs[] = [];
  for (const party of parties) idle.push(await during(party, () => pause(IDLE_SECONDS * 1000)));
  const all = parties.map((): Measured => ({ server: [], postgres: [], both: [], perSecond: [], times: [] }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, party] of parties.entries()) {
      const used = await during(party, () => runLoad(party.requests, { seconds: SECONDS }));
      const { requests, times } = used.result;
      const perRequest = (part: keyof CpuMs) =>
        (used[part] - (idle[index]![part] * SECONDS) / IDLE_SECONDS) / requests;
      const [server, postgres] = [perRequest('server'), perRequest('postgres')];
      const into = all[index]!;
      into.server.push(server);
      into.postgres.push(postgres);
      into.both.push(server + postgres);
      into.perSecond.push(requests / SECONDS);
      into.times.push(times);
    }
  const connections = parties[0]!.requests.length;
  print(
    `${what}, ${connections === 1 ? '1 connection' : `${connections} connections`}, medians of ${ROUNDS} rounds of ${SECONDS} s in turn; server + Postgres:`,
  );
  for (const [index, { name }] of parties.entries()) print(formatMeasured(name, all[index]!));
  return all;
}

function formatMeasured(name: string, { server, postgres, both, perSecond, times }: Measured): string {
  const { p50, p99 } = computeFigures(times);
  const [ms, serverMs, postgresMs] = [both, server, postgres].map((one) => medianFigure(one).toFixed(2));
  const rounds = both.map((value) => value.toFixed(2)).join(' ');
  const rate = `${medianFigure(perSecond).toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1)}  p99 ${p99.toFixed(1)} ms`;
  return `  ${name.padEnd(14)} ${serverMs} + ${postgresMs} = ${ms} CPU ms (${rounds})  ${rate}`;
}
