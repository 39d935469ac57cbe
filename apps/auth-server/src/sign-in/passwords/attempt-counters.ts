import { Inject, Injectable } from '@nestjs/common';
import { loadLimits, maxEntries, meetLimit, CLOCK, type Clock, Problem, SETTINGS, sha256 } from '@app/kernel';
import { REDIS, type RedisSettings } from '@app/redis';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { randomUUID } from 'node:crypto';
import { TemporarilyUnavailable } from '../../edge/errors/index.js';
import { addressKey } from '@app/identity';
import { toNetwork } from '@app/http';
import { slotResult, type Budget, type BudgetStore, type BudgetSlot } from './budget.js';
import { LocalBudgets } from './local-budgets.js';
import { SharedBudgets } from './shared-budgets.js';

/** Milliseconds for which attempts are refused without asking Redis, after failures have filled a budget. */
const REMEMBER_MS = 1_000;

/** An attempt to log in: its address, and the person it claims to be. */
export interface Attempt {
  /** The owner of the tried secret: the e-mail address as typed, or for a second factor's code the person's id. */
  username: string;
  ip: string;
  /** Undefined on a person's own pages. */
  clientId?: string | undefined;
  /** The kind of login, for the audit log. */
  method:
    | 'form'
    | 'password grant'
    | 'password link'
    | 'second factor'
    | 'second factor of a grant'
    | 'second factor being set up';
  /** Whether the client has authenticated with its secret; by default not. */
  isClientProven?: boolean;
  /** Set when this browser has logged in as this person before; for a code, when it has entered a right one. */
  knownDevice?: string | undefined;
  /** Set when the person whose account is tried is known. */
  personId?: number;
}

/**
 * The kind of secret that is tried. It is part of each key, so that no login name, which can be any text, is the key of
 * another check.
 */
const secretKinds: Record<Attempt['method'], 'password' | 'code' | 'link'> = {
  form: 'password',
  'password grant': 'password',
  'second factor': 'code',
  'second factor of a grant': 'code',
  'second factor being set up': 'code',
  'password link': 'link',
};

const digest = (text: string): string => sha256(text).toString('base64url').slice(0, 22);

/**
 * The budgets of wrong passwords. Separate budgets for known browsers and authenticated clients keep attackers from
 * locking the owner out. Example: a form login from a new browser counts against account and network (10), account
 * (100), network (100) and client (1,000). A client without a secret, which anyone can use, has no budget of its own.
 * A code can be guessed in a million attempts, so unknown browsers have a budget of a day as well. Codes of a grant
 * come with a password, which counts for network and client. Source: contract 3.38; NIST SP 800-63B 5.2.2.
 */
function listBudgets(attempt: Attempt): Budget[] {
  const { method, clientId, isClientProven, knownDevice } = attempt;
  const account = hashAccount(attempt);
  if (knownDevice !== undefined) return [{ key: `device:${account}:${digest(knownDevice)}`, limit: 10 }];
  const kind = method === 'password grant' || method === 'second factor of a grant' ? 'grant' : 'form';
  const client = clientId === undefined ? [] : [{ key: `client:${kind}:${digest(clientId)}`, limit: 1000 }];
  if (method === 'password grant' && isClientProven && clientId !== undefined) {
    return [{ key: `client-account:${digest(clientId)}:${account}`, limit: 20 }, ...client];
  }
  const network = digest(toNetwork(attempt.ip));
  const accountBudgets = [
    { key: `network:${account}:${network}`, limit: 10 },
    { key: `account:${kind}:${account}`, limit: 100 },
    ...(isGuessable(attempt) ? [createDailyBudget(account)] : []),
  ];
  if (method === 'second factor of a grant') return accountBudgets;
  const networkBudget = { key: `address:${network}`, limit: 100 };
  return [...accountBudgets, networkBudget, ...(kind === 'form' ? client : [])];
}

const hashAccount = ({ method, username }: Attempt): string =>
  digest(`${secretKinds[method]} ${addressKey(username)}`);

/**
 * Whether an attacker can guess the secret. A person who sets up a factor sees its secret and must be able to enter it.
 */
export const isGuessable = ({ method }: Pick<Attempt, 'method'>): boolean =>
  secretKinds[method] === 'code' && method !== 'second factor being set up';

/**
 * Wrong codes from unknown browsers for one person. Three of a million codes are right at any time, so 20 guesses a day
 * for thirty days succeed with a probability of 0.2 %.
 */
const createDailyBudget = (account: string): Budget => ({
  key: `day:${account}`,
  limit: 20,
  seconds: 86_400,
});

