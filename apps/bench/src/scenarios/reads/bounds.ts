import { freePort } from '@app/local-services';
import type { BenchStack } from '../../bench-stack.js';
import { readCpuSeconds } from '../../load/process-figures.js';
import { runLoad, type RepeatedRequest } from '../../load/thin-load.js';
import { peerScript } from '../../peers/peer-script.js';
import { medianFigure, spread } from '../../report/figures.js';
import { ratioAtMost, resultRow, type ResultRow } from '../../report/result.js';
import { fillDemoPortal, someUser } from './filled-portal.js';

/** Short rounds, so that other load on the machine meets both alike. */
const MEASURED = { rounds: 40, seconds: 1, connections: 50 };
/** Until the code that answers is compiled. */
const WARM_UP_REQUESTS = 20_000;

/** One row by key, read from the API as it is and from the API without what bounds a request, in turn. */
export async function measureBounds(
  scenario: string,
  stack: BenchStack,
  print: (line: string) => void,
): Promise<ResultRow[]> {
  await fillDemoPortal(stack);
  const headers = { authorization: `Bearer ${await stack.token()}` };
  const path = await someUser(stack.api, headers.authorization);
  const parties = [];
  for (const name of ['with', 'without']) {
    const { pid, url } = await startApi(stack, name);
    parties.push({ name, pid, repeated: { url: url + path, headers }, microseconds: [] as number[] });
  }
  const load = (repeated: RepeatedRequest, until: Parameters<typeof runLoad>[1]) =>
    runLoad(Array<RepeatedRequest>(MEASURED.connections).fill(repeated), until);
  for (const { repeated } of parties) await load(repeated, { amount: WARM_UP_REQUESTS });
  for (let round = 0; round < MEASURED.rounds; round += 1)
    for (const { pid, repeated, microseconds } of round % 2 === 0 ? parties : parties.toReversed()) {
      const before = readCpuSeconds(pid)!;
      const { requests } = await load(repeated, { seconds: MEASURED.seconds });
      microseconds.push(((readCpuSeconds(pid)! - before) * 1e6) / requests);
    }
  print(
    `one row by key: ${MEASURED.rounds} rounds of ${MEASURED.seconds} s each in turn, ${MEASURED.connections} connections; microseconds of the API's processor time for a request`,
  );
  for (const { name, microseconds } of parties) print(`  ${name.padEnd(8)} ${spread(microseconds)}`);
  const [ours, theirs] = parties.map(({ microseconds }) => medianFigure(microseconds));
  const row = { what: 'processor time of the API for a request', against: 'without bounds', unit: 'µs' };
  return [resultRow({ scenario, ...row, ours: ours!, theirs: theirs!, target: ratioAtMost(1.05) })];
}

async function startApi(stack: BenchStack, name: string): Promise<{ pid: number; url: string }> {
  const port = await freePort();
  const { env, flags = [] } = stack.apiProgram;
  const ports = { PORT: String(port), METRICS_PORT: String(await freePort()) };
  const script = peerScript('bounded-api');
  const { pid } = await stack.runBeside(
    { name: `API ${name} bounds`, script, flags, args: [name], env: { ...env, ...ports } },
    port,
  );
  return { pid, url: `http://127.0.0.1:${port}` };
}
