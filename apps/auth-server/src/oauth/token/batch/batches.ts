import { AsyncResource } from 'node:async_hooks';
import { FairQueue } from '@app/kernel';

/** One question, and who waits for its answer. */
interface Waiting<Q, A> {
  question: Q;
  /** By `performance.now()`. */
  since: number;
  /** Of its request: in its trace, and outside all others' transactions. */
  context: AsyncResource;
  resolve: (answer: A | undefined) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions {
  /** The most questions in one batch: what waits with another one costs it time. */
  mostTogether?: number;
  /** The most questions that wait, of one lane half of them. */
  mostWaiting?: number;
  /** Read again for each batch. */
  timing?: BatchTiming;
}

export interface BatchTiming {
  /**
   * Milliseconds after which a batch that is not answered holds up the next one no longer; who has waited for twice as
   * long goes alone.
   */
  lateMs: number;
}

/**
 * Puts what is asked for while a batch is under way into the next one; when idle, a question is a batch alone, at
 * once. Lanes take turns, so that one with many questions waits behind its own. Source: ADR 25.
 */
export class Batches<Q, A> {
  readonly #lanes = new FairQueue<Waiting<Q, A>>();
  readonly #mostTogether: number;
  readonly #mostWaiting: number;
  readonly #timing: BatchTiming;
  #isPlanned = false;
  #isUnderWay = false;

  /** @param answer answers in the order of the questions; undefined where a question has to be asked alone */
  constructor(
    private readonly answer: (questions: Q[]) => Promise<(A | undefined)[]>,
    { mostTogether = 32, mostWaiting = 1_000, timing = { lateMs: 250 } }: BatchOptions = {},
  ) {
    this.#mostTogether = mostTogether;
    this.#mostWaiting = mostWaiting;
    this.#timing = timing;
  }

  /**
   * @param lane whose question it is
   * @returns undefined when it has to be asked alone: the answer of its batch, or too many wait, or it waited for long
   * @throws what asking threw
   */
  add(lane: string, question: Q): Promise<A | undefined> {
    if (this.#lanes.size >= this.#mostWaiting || this.#lanes.countIn(lane) >= this.#mostWaiting / 2)
      return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      // not AsyncLocalStorage.snapshot(), which leaves 1 KB each in the old generation
      const context = new AsyncResource('Batches.question');
      this.#lanes.add(lane, { question, since: performance.now(), context, resolve, reject });
      this.#plan();
    });
  }

  /**
   * Sends the next batch once the event loop has looked for arrivals again. A client with an answer from the last batch
   * asks again, and all that has arrived in the meantime shares the statement and its commit.
   */
  #plan(): void {
    if (this.#isPlanned || this.#isUnderWay || this.#lanes.size === 0) return;
    this.#isPlanned = true;
    setImmediate(() => setImmediate(() => this.#sendNext()));
  }

  #sendNext(): void {
    this.#isPlanned = false;
    const batch = this.#nextBatch();
    if (batch[0]) void batch[0].context.runInAsyncScope(() => this.#send(batch));
    else this.#plan();
  }

  /** The next batch, one question of each lane in turn; what has waited for too long goes alone. */
  #nextBatch(): Waiting<Q, A>[] {
    const batch: Waiting<Q, A>[] = [];
    const overdue = performance.now() - 2 * this.#timing.lateMs;
    while (batch.length < this.#mostTogether) {
      const first = this.#lanes.next();
      if (!first) break;
      if (first.since < overdue) first.resolve(undefined);
      else batch.push(first);
    }
    return batch;
  }

  async #send(batch: Waiting<Q, A>[]): Promise<void> {
    const release = this.#start();
    try {
      const answers = await this.answer(batch.map(({ question }) => question));
      batch.forEach(({ resolve }, index) => resolve(answers[index]));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      release();
    }
  }

  /** The batch is under way until it is released, or late. */
  #start(): () => void {
    this.#isUnderWay = true;
    let isHolding = true;
    const release = (): void => {
      if (!isHolding) return;
      isHolding = false;
      clearTimeout(late);
      this.#isUnderWay = false;
      this.#plan();
    };
    const late = setTimeout(release, this.#timing.lateMs).unref();
    return release;
  }
}
