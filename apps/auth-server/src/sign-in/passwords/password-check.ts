import { Injectable } from '@nestjs/common';
import { addressDigest } from '@app/identity';
import { PasswordPool, type QueueOwner } from '@app/credentials';
import { RefusalRecorder } from '../../edge/audit/index.js';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import { AttemptCounters, type Attempt } from './attempt-counters.js';
import { PasswordQueries, type PersonWithPassword, type StoredPassword } from './password.queries.js';

export interface CheckedPassword {
  /** The person with this address; undefined if there is none. For the audit log, not for the answer. */
  tried: PersonWithPassword | undefined;
  /** The same, if the password is right. */
  person: PersonWithPassword | undefined;
  /** The entered password, as stored; undefined unless it is right. */
  password: StoredPassword | undefined;
  /** Call this once all other conditions of the login are met; until then the attempt counts as failed. */
  succeeded: () => void;
}

/** Checks passwords, for the login form and the password grant. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly counters: AttemptCounters,
    private readonly pool: PasswordPool,
    private readonly queries: PasswordQueries,
    private readonly refusals: RefusalRecorder,
  ) {}

  /**
   * Refuses futile attempts from the memory of this process, before anything else is done, so a flood of guesses costs
   * neither queries nor hashes.
   * @throws TemporarilyUnavailable 429 when a budget is used up, 503 when argon2 is overloaded.
   */
  refuseIfThrottled(attempt: Attempt): Promise<void> {
    return this.#recordThrottled(attempt, async () => this.#refuse(attempt));
  }

  /**
   * Throttles first, then runs argon2id once for every attempt (contract 3.39), then the rest of the login.
   * @param resolvePortal returns the portal that the request names, if any: a password that a portal holds opens only
   *   accounts of that portal
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
          ...(isRight ? { person: tried, password: storedPassword } : noMatch),
        });
      });
    });
  }

  /**
   * Runs another check under the same budgets; it has failed if it returns undefined or false.
   * @param failed called with the number of wrong codes of the day including this one
   * @throws TemporarilyUnavailable 429 if failures fill a budget, 503 if attempts in flight do
   */
  runCounted<T>(
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

  clearDay(attempt: Attempt): Promise<void> {
    return this.counters.clearDay(attempt);
  }

  #refuse(attempt: Attempt): void {
    this.counters.refuseUsedUp(attempt);
    this.pool.assertCapacity(toQueueOwner(attempt));
  }

  /** Records throttled logins within the limits of the audit log; the person is looked up only for recorded ones. */
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

const noMatch = { person: undefined, password: undefined };

const isThrottled = (error: unknown): boolean =>
  error instanceof TemporarilyUnavailable && error.status === 429;

/**
 * The owner of a queue of waiting attempts. A flood from unknown browsers delays no browser that has logged in before,
 * and no client that has proven its secret. Right passwords use up no budget, so no user waits behind a flood for one
 * account or client.
 */
function toQueueOwner({ method, clientId, isClientProven, knownDevice, username }: Attempt): QueueOwner {
  if (method === 'password grant' && isClientProven && clientId !== undefined)
    return { rank: 'known', lane: `client ${clientId}` };
  return { rank: knownDevice === undefined ? 'unknown' : 'known', lane: addressDigest(username) };
}
