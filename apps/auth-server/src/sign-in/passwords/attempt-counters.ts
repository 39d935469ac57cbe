import { Inject, Injectable } from '@nestjs/common';
import { maxEntries, CLOCK, type Clock, Problem, SETTINGS, sha256 } from '@app/kernel';
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
import { AttemptQueue } from './attempt-queue.js';

/** Milliseconds for which a spent budget is refused without asking Redis again. */
const REMEMBER_MS = 1_000;
/** Milliseconds that a try waits for those in flight, the same as for its turn at argon2. */
const PATIENCE_MS = 2_000;

/** A try to log in: its address, and the person it claims to be. */
export interface Attempt {
  /** The owner of the tried secret: the e-mail address as typed, or for a second factor's code the person's id. */
  username: string;
  ip: string;
  /** Undefined on a person's own pages. */
  clientId?: string | undefined;
  /** How, for the audit log. */
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
  /** Set when it is known whose account is tried. */
  personId?: number;
}

/** The kind of secret that is tried, so that no login name, which can be any text, is the key of another check. */
const checkOf: Record<Attempt['method'], 'password' | 'code' | 'link'> = {
  form: 'password',
  'password grant': 'password',
  'second factor': 'code',
  'second factor of a grant': 'code',
  'second factor being set up': 'code',
  'password link': 'link',
};

const digest = (text: string): string => sha256(text).toString('base64url').slice(0, 22);

/**
 * The budgets of wrong passwords. A browser that has logged in before has its own, and a client's forms have one
 * separate from its password grant. So no stranger can lock anybody out. A grant of a client that has proven its
 * secret spends only what this client can spend. One without a secret, which anybody can use, has no client budget.
 * Codes can be guessed in a million tries, so strangers have a budget of a day as well. Those of a grant come with a
 * password, which counts for the address and the client. Source: contract 3.38; NIST SP 800-63B 5.2.2.
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
  const ofAccount = [
    { key: `network:${account}:${network}`, limit: 10 },
    { key: `account:${kind}:${account}`, limit: 100 },
    ...(isGuessable(attempt) ? [createDailyBudget(account)] : []),
  ];
  if (method === 'second factor of a grant') return ofAccount;
  const ofNetwork = { key: `address:${network}`, limit: 100 };
  return [...ofAccount, ofNetwork, ...(kind === 'form' ? client : [])];
}

const hashAccount = ({ method, username }: Attempt): string =>
  digest(`${checkOf[method]} ${addressKey(username)}`);

/** Whether strangers can guess it. A person who sets a factor up has been shown its secret, and must be able to. */
export const isGuessable = ({ method }: Pick<Attempt, 'method'>): boolean =>
  checkOf[method] === 'code' && method !== 'second factor being set up';

/** Wrong codes that strangers may enter for one person: with three right ones in a million, 0.2 % in thirty days. */
const createDailyBudget = (account: string): Budget => ({
  key: `day:${account}`,
  limit: 20,
  seconds: 86_400,
});

/**
 * Ends a try: it failed, or it did not count.
 * @returns how many failures of a day there are with this one, where those are counted
 */
export type ReportResult = (hasFailed: boolean) => Promise<number>;

/** Counts failed logins, shared by all processes through Redis, or per process while Redis is away. */
@Injectable()
export class AttemptCounters {
  readonly #shared: BudgetStore;
  readonly #local = new LocalBudgets();
  readonly #attemptQueue = new AttemptQueue();
  /**
   * Seconds left of budgets that were found spent a moment ago: a flood of guesses must not become a flood of Redis
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

  /** Refuses what a budget refused a moment ago, without asking Redis. @throws TemporarilyUnavailable 429 */
  refuseUsedUp(attempt: Attempt): void {
    this.#refuseUsedUp(listBudgets(attempt));
  }

  #refuseUsedUp(budgets: Budget[]): void {
    const remembered = Math.max(0, ...budgets.map(({ key }) => this.#usedUp.get(key) ?? 0));
    if (remembered > 0) throw new TemporarilyUnavailable(429, remembered);
  }

  /**
   * Runs a try. It counts as failed unless it calls `succeeded`; our own errors do not count.
   * @param failed told how many failures of a day there are with this one, where those are counted
   * @throws TemporarilyUnavailable see {@link book}
   */
  async during<T>(
    attempt: Attempt,
    run: (succeeded: () => void) => Promise<T>,
    failed?: (ofDay: number) => Promise<void>,
  ): Promise<T> {
    const settle = await this.book(attempt);
    let hasFailed = true;
    try {
      return await run(() => (hasFailed = false));
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 429) hasFailed = false;
      throw error;
    } finally {
      const ofDay = await settle(hasFailed);
      if (hasFailed) await failed?.(ofDay);
    }
  }

  /** A code was right: what strangers have guessed on this day no longer counts. */
  async clearDay(attempt: Attempt): Promise<void> {
    const day = createDailyBudget(hashAccount(attempt));
    this.#usedUp.delete(day.key);
    this.#local.clear(day);
    await Promise.resolve(this.#shared.clear(day)).catch(() => undefined); // then it ends with its window
  }

  /**
   * Books a try before it is made, so that parallel ones cannot overdraw. Those in flight may still succeed: a try
   * that finds the budget full because of them waits for them.
   * @throws TemporarilyUnavailable 429 at once when failures alone use a budget up; 503 when the wait was too long.
   */
  async book(attempt: Attempt): Promise<ReportResult> {
    const budgets = listBudgets(attempt);
    const endsAt = performance.now() + PATIENCE_MS;
    for (;;) {
      this.#refuseUsedUp(budgets);
      const { places, settle, release } = await this.#tryToBook(budgets);
      const full = places.indexOf(slotResult.full);
      const seconds = Math.max(...places);
      if (full < 0 && seconds <= 0) return settle;
      await release();
      if (seconds > 0) {
        budgets.forEach(({ key }, index) => {
          if (places[index]! > 0) this.#usedUp.set(key, places[index]);
        });
        throw new TemporarilyUnavailable(429, seconds);
      }
      const hasWaited = await this.#attemptQueue.wait(budgets[full]!.key, endsAt - performance.now());
      if (!hasWaited) throw new TemporarilyUnavailable(503, PATIENCE_MS / 1000);
    }
  }

  async #tryToBook(
    budgets: Budget[],
  ): Promise<{ places: BudgetSlot[]; settle: ReportResult; release: () => Promise<number> }> {
    const id = randomUUID();
    let store = this.#shared;
    const book = () => Promise.all(budgets.map(async (budget) => store.book(budget, id)));
    const places = await book().catch(() => {
      store = this.#local;
      return book();
    });
    const booked = budgets.filter((_, index) => places[index] === slotResult.booked);
    const end = async (hasFailed: boolean): Promise<number> => {
      const endIn = (counters: BudgetStore) =>
        Promise.all(booked.map(async (budget) => counters.settle(budget, id, hasFailed)));
      const failures = await endIn(store).catch(() => endIn(this.#local)); // not forgotten because of Redis
      return failures[booked.findIndex(({ seconds }) => seconds !== undefined)] ?? 0;
    };
    const settle = async (hasFailed: boolean): Promise<number> => {
      const ofDay = await end(hasFailed);
      for (const { key } of booked) this.#attemptQueue.settled(key);
      return ofDay;
    };
    return { places, settle, release: () => end(false) };
  }
}
