import { Seeded } from '@app/sample-content';
import { setTimeout as pause } from 'node:timers/promises';
import type { CpuTime } from './cpu-time.js';

export const CLIENTS = 8;
const QUERIES = 400;
const WARM_UP_MS = 3_000;

/** Makes a search and sends it; returns its total. */
export type Ask = (random: Seeded) => Promise<number>;

/** The total in an answer that is not parsed: callers that parsed it would need a core of their own. */
export const totalIn = (answer: string): number => Number(/"total":(?:\{"value":)?(\d+)/.exec(answer)?.[1]);

export interface Figures {
  cpuMs: number;
  p50: number;
  p95: number;
  meanTotal: number;
}

/** Has {@link QUERIES} queries of a kind sent by parallel clients. */
export async function measure(ask: Ask, cpuTime: () => Promise<CpuTime>): Promise<Figures> {
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

/**
 * Has {@link QUERIES} queries sent by parallel clients.
 * @param turn other turns send other queries
 * @param atLeastMs milliseconds that it takes, at least: the queries are spread over them
 * @returns milliseconds of each query and of all, and the sum of their totals
 */
export async function load(
  ask: Ask,
  turn = 0,
  atLeastMs = 0,
): Promise<{ times: number[]; total: number; tookMs: number }> {
  const times: number[] = [];
  let total = 0;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const random = new Seeded(1000 + 100 * turn + client);
      for (let number = 0; number < QUERIES / CLIENTS; number++) {
        const ahead = begin + ((number * CLIENTS + client) * atLeastMs) / QUERIES - performance.now();
        if (ahead > 0) await pause(ahead);
        const started = performance.now();
        const found = await ask(random);
        times.push(performance.now() - started);
        total += found;
      }
    }),
  );
  return { times, total, tookMs: performance.now() - begin };
}

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

/** Brings the server to its steady state: every connection open, its statements planned, the code compiled. */
export async function warmUp(ask: Ask): Promise<void> {
  const until = performance.now() + WARM_UP_MS;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (const random = new Seeded(client); performance.now() < until;) await ask(random);
    }),
  );
}
