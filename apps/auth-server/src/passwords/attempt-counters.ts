import { Inject, Injectable } from '@nestjs/common';
import { sha256 } from '@app/kernel';
import { REDIS, REDIS_SETTINGS, type RedisSettings } from '@app/redis';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { TemporarilyUnavailable } from '../errors/index.js';
import { networkOf } from '../shared/index.js';
import { LocalCounters } from './local-counters.js';

/** Seconds of one window. */
export const windowSeconds = 15 * 60;

/** Milliseconds for which a used-up budget is refused without asking again. */
const rememberMs = 1_000;

/** Who tries to log in as whom. */
export interface Attempt {
  /** E-mail as it was typed. */
  username: string;
  ip: string;
  /** Undefined on a person's own pages. */
  clientId: string | undefined;
  /** Whether the client has proven who it is; on a form anybody can name any. */
  isClientProven: boolean;
  /** Set when this browser has logged in as this person before. */
  knownDevice: string | undefined;
}

interface Budget {
  key: string;
  limit: number;
}

const digest = (text: string): string => sha256(text).toString('base64url').slice(0, 22);

/**
 * The budgets of wrong passwords. A browser that has logged in before has its own, and a client's forms one apart
 * from its password grant, so that no stranger can lock anybody out. Source: wire contract section 3, "Password checks".
 */
function budgetsOf(attempt: Attempt): Budget[] {
  const account = digest(attempt.username.trim().toLowerCase());
  if (attempt.knownDevice !== undefined) {
    return [{ key: `device:${account}:${digest(attempt.knownDevice)}`, limit: 10 }];
  }
  const kind = attempt.isClientProven ? 'grant' : 'form';
  const client =
    attempt.clientId === undefined
      ? []
      : [{ key: `client:${kind}:${digest(attempt.clientId)}`, limit: 1000 }];
  const network = digest(networkOf(attempt.ip));
  return [
    { key: `network:${account}:${network}`, limit: 10 },
    { key: `account:${account}`, limit: 100 },
    { key: `address:${network}`, limit: 100 },
    ...client,
  ];
}

/** Counts failed log-ins, shared by all processes through Redis; per process while Redis is away. */
@Injectable()
export class AttemptCounters {
  readonly #local = new LocalCounters();
  /** Seconds left of budgets found used up a moment ago: a storm of guesses must not become one of Redis commands. */
  readonly #usedUp = new LRUCache<string, number>({ max: 10_000, ttl: rememberMs });

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(REDIS_SETTINGS) private readonly settings: RedisSettings,
  ) {}

  /** Refuses what a budget has refused a moment ago, without asking Redis. @throws TemporarilyUnavailable 429 */
  refuseUsedUp(attempt: Attempt): void {
    const remembered = Math.max(0, ...budgetsOf(attempt).map(({ key }) => this.#usedUp.get(key) ?? 0));
    if (remembered > 0) throw new TemporarilyUnavailable(429, remembered);
  }

  /**
   * Books an attempt before it is made, so that parallel ones cannot overdraw.
   * @returns gives it back; called when the attempt succeeded or was never made.
   * @throws TemporarilyUnavailable 429 at once when a budget is used up.
   */
  async book(attempt: Attempt): Promise<() => Promise<void>> {
    this.refuseUsedUp(attempt);
    const budgets = budgetsOf(attempt);
    const booked = await this.#add(budgets, 1);
    const giveBack = async (): Promise<void> => {
      await this.#add(budgets, -1);
    };
    const overdrawn = budgets.flatMap((budget, index) =>
      booked[index]!.count > budget.limit ? [index] : [],
    );
    if (overdrawn.length === 0) return giveBack;
    await giveBack();
    for (const index of overdrawn) this.#usedUp.set(budgets[index]!.key, booked[index]!.seconds);
    throw new TemporarilyUnavailable(429, Math.max(...overdrawn.map((index) => booked[index]!.seconds)));
  }

  async #add(budgets: Budget[], by: 1 | -1): Promise<{ count: number; seconds: number }[]> {
    try {
      return await Promise.all(budgets.map((budget) => this.#addShared(budget.key, by)));
    } catch {
      return budgets.map((budget) => this.#local.add(budget.key, by, windowSeconds));
    }
  }

  /** One key, one transaction: works in Redis Cluster too. */
  async #addShared(name: string, by: 1 | -1): Promise<{ count: number; seconds: number }> {
    const key = `${this.settings.prefix}:attempts:${name}`;
    const results = await this.redis.multi().incrby(key, by).expire(key, windowSeconds, 'NX').ttl(key).exec();
    const [[, count], , [, seconds]] = results as [[null, number], unknown, [null, number]];
    return { count, seconds };
  }
}
