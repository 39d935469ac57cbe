import { Seeded } from '@app/sample-content';
import { setTimeout as pause } from 'node:timers/promises';
import type { CpuTime } from './cpu-time.js';
import type { QueryKind } from './query-kinds.js';

export const CLIENTS = 8;
const QUERIES = 400;
const WARM_UP_MS = 3_000;

/** Sends a query and returns the unparsed answer: callers that parsed it would need a core of their own. */
export type Ask = (query: string) => Promise<string>;

export interface Figures {
  cpuMs: number;
  p50: number;
  p95: number;
  meanTotal: number;
}

/** Sends {@link QUERIES} queries of a kind by parallel clients. */
export async function measure(
  { make }: Pick<QueryKind, 'make'>,
  ask: Ask,
  cpuTime: () => Promise<CpuTime>,
): Promise<Figures> {
  await warmUp(make, ask);
  const cpu = await cpuTime();
  const before = cpu.seconds();
  const { times, total } = await load(make, ask);
  return {
    cpuMs: ((cpu.seconds() - before) * 1000) / times.length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    meanTotal: total / times.length,
  };
}

/**
 * Sends {@link QUERIES} queries by parallel clients.
 * @param turn other turns send other queries
 * @param atLeastMs milliseconds that it takes, at least: the queries are spread over them
 * @returns milliseconds of each query and of all, and the sum of their totals
 */
export async function load(
  make: QueryKind['make'],
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
        const query = make(random);
        const ahead = begin + ((number * CLIENTS + client) * atLeastMs) / QUERIES - performance.now();
        if (ahead > 0) await pause(ahead);
        const started = performance.now();
        const answer = await ask(query);
        times.push(performance.now() - started);
        total += Number(/"total":(?:\{"value":)?(\d+)/.exec(answer)?.[1]);
      }
    }),
  );
  return { times, total, tookMs: performance.now() - begin };
}

export const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0;

/** Brings the server to its steady state: every connection open, its statements planned, the code compiled. */
export async function warmUp(make: (random: Seeded) => string, ask: Ask): Promise<void> {
  const until = performance.now() + WARM_UP_MS;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (const random = new Seeded(client); performance.now() < until;) await ask(make(random));
    }),
  );
}
