import { Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { MailOutbox } from '@app/mail';
import { isGuessable, PasswordCheck, type Attempt } from '../passwords/index.js';
import { SecondFactorQueries } from './second-factor.queries.js';
import { SecondFactor } from './second-factor.js';

/** Number of wrong codes of a day after which the person gets a mail; more than typing errors explain. */
const MAIL_AFTER_FAILURES = 10;

/** An attempt to enter a code: the caller, and the person whose code it is, after a password, a link or a login. */
export interface Guess {
  personId: number;
  ip: string;
  method: Extract<Attempt['method'], `second factor${string}`>;
  clientId: string | undefined;
  /** Set when this browser has entered a right code of this person before. */
  knownDevice?: string | undefined;
}

/** Checks codes for pages and for the password grant; all wrong ones count. */
@Injectable()
export class CodeGuesses {
  constructor(
    private readonly passwords: PasswordCheck,
    private readonly factor: SecondFactor,
    private readonly queries: SecondFactorQueries,
    private readonly mails: MailOutbox,
    private readonly database: Database,
  ) {}

  /**
   * Consumes `code`. An empty one is not counted.
   * @returns the time of use, by Postgres' clock; undefined if the code is not right
   * @throws TemporarilyUnavailable 429 when a budget is used up, 503 when attempts in flight fill it
   */
  async use(guess: Guess, code: string): Promise<Date | undefined> {
    if (code === '') return undefined;
    const { personId } = guess;
    const attempt = { ...guess, username: String(personId) };
    const usedAt = await this.passwords.runCounted(
      attempt,
      () => this.factor.use(personId, code),
      (dailyFailures) => this.#mailPerson(personId, dailyFailures),
    );
    if (usedAt && isGuessable(attempt)) await this.passwords.clearDay(attempt);
    return usedAt;
  }

  /** Mails the person, because the caller has the password, a link or a session. */
  async #mailPerson(personId: number, dailyFailures: number): Promise<void> {
    if (dailyFailures !== MAIL_AFTER_FAILURES) return;
    await this.database.write(async (tx) => {
      const owner = await this.queries.owner(tx, personId);
      if (owner) await this.mails.enqueue(tx, { ...owner, template: 'second-factor-guessed', personId });
    });
  }
}
