import { FairQuota, meetLimit, type Logger } from '@app/kernel';
import { metrics, observe } from '@app/metrics';
import { TaskRunner } from '@app/scheduled-tasks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { requestOwner } from './request-owner.js';

/**
 * Bytes of the smallest answer that is counted: a connection has one answer at a time, and itself uses as much memory.
 */
const MIN_COUNTED_BYTES = 16 * 1024;
/** Bytes that a stream counts: about its buffer while its client does not read. */
const STREAM_BYTES = 256 * 1024;
/** Milliseconds in which a client must read an answer, plus a second for each of these many bytes. */
const WAIT_TIMEOUT_MS = 10_000;
const MIN_BYTES_PER_SECOND = 32 * 1024;

interface UnreadAnswer {
  request: FastifyRequest;
  owner: string;
  bytes: number;
  /** In milliseconds of the server's clock; infinity for a stream. */
  endsAt: number;
}

/** The answers that a server has sent and clients have not read yet. */
export class UnreadAnswers {
  readonly #answers = new Set<UnreadAnswer>();
  readonly #quota: FairQuota;

  constructor(
    maxBytes: number,
    private readonly logger: Logger,
    private readonly nowMs = () => performance.now(),
  ) {
    this.#quota = new FairQuota(maxBytes);
  }

  get bytes(): number {
    return this.#quota.held;
  }

  /**
   * Counts an answer, and frees memory for it.
   * @returns a function that ends the count
   */
  add(request: FastifyRequest, bytes: number): () => void {
    const maxWaitMs = WAIT_TIMEOUT_MS + (bytes / MIN_BYTES_PER_SECOND) * 1_000;
    return this.#add(request, bytes, this.nowMs() + maxWaitMs);
  }

  /**
   * Counts an answer of any length that is produced while its client reads.
   * @returns a function that ends the count
   */
  addStream(request: FastifyRequest): () => void {
    return this.#add(request, STREAM_BYTES, Infinity);
  }

  #add(request: FastifyRequest, bytes: number, endsAt: number): () => void {
    meetLimit('unread_answers');
    const owner = requestOwner(request);
    this.#freeMemory(bytes);
    const answer = { request, owner, bytes, endsAt };
    this.#answers.add(answer);
    this.#quota.acquire(owner, bytes);
    return () => this.#remove(answer);
  }

  cutLate(): void {
    const now = this.nowMs();
    for (const answer of this.#answers) if (answer.endsAt < now) this.#cut(answer, 'time');
  }

  /**
   * The owner with the most bytes loses its oldest answers, so that no owner is refused because another does not read.
   */
  #freeMemory(bytes: number): void {
    while (this.#quota.held > 0 && this.#quota.held + bytes > this.#quota.size) {
      const owner = this.#quota.findLargest();
      for (const answer of this.#answers) {
        if (answer.owner !== owner) continue;
        this.#cut(answer, 'room');
        break;
      }
    }
  }

  #cut(answer: UnreadAnswer, reason: 'room' | 'time'): void {
    const { request, owner, bytes } = answer;
    this.#remove(answer);
    metrics.http_unread_cut_total.inc({ reason });
    this.logger.warn(
      { owner, bytes, reason, ref: request.id },
      'cut off a client that did not read its answer',
    );
    request.raw.socket.destroy();
  }

  #remove(answer: UnreadAnswer): void {
    if (this.#answers.delete(answer)) this.#quota.release(answer.owner, answer.bytes);
  }
}

/**
 * Limits the bytes of answers that wait for their readers.
 * @param maxBytes of all unread answers of the process together
 */
export function boundUnreadAnswers(fastify: FastifyInstance, maxBytes: number, logger: Logger): void {
  const answers = new UnreadAnswers(maxBytes, logger);
  const forget = observe('http_unread_bytes', () => answers.bytes);
  const cutting = new TaskRunner('cut-unread-answers', async () => answers.cutLate(), logger);
  cutting.start(cutting.everyMs);
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable) reply.raw.once('close', answers.addStream(request));
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    if (!isWhole || payload.length < MIN_COUNTED_BYTES) return done(null, payload);
    // Node may keep three bytes for each character of a string that has to wait
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
    reply.raw.once('close', answers.add(request, body.length));
    done(null, body);
  });
  fastify.addHook('onClose', async () => {
    forget();
    await cutting.stop();
  });
}
