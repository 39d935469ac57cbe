import { join } from 'node:path';
import { freePort } from '@app/local-services';
import type { Bench } from '../bench.js';
import { compare } from '../load.js';

const ROUNDS = 5;
const SECONDS = 5;
/** What the whole service must reach of the bare server. */
const WANTED = 0.8;

/** One row by id: the resource API beside a hand-written node:http and pg server. */
export const reads: Bench = {
  name: 'reads',
  description: 'GET /v2/users/{user-id} beside a bare node:http and pg server',
  async run(stack, print) {
    const port = await freePort();
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: stack.databaseUrl, PORT: String(port) };
    await stack.runBeside({ name: 'bare server', script: join(__dirname, 'bare-server.js'), env }, port);

    const authorization = `Bearer ${await stack.token()}`;
    const path = await someUser(stack.api, authorization);
    const ours = { url: `${stack.api}${path}`, headers: { authorization }, seconds: SECONDS };
    const theirs = { url: `http://127.0.0.1:${port}${path}`, seconds: SECONDS };
    await assertSameAnswer(ours, theirs);

    print(`${ROUNDS} rounds of ${SECONDS} s each in turn, 50 connections, medians:`);
    const [service, bare] = await compare(ours, theirs, ROUNDS);
    for (const [name, { requestsPerSecond, p50, p99 }] of [
      ['resource-api', service],
      ['bare server', bare],
    ] as const) {
      print(
        `  ${name.padEnd(14)} ${requestsPerSecond.toFixed(0).padStart(7)} requests/s  p50 ${p50} ms  p99 ${p99} ms`,
      );
    }
    const ratio = service.requestsPerSecond / bare.requestsPerSecond;
    print(`ratio ${(ratio * 100).toFixed(0)} % (wanted: at least ${WANTED * 100} %)`);
    return ratio >= WANTED;
  },
};

async function someUser(api: string, authorization: string): Promise<string> {
  const response = await fetch(`${api}/v2/users?email=learner@acme.example`, { headers: { authorization } });
  const { hits } = (await response.json()) as { hits: { id: number }[] };
  if (!hits[0]) throw new Error('The demo data has no learner@acme.example.');
  return `/v2/users/${hits[0].id}`;
}

/** Who answers less has it easier. */
async function assertSameAnswer(
  ...loads: { url: string; headers?: Record<string, string> }[]
): Promise<void> {
  const answers = await Promise.all(
    loads.map(async ({ url, headers = {} }) => (await fetch(url, { headers })).text()),
  );
  if (new Set(answers).size > 1) throw new Error(`The answers differ:\n${answers.join('\n')}`);
}
