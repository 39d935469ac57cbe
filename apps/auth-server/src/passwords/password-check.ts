import { Injectable } from '@nestjs/common';
import { AttemptCounters, type Attempt } from './attempt-counters.js';
import { PasswordPool } from './password-pool.js';
import { PersonQueries, type PersonWithPassword } from './person.queries.js';

/** A password that was checked; the attempt stays booked as failed until {@link succeeded} is called. */
export interface Checked {
  /** Undefined: unknown person or wrong password. */
  person: PersonWithPassword | undefined;
  /** Gives the booked attempt back, once everything else about the log-in is right as well. */
  succeeded: () => Promise<void>;
}

/** The one way in which passwords are checked, by the login form and by the password grant. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly counters: AttemptCounters,
    private readonly pool: PasswordPool,
    private readonly people: PersonQueries,
  ) {}

  /**
   * Throttle first, then one argon2id run whoever is asked for.
   * @throws TemporarilyUnavailable 429 when a budget is used up, 503 when argon2 is overloaded.
   */
  async check(attempt: Attempt, password: string): Promise<Checked> {
    const giveBack = await this.counters.book(attempt);
    try {
      const person = await this.people.byEmail(attempt.username.trim());
      const isRight = await this.pool.matches(person?.hash ?? undefined, password);
      return { person: isRight ? person : undefined, succeeded: giveBack };
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  /** Runs another check under the same budgets. @throws TemporarilyUnavailable 429 when one is used up. */
  async counted(attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
    const giveBack = await this.counters.book(attempt);
    const result = await isRight();
    if (result) await giveBack();
    return result;
  }
}
