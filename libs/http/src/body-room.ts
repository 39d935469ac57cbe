import { FairLanes, Shares, Unavailable } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestOwner } from './request-owner.js';

/** Bytes of the smallest body that is counted. */
const MIN_COUNTED_BYTES = 16 * 1024;
/** Milliseconds that a body waits, unread, for its bytes. */
const WAIT_MS = 2_000;

interface Waiter {
  owner: string;
  bytes: number;
  admit: () => void;
}

/**
 * Bounds the bytes of bodies that a process reads and works on at a time: a body costs about four times its size as
 * chunks, text and objects. An owner takes no more than it leaves free; owners that wait take turns.
 */
export class BodyRoom {
  readonly #shares: Shares<string>;
  readonly #lanes = new FairLanes<Waiter>();

  /** @param maxBytes of all bodies under way */
  constructor(maxBytes: number) {
    this.#shares = new Shares(maxBytes);
  }

  /** Whether a body of this size is read without being counted. */
  isSmall(bytes: number): boolean {
    return bytes < MIN_COUNTED_BYTES;
  }

  /**
   * Takes the bytes of a request's body, and gives them back when its answer has been sent or its client has gone.
   * @throws Unavailable when there is no room within two seconds; the connection then closes after the answer
   */
  async enter(
    request: FastifyRequest,
    reply: FastifyReply,
    bytes: number,
    owner = requestOwner(request),
  ): Promise<void> {
    if (reply.raw.destroyed) return; // nothing of it arrives any more
    if (this.#lanes.countIn(owner) > 0 || !this.#shares.mayTake(owner, bytes))
      await this.#wait(owner, bytes, reply);
    else this.#shares.acquire(owner, bytes);
    reply.raw.once('close', () => {
      this.#shares.release(owner, bytes);
      this.#admit();
    });
  }

  #wait(owner: string, bytes: number, reply: FastifyReply): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (): void => {
        settle();
        remove();
        void reply.header('connection', 'close');
        reject(new Unavailable('Too many large bodies are being read.', 1));
      };
      const settle = (): void => {
        clearTimeout(timer);
        reply.raw.off('close', refuse);
      };
      const admit = (): void => {
        settle();
        resolve();
      };
      const remove = this.#lanes.add(owner, { owner, bytes, admit });
      const timer = setTimeout(refuse, WAIT_MS);
      reply.raw.once('close', refuse);
    });
  }

  /** The bytes of those that are admitted are theirs at once: more may be admitted before the first goes on. */
  #admit(): void {
    for (;;) {
      const waiter = this.#lanes.next(({ owner, bytes }) => this.#shares.mayTake(owner, bytes));
      if (!waiter) return;
      this.#shares.acquire(waiter.owner, waiter.bytes);
      waiter.admit();
    }
  }
}
