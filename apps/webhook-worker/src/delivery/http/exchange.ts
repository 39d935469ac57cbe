import { IncomingHttpHeaders } from 'node:http';
import { Dispatcher } from 'undici';
import type { DeliveryError, TlsReason } from '@app/webhooks';
import { DeliveryAnswer, DeliveryLimits } from './delivery-answer.js';
import { connectionError, findTlsReason } from './delivery-errors.js';

/** A name of 253 characters, a colon and a port (RFC 1035 2.3.4). */
const MAX_HOST_LENGTH = 259;

/** One request and its answer: the status decides, the beginning of the body is stored, the rest is cut off. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<DeliveryAnswer>;
  #settle!: (answer: DeliveryAnswer) => void;
  #settled = false;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #decided: Pick<DeliveryAnswer, 'status' | 'retryAfter' | 'durationMs' | 'errorReason'> | undefined;
  readonly #chunks: Buffer[] = [];
  #received = 0;

  /**
   * @param url the receiver's, which a `Location` may be relative to
   * @param mayWrite called once connected: a sender that was frozen in between must not write late
   */
  constructor(
    private readonly url: string,
    private readonly limits: DeliveryLimits,
    private readonly mayWrite: () => boolean = () => true,
  ) {
    this.answer = new Promise((resolve) => (this.#settle = resolve));
    this.#timer = setTimeout(() => {
      this.fail(this.#controller ? 'timeout' : 'connection_failed');
    }, limits.totalMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) this.#hangUp();
    else if (!this.mayWrite()) this.fail('connection_failed');
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return;
    this.#decided = {
      status,
      retryAfter: headers['retry-after'] ?? null,
      durationMs: this.#elapsed(),
      errorReason: status >= 300 && status < 400 ? this.#readHost(headers.location) : null,
    };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#finish({ hangUp: true }), this.limits.bodyMs);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const stored = chunk.subarray(0, this.limits.bodyBytes - this.#received);
    this.#chunks.push(Buffer.from(stored));
    this.#received += stored.length;
    if (this.#received >= this.limits.bodyBytes) this.#finish({ hangUp: true });
  }

  onResponseEnd(): void {
    // undici returns a connection to the pool after a full turn of the event loop: ending earlier would make the next
    // delivery open another one.
    setImmediate(() => setImmediate(() => this.#finish({ hangUp: false })));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#settled) return;
    if (this.#decided) this.#finish({ hangUp: false });
    else this.fail(connectionError(error), findTlsReason(error));
  }

  /** Ends the exchange without a status. */
  fail(error: DeliveryError, errorReason: TlsReason | null = null): void {
    const durationMs = this.#elapsed();
    this.#end({ durationMs, status: null, error, errorReason, response: null, retryAfter: null });
    this.#hangUp();
  }

  #finish({ hangUp }: { hangUp: boolean }): void {
    if (!this.#decided) return;
    this.#end({ ...this.#decided, error: null, response: this.#text() });
    if (hangUp) this.#hangUp();
  }

  #end(answer: DeliveryAnswer): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#settle(answer);
  }

  #hangUp(): void {
    this.#controller?.abort(new Error('The exchange has ended.'));
  }

  #text(): string {
    if (this.#received === 0) return '';
    // Postgres text cannot hold NUL, and JSON writes a control character with six bytes
    return new TextDecoder().decode(Buffer.concat(this.#chunks)).replaceAll(/[^\P{Cc}\t\n\r]/gu, '\ufffd');
  }

  #readHost(location: unknown): string | null {
    if (typeof location !== 'string' || !URL.canParse(location, this.url)) return null;
    const { host } = new URL(location, this.url);
    return host !== '' && host.length <= MAX_HOST_LENGTH ? host : null;
  }

  #elapsed(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}