/**
 * Completes an attempt: it failed, or it does not count.
 * @returns the number of failures of the day including this one, where they are counted
 */
export type CompleteAttempt = (hasFailed: boolean) => Promise<number>;

/** Counts failed logins, shared by all processes through Redis, or per process while Redis is unavailable. */
@Injectable()
export class AttemptCounters {
  readonly #shared: BudgetStore;
  readonly #local = new LocalBudgets();
  /**
   * Seconds left of budgets that failures have just filled, so that a flood of guesses does not become a flood of Redis
   * commands.
   */
  readonly #usedUp: LRUCache<string, number>;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(SETTINGS) settings: RedisSettings,
    @Inject(CLOCK) clock: Clock,
  ) {
    const perf = { now: () => clock.now().getTime() };
    this.#usedUp = new LRUCache({ ...maxEntries(10_000), ttl: REMEMBER_MS, perf });
    this.#shared = new SharedBudgets(redis, settings);
  }

  /**
   * Refuses attempts under a budget that has just refused one, without asking Redis.
   * @throws TemporarilyUnavailable 429
   */
  refuseUsedUp(attempt: Attempt): void {
    this.#refuseUsedUp(listBudgets(attempt));
  }

  #refuseUsedUp(budgets: Budget[]): void {
    meetLimit('failed_attempts');
    const remembered = Math.max(0, ...budgets.map(({ key }) => this.#usedUp.get(key) ?? 0));
    if (remembered > 0) throw new TemporarilyUnavailable(429, remembered);
  }

  /**
   * Runs an attempt. It counts as failed unless it calls `succeeded`; our own errors do not count.
   * @param failed called with the number of failures of the day including this one, where they are counted
   * @throws TemporarilyUnavailable see {@link reserve}
   */
  async runCounted<T>(
    attempt: Attempt,
    run: (succeeded: () => void) => Promise<T>,
    failed?: (dailyFailures: number) => Promise<void>,
  ): Promise<T> {
    const complete = await this.reserve(attempt);
    let hasFailed = true;
    try {
      return await run(() => (hasFailed = false));
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 429) hasFailed = false;
      throw error;
    } finally {
      const dailyFailures = await complete(hasFailed);
      if (hasFailed) await failed?.(dailyFailures);
    }
  }

  /** Clears the wrong codes of the day after a right code. */
  async clearDay(attempt: Attempt): Promise<void> {
    const day = createDailyBudget(hashAccount(attempt));
    this.#usedUp.delete(day.key);
    this.#local.clear(day);
    await Promise.resolve(this.#shared.clear(day)).catch(() => undefined); // if this fails, the budget ends with its window
  }

  /**
   * Reserves a slot in every budget before the secret is checked, so that concurrent attempts cannot exceed it.
   * @throws TemporarilyUnavailable 429 if failures fill a budget; 503 if attempts in flight do, which may succeed
   */
  async reserve(attempt: Attempt): Promise<CompleteAttempt> {
    const budgets = listBudgets(attempt);
    this.#refuseUsedUp(budgets);
    meetLimit('attempts_in_flight');
    const { slots, complete } = await this.#tryToReserve(budgets);
    if (slots.every((slot) => slot === slotResult.reserved)) return complete;
    await complete(false);
    budgets.forEach(({ key }, index) => {
      if (slots[index]! > 0) this.#usedUp.set(key, slots[index]);
    });
    const seconds = Math.max(...slots);
    throw seconds > 0
      ? new TemporarilyUnavailable(429, seconds)
      : new TemporarilyUnavailable(503, loadLimits.attempts_in_flight.retryAfterSeconds);
  }

  async #tryToReserve(budgets: Budget[]): Promise<{ slots: BudgetSlot[]; complete: CompleteAttempt }> {
    const id = randomUUID();
    let store = this.#shared;
    const reserve = () => Promise.all(budgets.map(async (budget) => store.reserve(budget, id)));
    const slots = await reserve().catch(() => {
      store = this.#local;
      return reserve();
    });
    const reserved = budgets.filter((_, index) => slots[index] === slotResult.reserved);
    const complete = async (hasFailed: boolean): Promise<number> => {
      const completeIn = (budgetStore: BudgetStore) =>
        Promise.all(reserved.map(async (budget) => budgetStore.complete(budget, id, hasFailed)));
      const failures = await completeIn(store).catch(() => completeIn(this.#local)); // if Redis fails, the failure counts in this process
      return failures[reserved.findIndex(({ seconds }) => seconds !== undefined)] ?? 0;
    };
    return { slots, complete };
  }
}
