import type { Logger } from '@app/kernel';
import { Dependency } from '@app/metrics';
import type { Transporter } from 'nodemailer';

/** Errors of nodemailer about the server as a whole, not about one mail. */
const ofServer = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROXY',
]);
/** Milliseconds between two looks while the server is not known to be there. */
const LOOK_EVERY_MS = 30_000;

/** Whether the mail server can be used: told by the mails, and looked at as long as none has been sent. */
export class SmtpState {
  readonly #state: Dependency;
  #lookedAt = -Infinity;

  constructor(
    private readonly transport: Transporter,
    logger: Logger,
  ) {
    this.#state = new Dependency('smtp', logger);
  }

  sent(): void {
    this.#state.up();
  }

  /** @param error what nodemailer threw, or anything else */
  failed(error: unknown): void {
    const { code } = (error ?? {}) as { code?: unknown };
    if (typeof code !== 'string') return; // not a matter of the mail server
    if (ofServer.has(code)) this.#state.down(error);
    else if (code === 'EENVELOPE' || code === 'EMESSAGE') this.#state.up(); // it answered
  }

  /** Looks in the background, from time to time, unless it is known to be there. */
  check(): void {
    const now = performance.now();
    if (this.#state.isUp === true || now - this.#lookedAt < LOOK_EVERY_MS) return;
    this.#lookedAt = now;
    this.transport.verify().then(
      () => this.#state.up(),
      (error: unknown) => this.#state.down(error),
    );
  }

  forget(): void {
    this.#state.forget();
  }
}
