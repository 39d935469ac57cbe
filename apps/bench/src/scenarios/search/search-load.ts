import { SeededRandom } from '@app/sample-content';
import type { CpuTime } from '../../load/cpu-time.js';

export const CLIENTS = 8;
const QUERIES = 400;
const WARM_UP_MS = 3_000;

/** Makes a search and sends it; returns its total. */
export type Ask = (random: SeededRandom) => Promise<number>;

/** The total in an answer that is not parsed: callers that parsed it would need a core of their own. */
export const totalIn = (answer: string): number => Number(/"total":(?:\{"value":)?(\d+)/.exec(answer)?.[1]);

export interface SearchFigures {
  cpuMs: number;
  p50: number;
  p95: number;
  meanTotal: number;
}

/** Has {@link QUERIES} queries of a kind sent by parallel clients. */
export async function measure(ask: Ask, cpuTime: () => Promise<CpuTime>): Promise<SearchFigures> {
  await warmUp(ask);
  const cpu = await cpuTime();
  const before = cpu.seconds();
  const { times, total } = await load(ask);
  return {
    cpuMs: ((cpu.seconds() - before) * 1000) / times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    meanTotal: total / times.length,
  };
}

/** @returns milliseconds of each query, and the sum of their totals */
async function load(ask: Ask): Promise<{ times: number[]; total: number }> {
  const times: number[] = [];
  let total = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const random = new SeededRandom(1000 + client);
      for (let number = 0; number < QUERIES / CLIENTS; number++) {
        const started = performance.now();
        const hitCount = await ask(random);
        times.push(performance.now() - started);
        total += hitCount;
      }
    }),
  );
  return { times, total };
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

/** Brings the server to its steady state: every connection open, its statements planned, the code compiled. */
export async function warmUp(ask: Ask): Promise<void> {
  const until = performance.now() + WARM_UP_MS;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (const random = new SeededRandom(client); performance.now() < until;) await ask(random);
    }),
  );
}
