import { performance } from 'node:perf_hooks';
import type { Bench } from '../bench.js';
import type { BenchStack } from '../bench-stack.js';
import { figuresOf, type Figures } from '../figures.js';
import { atMost, noTarget, resultRow, type ResultRow } from '../result.js';
import { StolenTime } from '../stolen-time.js';
import { checkpoint, makeClients } from './bench-database.js';
import { pacedLoad, type Paced, type PacedResult } from './paced-load.js';
import { guess, storms, type Storm } from './storms.js';

/** Rounds of baseline and each storm in turn, so that other load on the machine affects them alike. */
const ROUNDS = 6;
/** Seconds that both the storm and the token requests run before measuring begins. */
const WARM_UP = 1;
/** Per state and round: 3,000 tokens per state in all, so that 30 lie above the 99th percentile. */
const SECONDS = 5;
const TRIES_A_SECOND = 500;
const TOKENS_A_SECOND = 100;
/** Clients that request tokens, each at half of its limit. */
const CLIENTS = 100;
/** Percent of processor time that the host may steal in a round; beyond that, the round measures the host. */
const STOLEN = 0.1;
/** How often such a round is repeated before it counts anyway. */
const AGAIN = 3;
/** The factor by which guessing may slow down everybody else's 99th percentile. */
const WANTED = 2;

/** Token response times, by round. */
interface Rounds {
  times: number[][];
  /** Times from rounds that were repeated. */
  disturbed: number[][];
}

/** A storm's effect on the tokens, and the answers it got. */
interface Beside extends Rounds {
  storm: Storm;
  answers: Record<string, number>;
}

/** Token requests while somebody guesses passwords, and whether the time of a refusal reveals who exists. */
export const auth: Bench = {
  name: 'auth',
  description: 'client_credentials alone and beside 500 password tries a second',
  settings: { TOKEN_REQUESTS_PER_MINUTE: '120' }, // as in production, because it is part of what is measured
  async run(stack, print) {
    await compareRefusals(stack, print);
    const { alone, beside } = await measure(stack);
    print(`client_credentials, ${TOKENS_A_SECOND} a second, in ms:`);
    const quiet = figuresOf(alone.times);
    print(`  alone: ${words(alone)}`);
    const rows: ResultRow[] = [];
    for (const state of beside) {
      const { storm, answers } = state;
      const busy = figuresOf(state.times);
      const ofAll = busy.p99 / quiet.p99;
      const ofRounds = typical(busy) / typical(quiet);
      const wanted = storm.isBeyond ? 'not counted' : `wanted: both below ${WANTED}`;
      const [scenario, unit] = ['auth', 'times the 99th percentile alone'];
      const target = storm.isBeyond ? noTarget : atMost(WANTED);
      for (const [of, ours] of Object.entries({ all: ofAll, 'typical rounds': ofRounds })) {
        const what = `tokens beside guesses on ${storm.name}, of ${of}`;
        rows.push(resultRow({ scenario, what, ours, unit, target }));
      }
      print(
        `  beside ${TRIES_A_SECOND} tries a second on ${storm.name} (answers ${JSON.stringify(answers)}):`,
      );
      print(
        `    ${words(state)}: ratio ${ofAll.toFixed(2)}, of typical rounds ${ofRounds.toFixed(2)} (${wanted})`,
      );
    }
    return rows;
  },
};

