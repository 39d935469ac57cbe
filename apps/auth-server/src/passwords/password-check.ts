import { Injectable } from '@nestjs/common';
import { PasswordPool } from '@app/grants';
import { AttemptCounters, type Attempt } from './attempt-counters.js';
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
   * Refuses what is known to be in vain, from the memory of this process alone: before anything else is done for an
   * attempt, so that a storm of guesses costs neither queries nor hashes.
   * @throws TemporarilyUnavailable 429 when a budget is used up, 503 when argon2 is overloaded.
   */
  refuseInVain(attempt: Attempt): void {
    this.counters.refuseUsedUp(attempt);
    this.pool.assertRoom(rankOf(attempt));
  }

  /**
   * Throttle first, then one argon2id run whoever is asked for.
   * @throws TemporarilyUnavailable 429 when a budget is used up, 503 when argon2 is overloaded.
   */
  async check(attempt: Attempt, password: string): Promise<Checked> {
    this.refuseInVain(attempt);
    const giveBack = await this.counters.book(attempt);
    try {
      let person: PersonWithPassword | undefined;
      const stored = async () => {
        person = await this.people.byEmail(attempt.username.trim());
        return person?.hash ?? undefined;
      };
      const isRight = await this.pool.matches(rankOf(attempt), stored, password);
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

/** Somebody who has logged in with this browser before does not wait behind a storm of strangers. */
const rankOf = ({ knownDevice }: Attempt) => (knownDevice === undefined ? 'stranger' : 'known');
