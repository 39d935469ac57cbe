import { Seeded } from '@app/sample-content';
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
  const times: number[] = [];
  let total = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const random = new Seeded(1000 + client);
      for (let number = 0; number < QUERIES / CLIENTS; number++) {
        const query = make(random);
        const started = performance.now();
        const answer = await ask(query);
        times.push(performance.now() - started);
        total += Number(/"total":(?:\{"value":)?(\d+)/.exec(answer)?.[1]);
      }
    }),
  );
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    cpuMs: ((cpu.seconds() - before) * 1000) / times.length,
    p50: at(0.5),
    p95: at(0.95),
    meanTotal: total / times.length,
  };
}

/** Brings the server to its steady state: every connection open, its statements planned, the code compiled. */
export async function warmUp(make: (random: Seeded) => string, ask: Ask): Promise<void> {
  const until = performance.now() + WARM_UP_MS;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      for (const random = new Seeded(client); performance.now() < until;) await ask(make(random));
    }),
  );
}