async function measure(stack: BenchStack): Promise<{ alone: Rounds; beside: Beside[] }> {
  const url = `${stack.auth}/oauth/token`;
  const tokens: Paced = {
    url,
    form: { grant_type: 'client_credentials', ...(await makeClients(stack, 'bench', CLIENTS)) },
    clients: CLIENTS,
    rate: TOKENS_A_SECOND,
    seconds: SECONDS,
    warmUpSeconds: WARM_UP,
  };
  const guessed = await makeClients(stack, 'guessed', CLIENTS);
  const blow = (storm: Storm, round: number, seconds: number): Promise<PacedResult> => {
    return pacedLoad({
      url,
      form: guess(storm, round, guessed),
      from: storm.from,
      clients: CLIENTS,
      rate: TRIES_A_SECOND,
      seconds,
      firstNumber: round * 100_000,
    });
  };
  await pacedLoad({ ...tokens, seconds: 3 });
  for (const storm of storms) await blow(storm, ROUNDS, 1);

  const alone: Rounds = { times: [], disturbed: [] };
  const beside = storms.map((storm): Beside => ({ storm, times: [], disturbed: [], answers: {} }));
  for (let round = 0; round < ROUNDS; round++) {
    await checkpoint(stack);
    await addRound(alone, () => pacedLoad(tokens));
    for (const state of beside) {
      const { storm, answers } = state;
      if (storm.rounds !== undefined && round >= storm.rounds) continue;
      const seconds = storm.seconds ?? SECONDS;
      await addRound(state, async (again) => {
        const guessing = blow(storm, round + again * ROUNDS, seconds + 2 * WARM_UP + 1);
        await new Promise((resolve) => setTimeout(resolve, WARM_UP * 1_000));
        const result = await pacedLoad({ ...tokens, seconds });
        for (const [status, count] of Object.entries((await guessing).statuses)) {
          answers[status] = (answers[status] ?? 0) + count;
        }
        return result;
      });
    }
  }
  return { alone, beside };
}

/** Measures a round; repeats it when the host stole too much time. @param round gets the number of repetitions so far */
async function addRound(rounds: Rounds, round: (again: number) => Promise<PacedResult>): Promise<void> {
  for (let again = 0; ; again++) {
    const stolen = new StolenTime();
    const { times } = allGood(await round(again));
    const isDisturbed = (stolen.percent ?? 0) > STOLEN && again < AGAIN;
    (isDisturbed ? rounds.disturbed : rounds.times).push(times);
    if (!isDisturbed) return;
  }
}

/** The 99th percentile of the median round. */
function typical({ rounds }: Figures): number {
  const sorted = rounds.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

function words({ times, disturbed }: Rounds): string {
  const { p50, p99, count, rounds } = figuresOf(times);
  const list = (all: number[]): string => all.map((one) => one.toFixed(1)).join(' ');
  const again =
    disturbed.length > 0
      ? `; again for the host's sake, not counted: ${list(figuresOf(disturbed).rounds)}`
      : '';
  return `median ${p50.toFixed(1)}, 99th percentile ${p99.toFixed(1)} of all ${count} (by rounds ${list(rounds)}${again})`;
}

/** @throws Error when a token was refused */
function allGood(result: PacedResult): PacedResult {
  const refused = Object.keys(result.statuses).filter((status) => status !== '200');
  if (refused.length > 0) throw new Error(`tokens were answered ${JSON.stringify(result.statuses)}`);
  return result;
}

/** Few attempts each: an account's budget is ten. */
async function compareRefusals(stack: BenchStack, print: (line: string) => void): Promise<void> {
  const clients = await makeClients(stack, 'refused', 1, 'acme.learning.localhost');
  for (const [name, username] of [
    ['nobody', () => `nobody-${Math.random()}@acme.example`],
    ['a wrong password', () => 'manager@acme.example'],
  ] as const) {
    const times: number[] = [];
    for (let time = 0; time < 9; time++) {
      const start = performance.now();
      const body = new URLSearchParams({
        grant_type: 'password',
        ...clients,
        client_id: clients.client_id.replace('{client}', '0'),
        username: username(),
        password: 'a wrong password',
      });
      const answer = await fetch(`${stack.auth}/oauth/token`, { method: 'POST', body });
      await answer.text();
      times.push(performance.now() - start);
    }
    print(`refusing ${name}: median ${figuresOf([times]).p50.toFixed(1)} ms`);
  }
}
