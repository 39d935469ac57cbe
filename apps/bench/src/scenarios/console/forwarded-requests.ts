import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Line } from '../../load/thin-client.js';
import { formatRequest, type RepeatedRequest } from '../../load/thin-load.js';
import { computeFigures, type Figures } from '../../report/figures.js';

/** Requests a second. */
const RATE = 200;

/** Times in milliseconds. */
interface ForwardingFigures {
  direct: Figures;
  forwarded: Figures;
}

/**
 * Sends the same request straight to the API and through the console, 200 times a second, in rounds of a second in turn.
 * @throws Error when one is refused, or the answers differ
 */
export async function measureForwarding(
  requests: Record<keyof ForwardingFigures, RepeatedRequest>,
  rounds: number,
): Promise<ForwardingFigures> {
  const parties = { direct: new Sender(requests.direct), forwarded: new Sender(requests.forwarded) };
  const times: Record<keyof ForwardingFigures, number[][]> = { direct: [], forwarded: [] };
  try {
    const answers = [await parties.direct.read(), await parties.forwarded.read()];
    if (!isDeepStrictEqual(answers[0], answers[1])) throw new Error('The console changes the answer.');
    for (const sender of Object.values(parties)) await sender.sendForSecond(); // the code is compiled, the pools are filled
    for (let round = 0; round < rounds; round += 1) {
      const names = ['direct', 'forwarded'] as const;
      for (const name of round % 2 === 0 ? names : names.toReversed())
        times[name].push(await parties[name].sendForSecond());
    }
  } finally {
    for (const sender of Object.values(parties)) sender.close();
  }
  return { direct: computeFigures(times.direct), forwarded: computeFigures(times.forwarded) };
}

/** Sends a request at a steady rate, over as many connections as it needs. */
class Sender {
  readonly #text: string;
  readonly #idle: Line[] = [];
  readonly #all: Line[] = [];

  constructor(private readonly repeated: RepeatedRequest) {
    this.#text = formatRequest(repeated);
  }

  async read(): Promise<unknown> {
    return JSON.parse((await this.#send()).body);
  }

  /** @returns milliseconds of each request */
  async sendForSecond(): Promise<number[]> {
    const begin = performance.now();
    const sent: Promise<{ milliseconds: number }>[] = [];
    const send = () => {
      const answer = this.#send();
      answer.catch(() => undefined); // it is awaited below
      sent.push(answer);
    };
    while (sent.length < RATE) {
      await pause(1);
      const due = Math.min(RATE, Math.floor(((performance.now() - begin) / 1000) * RATE));
      while (sent.length < due) send();
    }
    return (await Promise.all(sent)).map(({ milliseconds }) => milliseconds);
  }

  close(): void {
    for (const line of this.#all) line.close();
  }

  async #send(): Promise<{ body: string; milliseconds: number }> {
    // the one that waits longest: servers close connections that nobody uses
    const line = this.#idle.shift() ?? this.#open();
    const begin = performance.now();
    const { status, body } = await line.send(this.#text);
    const milliseconds = performance.now() - begin;
    this.#idle.push(line);
    if (status !== 200) throw new Error(`${this.repeated.url} answered ${status}: ${body.slice(0, 200)}`);
    return { body, milliseconds };
  }

  #open(): Line {
    const line = new Line(new URL(this.repeated.url));
    this.#all.push(line);
    return line;
  }
}
