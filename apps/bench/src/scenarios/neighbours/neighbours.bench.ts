import { freePort } from '@app/local-services';
import type { Bench } from '../../bench.js';
import { withBenchStack, type BenchStack } from '../../bench-stack.js';
import { checkpoint } from '../../load/checkpoint.js';
import { HookReceiver } from '../../load/hook-receiver.js';
import type { ResultRow } from '../../report/result.js';
import { behaviours, type NeighbourBehaviour } from './behaviours.js';
import { NeighbourLab } from './lab.js';
import { MemoryWatch } from './memory-watch.js';
import { Neighbour } from './neighbour.js';
import { formatLines, createRows, rowsOfAll, type BehaviourMeasurement } from './neighbours-rows.js';
import type { BenchPortal, LoadOptions, Answers } from './load-options.js';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** How often and for how many seconds each behaviour is measured. */
interface Lengths {
  rounds: number;
  warmUp: number;
  alone: number;
  underLoad: number;
  after: number;
}

const LENGTHS: Lengths = { rounds: 3, warmUp: 3, alone: 3, underLoad: 10, after: 3 };
const SHORT: Lengths = { rounds: 1, warmUp: 1, alone: 1, underLoad: 3, after: 1 };

/** An ordinary portal while other portals, or callers without credentials, send more requests than they should. */
export const neighbours: Bench = {
  name: 'neighbours',
  description:
    'latency of an ordinary portal while other callers do not read answers, write without pause, or guess passwords',
  measuredBy: [
    'The ordinary portal sends `GET /v2/me`, a search, `POST /v2/users` and `client_credentials`, each 25 ms after the last answer, and waits for the webhook of each change. A refusal counts as 30 s.',
    'The load is a separate process and ignores `Retry-After`. Connections that do not read have read one answer before, and open again within a second.',
    'All servers restart before each behaviour. Three rounds follow: 3 s without load, 10 s with it, 3 s after it.',
    'The benchmark reads the memory of each server every 50 ms; its start is what the server has after a warm-up of 3 s.',
  ],
  // this process reads what servers log, and measures meanwhile
  run: (print) => withBenchStack((stack) => measureAll(stack, print), { LOG_LEVEL: 'error' }),
};

async function measureAll(stack: BenchStack, print: (line: string) => void): Promise<ResultRow[]> {
  const trial = process.env['BENCH_TRIAL'];
  const chosen = behaviours.filter(({ name }) => name.includes(trial ?? ''));
  const lengths = trial === undefined ? LENGTHS : SHORT;
  const lab = await NeighbourLab.open(stack);
  const receiver = await HookReceiver.start();
  const all: BehaviourMeasurement[] = [];
  const rows: ResultRow[] = [];
  try {
    const portal = await lab.portal(0);
    await lab.webhook(portal.id, receiver.url, 'user.create');
    const neighbour = new Neighbour({ ...stack, ...portal }, receiver);
    for (const behaviour of chosen) {
      const measured = await measure(lab, neighbour, behaviour, lengths);
      formatLines(measured).forEach(print);
      rows.push(...createRows(measured));
      all.push(measured);
    }
    await neighbour.close();
  } finally {
    receiver.stop();
    await lab.close();
  }
  return [...rows, ...rowsOfAll(all)];
}

/** Restarts the servers first, so that earlier behaviours and the setup of the load's portals leave nothing in memory. */
async function measure(
  lab: NeighbourLab,
  neighbour: Neighbour,
  behaviour: NeighbourBehaviour,
  lengths: Lengths,
): Promise<BehaviourMeasurement> {
  const { stack } = lab;
  const options = await prepare(lab, behaviour);
  const pids = await stack.startAnew();
  const load = await LoadProcess.start(options);
  try {
    await neighbour.measure(lengths.warmUp);
    await neighbour.waitForWebhooks();
    await checkpoint(stack);
    const memory = new MemoryWatch(pids);
    const rounds = await inRounds(neighbour, load, lengths);
    await memory.stop();
    return { behaviour, ...rounds, memory: memory.all, ended: memory.ended };
  } finally {
    await load.stop();
    await lab.disableSlowWebhooks();
  }
}

async function prepare(lab: NeighbourLab, behaviour: NeighbourBehaviour): Promise<LoadOptions> {
  const portals: BenchPortal[] = [];
  while (portals.length < (behaviour.portals ?? 1)) portals.push(await lab.portal(behaviour.objects ?? 0));
  const receiverPort = await freePort();
  await behaviour.plant?.(lab, portals, `http://127.0.0.1:${receiverPort}/`);
  const { auth, api, ownerUrl } = lab.stack;
  return { behaviour: behaviour.name, auth, api, databaseUrl: ownerUrl, portals, receiverPort };
}

async function inRounds(neighbour: Neighbour, load: LoadProcess, lengths: Lengths) {
  const rounds: Pick<BehaviourMeasurement, 'alone' | 'underLoad' | 'after' | 'answers'> = {
    alone: [],
    underLoad: [],
    after: [],
    answers: [],
  };
  for (let round = 0; round < lengths.rounds; round += 1) {
    rounds.alone.push(await neighbour.measure(lengths.alone));
    const behaving = load.run(lengths.underLoad);
    behaving.catch(() => undefined); // it is awaited below
    rounds.underLoad.push(await neighbour.measure(lengths.underLoad));
    rounds.after.push(await neighbour.measure(lengths.after));
    rounds.answers.push(await behaving);
    await neighbour.waitForWebhooks();
  }
  return rounds;
}

/** Runs a behaviour in a process of its own; otherwise the benchmark would measure its own event loop. */
class LoadProcess {
  readonly #ended = new AbortController();

  private constructor(private readonly child: ChildProcess) {
    child.once('exit', () => this.#ended.abort());
  }

  static async start(options: LoadOptions): Promise<LoadProcess> {
    const load = new LoadProcess(fork(join(__dirname, 'behaviour-client.js'), [JSON.stringify(options)]));
    await load.#message();
    return load;
  }

  /** Behaves so for some seconds. @throws AbortError when the process ends meanwhile, which says why */
  run(seconds: number): Promise<Answers> {
    const answers = this.#message<Answers>();
    this.child.send(seconds);
    return answers;
  }

  async stop(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  async #message<T>(): Promise<T> {
    const [message] = (await once(this.child, 'message', { signal: this.#ended.signal })) as [T];
    return message;
  }
}
