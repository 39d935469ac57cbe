import { FairSemaphore } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestOwner } from '../limits/request-owner.js';

/** Bytes of the smallest body that is counted. */
const MIN_COUNTED_BYTES = 16 * 1024;

/**
 * Limits the bytes of bodies that a process reads and processes at a time. A body takes about four times its size as
 * chunks, text and objects.
 */
export class BodyMemoryLimit {
  readonly #semaphore: FairSemaphore;

  /** @param maxBytes of all bodies in flight */
  constructor(maxBytes: number) {
    this.#semaphore = new FairSemaphore(maxBytes, 'bodies');
  }

  /** Whether a body of this size is read without being counted. */
  isSmall(bytes: number): boolean {
    return bytes < MIN_COUNTED_BYTES;
  }

  /**
   * Reserves the bytes of a request's body, and releases them when its answer has been sent or its client has
   * disconnected.
   * @throws ServerBusy if the bytes are not free within two seconds; the connection then closes after the answer
   */
  async enter(
    request: FastifyRequest,
    reply: FastifyReply,
    bytes: number,
    owner = requestOwner(request),
  ): Promise<void> {
    if (reply.raw.destroyed) return; // the client has disconnected
    const leave = await this.#semaphore.enter(owner, bytes, { client: reply.raw }).catch((error: unknown) => {
      void reply.header('connection', 'close');
      throw error;
    });
    if (reply.raw.destroyed) leave();
    else reply.raw.once('close', leave);
  }
}
