import type { Logger } from '@app/kernel';
import { Dependency } from '@app/metrics';
import type { Transporter } from 'nodemailer';

/** Error codes of nodemailer about the server as a whole, not about one mail. */
const serverErrorCodes = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EAUTH',
  'ENOAUTH',
  'EPROXY',
]);
/** Milliseconds between two checks while the server is not known to be up. */
const CHECK_INTERVAL_MS = 30_000;

/** Whether the mail server is available: known from sent mails, and checked as long as none has been sent. */
export class SmtpState {
  readonly #state: Dependency;
  #checkedAt = -Infinity;

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
    if (typeof code !== 'string') return; // not an error of the mail server
    if (serverErrorCodes.has(code)) this.#state.down(error);
    else if (code === 'EENVELOPE' || code === 'EMESSAGE') this.#state.up(); // it answered
  }

  /** Checks the server in the background, unless it is known to be up or was checked in the last 30 seconds. */
  check(): void {
    const now = performance.now();
    if (this.#state.isUp === true || now - this.#checkedAt < CHECK_INTERVAL_MS) return;
    this.#checkedAt = now;
    this.transport.verify().then(
      () => this.#state.up(),
      (error: unknown) => this.#state.down(error),
    );
  }

  forget(): void {
    this.#state.forget();
  }
}
