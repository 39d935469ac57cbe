import { performance } from 'node:perf_hooks';
import type { Bench } from '../bench.js';
import { pacedLoad, type Paced, type PacedResult } from './paced-load.js';
import { figuresOf, type Figures } from '../figures.js';

/** Rounds of: alone, then beside each storm; so that whatever else the machine does meets all of them alike. */
const ROUNDS = 6;
/** Seconds that both the storm and the tokens have been running when measuring begins. */
const WARM_UP = 1;
/** Of each state in a round: 3,000 tokens of each state in all, so that its 99th percentile has 30 above it. */
const SECONDS = 5;
const TRIES_A_SECOND = 500;
const TOKENS_A_SECOND = 100;
/** By how much guessing may slow down everybody else's 99th percentile. */
const WANTED = 2;
/** Through which the passwords are guessed; each round of another, so that no client's budget of 1,000 ends a storm. */
const clients = [
  {
    client_id: 'partner-app',
    client_secret: 'partner-app-secret',
    portal_name: 'acme.learning.localhost',
  },
  { client_id: 'acme-app', client_secret: 'acme-app-secret' },
  { client_id: 'globex-app', client_secret: 'globex-app-secret' },
];

const guess = (username: string, round = 0): Record<string, string> => ({
  grant_type: 'password',
  ...clients[round % clients.length],
  username,
  password: 'a wrong password',
});

/**
 * Who guesses. The last one is the worst that somebody with a client's secret can do: no budget refuses him, so one
 * core hashes without a pause.
 */
const storms = [
  { name: 'one account from one address', username: 'admin@acme.example', from: '198.51.100.7' },
  { name: 'one account from as many networks', username: 'admin@globex.example', from: '{address}' },
  { name: 'as many accounts from as many networks', username: '{number}@acme.example', from: '{address}' },
];

/** Tokens while somebody guesses passwords, and whether the time of a refusal tells who exists. */
export const auth: Bench = {
  name: 'auth',
  description: 'client_credentials alone and beside 500 password tries a second',
  async run(stack, print) {
    const url = `${stack.auth}/oauth/token`;
    await compareRefusals(url, print);
    const tokens: Paced = {
      url,
      form: { grant_type: 'client_credentials', client_id: 'acme-app', client_secret: 'acme-app-secret' },
      rate: TOKENS_A_SECOND,
      seconds: SECONDS,
      warmUpSeconds: WARM_UP,
    };
    const storm = (index: number, round: number, seconds: number): Promise<PacedResult> => {
      const { username, from } = storms[index]!;
      const form = guess(username, round);
      const firstNumber = round * 10_000;
      return pacedLoad({ url, form, from, isElsewhere: true, rate: TRIES_A_SECOND, seconds, firstNumber });
    };
    await pacedLoad({ ...tokens, seconds: 3 });
    for (const index of storms.keys()) await storm(index, ROUNDS, 1);

    const alone: number[][] = [];
    const beside = storms.map((): { times: number[][]; answers: Record<string, number> } => ({
      times: [],
      answers: {},
    }));
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(allGood(await pacedLoad(tokens)).times);
      for (const [index, { times, answers }] of beside.entries()) {
        const guessing = storm(index, round, SECONDS + 2 * WARM_UP + 1);
        await new Promise((resolve) => setTimeout(resolve, WARM_UP * 1_000));
        times.push(allGood(await pacedLoad(tokens)).times);
        for (const [status, count] of Object.entries((await guessing).statuses)) {
          answers[status] = (answers[status] ?? 0) + count;
        }
      }
    }

    print(`client_credentials, ${TOKENS_A_SECOND} a second, in ms, all of ${ROUNDS} rounds:`);
    const quiet = figuresOf(alone);
    print(`  alone: ${words(quiet)}`);
    let isGood = true;
    for (const [index, { times, answers }] of beside.entries()) {
      const busy = figuresOf(times);
      const ratio = busy.p99 / quiet.p99;
      isGood &&= ratio < WANTED;
      print(
        `  beside ${TRIES_A_SECOND} tries a second on ${storms[index]!.name} (answers ${JSON.stringify(answers)}):`,
      );
      print(`    ${words(busy)}: ratio ${ratio.toFixed(2)} (wanted: below ${WANTED})`);
    }
    return isGood;
  },
};

const words = ({ p50, p99, count, rounds }: Figures): string =>
  `median ${p50.toFixed(1)}, 99th percentile ${p99.toFixed(1)} of ${count} (by rounds ${rounds.map((one) => one.toFixed(1)).join(' ')})`;

/** @throws Error when a token was refused */
function allGood(result: PacedResult): PacedResult {
  const refused = Object.keys(result.statuses).filter((status) => status !== '200');
  if (refused.length > 0) throw new Error(`tokens were answered ${JSON.stringify(result.statuses)}`);
  return result;
}

/** Few tries each: the budget of an account is ten. */
async function compareRefusals(url: string, print: (line: string) => void): Promise<void> {
  for (const [name, username] of [
    ['nobody', () => `nobody-${Math.random()}@acme.example`],
    ['a wrong password', () => 'manager@acme.example'],
  ] as const) {
    const times: number[] = [];
    for (let time = 0; time < 9; time++) {
      const start = performance.now();
      const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(guess(username())) });
      await answer.text();
      times.push(performance.now() - start);
    }
    print(`refusing ${name}: median ${figuresOf([times]).p50.toFixed(1)} ms`);
  }
}
