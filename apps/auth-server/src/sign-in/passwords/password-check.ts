import { Injectable } from '@nestjs/common';
import { addressDigest } from '@app/identity';
import { PasswordPool, type QueueOwner } from '@app/credentials';
import { RefusalRecorder } from '../../edge/audit/index.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import { AttemptCounters, type Attempt } from './attempt-counters.js';
import { PasswordQueries, type PersonWithPassword, type StoredPassword } from './password.queries.js';

export interface CheckedPassword {
  /** The person with this address; undefined if nobody has it. For the audit log, not for the answer. */
  tried: PersonWithPassword | undefined;
  /** The same, if the password is right. */
  person: PersonWithPassword | undefined;
  /** The entered password, as stored; undefined unless it is right. */
  password: StoredPassword | undefined;
  /** Called once everything else about the login is right too: until then the try counts as failed. */
  succeeded: () => void;
}

/** The one way in which passwords are checked, by the login form and by the password grant. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly counters: AttemptCounters,
    private readonly pool: PasswordPool,
    private readonly queries: PasswordQueries,
    private readonly refusals: RefusalRecorder,
  ) {}

  /**
   * Refuses attempts that are known to be futile, from the memory of this process alone and before anything else is
   * done. So a flood of guesses costs neither queries nor hashes.
   * @throws TemporarilyUnavailable 429 when a budget is used up, 503 when argon2 is overloaded.
   */
  refuseIfThrottled(attempt: Attempt): Promise<void> {
    return this.#recordThrottled(attempt, async () => this.#refuse(attempt));
  }

  /**
   * Throttle first, then one argon2id run for everybody (contract 3.39), then the rest of the login.
   * @param resolvePortal returns the portal that the request names, if any: a password that a portal holds opens
   *   nothing else
   * @throws TemporarilyUnavailable 429 if failures fill a budget; 503 if attempts in flight do, or argon2 is overloaded
   */
  check<T>(
    attempt: Attempt,
    password: string,
    resolvePortal: () => Promise<number | undefined>,
    logIn: (checked: CheckedPassword) => Promise<T>,
  ): Promise<T> {
    return this.#recordThrottled(attempt, async () => {
      this.#refuse(attempt);
      return this.counters.runCounted(attempt, async (succeeded) => {
        let tried: PersonWithPassword | undefined;
        let storedPassword: StoredPassword | undefined;
        const stored = async () => {
          tried = await this.queries.person(attempt.username.trim());
          storedPassword = tried && (await this.queries.storedFor(tried, await resolvePortal()));
          return storedPassword?.hash;
        };
        const isRight = await this.pool.matches(toQueueOwner(attempt), stored, password);
        return logIn({
          tried,
          succeeded,
          ...(isRight ? { person: tried, password: storedPassword } : nobody),
        });
      });
    });
  }

  /**
   * Runs another check under the same budgets; one that gives nothing or false has failed.
   * @param failed called with the number of wrong codes of a day including this one
   * @throws TemporarilyUnavailable 429 if failures fill one, 503 if attempts in flight do
   */
  counted<T>(
    attempt: Attempt,
    check: () => Promise<T>,
    failed?: (dailyFailures: number) => Promise<void>,
  ): Promise<T> {
    const run = async (succeeded: () => void) => {
      const result = await check();
      if (result) succeeded();
      return result;
    };
    return this.#recordThrottled(attempt, () => this.counters.runCounted(attempt, run, failed));
  }

  /** The guesses of strangers on this day no longer count. */
  clearDay(attempt: Attempt): Promise<void> {
    return this.counters.clearDay(attempt);
  }

  #refuse(attempt: Attempt): void {
    this.counters.refuseUsedUp(attempt);
    this.pool.assertRoom(toQueueOwner(attempt));
  }

  /** Throttled logins are recorded, as far as they fit; only for these the person is looked up. */
  async #recordThrottled<T>(attempt: Attempt, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (isThrottled(error) && attempt.method !== 'password link') await this.#recordFailure(attempt);
      throw error;
    }
  }

  async #recordFailure({ method, clientId, personId, username }: Attempt): Promise<void> {
    const entry = { event: 'login.throttled', clientId: clientId ?? null, details: { by: method } } as const;
    await this.refusals.refusal(entry, async () => ({
      personId: personId ?? (await this.queries.person(username.trim()))?.personId ?? null,
    }));
  }
}

const nobody = { person: undefined, password: undefined };

const isThrottled = (error: unknown): boolean =>
  error instanceof TemporarilyUnavailable && error.status === 429;

/**
 * A flood of strangers delays no person on a browser that has logged in before, and no client that has proven its
 * secret. Nobody waits behind a flood for one account or client: right passwords use up no budget.
 */
function toQueueOwner({ method, clientId, isClientProven, knownDevice, username }: Attempt): QueueOwner {
  if (method === 'password grant' && isClientProven && clientId !== undefined)
    return { rank: 'known', lane: `client ${clientId}` };
  return { rank: knownDevice === undefined ? 'stranger' : 'known', lane: addressDigest(username) };
}
