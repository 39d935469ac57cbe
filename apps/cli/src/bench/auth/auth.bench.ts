import { performance } from 'node:perf_hooks';
import type { Bench } from '../bench.js';
import { load, type Load, type Measured } from '../load.js';

const ROUNDS = 3;
const SECONDS = 6;
const TRIES_A_SECOND = 500;
const TOKENS_A_SECOND = 100;
/** By how much guessing may slow down everybody else's 99th percentile. */
const WANTED = 2;
const own = { client_id: 'partner-app', client_secret: 'partner-app-secret' };

/** Tokens while somebody guesses passwords, and whether the time of a refusal tells who exists. */
export const auth: Bench = {
  name: 'auth',
  description: 'client_credentials alone and beside 500 password tries a second',
  async run(stack, print) {
    const url = `${stack.auth}/oauth/token`;
    await compareRefusals(url, print);
    const credentials = { client_id: 'acme-app', client_secret: 'acme-app-secret' };
    const tokens: Load = {
      url,
      form: { grant_type: 'client_credentials', ...credentials },
      connections: 20,
      rate: TOKENS_A_SECOND,
      seconds: SECONDS,
    };
    const guesses: Load = {
      url,
      form: guess('admin@acme.example'),
      connections: 50,
      rate: TRIES_A_SECOND,
      seconds: SECONDS + 2,
      mayFail: true,
    };
    await load({ ...tokens, seconds: 2 });
    const alone: Measured[] = [];
    const beside: Measured[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      alone.push(await load(tokens));
      const guessing = load(guesses);
      beside.push(await load(tokens));
      await guessing;
    }
    const [quiet, busy] = [median(alone.map(({ p99 }) => p99)), median(beside.map(({ p99 }) => p99))];
    print(`client_credentials, ${TOKENS_A_SECOND} a second, 99th percentile, medians of ${ROUNDS} rounds:`);
    print(`  alone                            ${quiet} ms`);
    print(`  beside ${TRIES_A_SECOND} password tries a second  ${busy} ms`);
    print(`ratio ${(busy / quiet).toFixed(2)} (wanted: below ${WANTED})`);
    return busy / quiet < WANTED;
  },
};

const guess = (username: string): Record<string, string> => ({
  grant_type: 'password',
  ...own,
  portal_name: 'acme.learning.localhost',
  username,
  password: 'a wrong password',
});

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
    print(`refusing ${name}: median ${median(times).toFixed(1)} ms`);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
