import { maxEntries, meetLimit, type Clock, type LoadLimitName, type Logger } from '@app/kernel';
import { TaskRunner } from '@app/scheduled-tasks';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';

/** KEYS: the counts of a window; ARGV: seconds to keep them, then names and increments. Returns the sums. */
const ADD_SCRIPT = `
  local sums = {}
  for at = 2, #ARGV, 2 do sums[at / 2] = redis.call('HINCRBY', KEYS[1], ARGV[at], ARGV[at + 1]) end
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  return sums`;

interface Commands {
  addRequests(key: string, ...args: (string | number)[]): Promise<number[]>;
}

interface Counter {
  window: number;
  /** The count of all processes, including this one, at the last exchange. */
  shared: number;
  /** The count of this process since then. */
  pending: number;
}

export interface Allowance {
  limit: number;
  isAllowed: boolean;
  remaining: number;
  resetSeconds: number;
}

export interface RateLimit {
  /** The name of the policy in headers and keys. */
  name: LoadLimitName;
  /** Requests per window. */
  limit: number;
  windowSeconds: number;
}

/**
 * Counts requests per key in this process and shares the counts through Redis every 200 ms, never within a request.
 * While Redis is down, each process counts on its own. Source: contract 2.10.
 */
export class RateLimiter {
  /**
   * Bounded, because the networks of unauthenticated callers are keys as well. Evicted counts come back with the next
   * exchange.
   */
  readonly #counters = new LRUCache<string, Counter>(maxEntries(100_000));
  readonly #sharing: TaskRunner;
  readonly #commands: Commands;

  constructor(
    readonly policy: RateLimit,
    redis: Redis,
    private readonly prefix: string,
    private readonly clock: Clock,
    logger: Logger,
  ) {
    redis.defineCommand('addRequests', { numberOfKeys: 1, lua: ADD_SCRIPT });
    this.#commands = redis as unknown as Commands;
    this.#sharing = new TaskRunner('share-request-counts', () => this.#exchange(), logger);
    this.#sharing.start(this.#sharing.everyMs);
  }

  async close(): Promise<void> {
    await this.#sharing.stop();
  }

  /**
   * Counts one request of `key`, or another amount.
   * @param limit replaces that of the policy
   * @returns whether the limit was not used up before; the last request may exceed it
   */
  count(key: string, amount = 1, limit = this.policy.limit): Allowance {
    meetLimit(this.policy.name);
    const allowance = this.peek(key, limit);
    if (allowance.isAllowed) this.#getCounter(key).pending += amount;
    return allowance;
  }

  /** The result that {@link count} would return, without counting. */
  peek(key: string, limit = this.policy.limit): Allowance {
    const { windowSeconds } = this.policy;
    const { window, shared, pending } = this.#getCounter(key);
    const used = shared + pending;
    return {
      limit,
      isAllowed: used < limit,
      remaining: Math.max(0, limit - used - 1),
      resetSeconds: Math.max(1, Math.ceil((window + 1) * windowSeconds - this.#seconds())),
    };
  }

  /** Exchanges the counts with the other processes; deletes windows that have ended. */
  share(): Promise<void> {
    return this.#sharing.wake();
  }

  /** A key's counter for the current window. */
  #getCounter(key: string): Counter {
    const window = this.#window();
    const existing = this.#counters.get(key);
    if (existing?.window === window) return existing;
    const counter = { window, shared: 0, pending: 0 };
    this.#counters.set(key, counter);
    return counter;
  }

  #seconds(): number {
    return this.clock.now().getTime() / 1000;
  }

  #window(): number {
    return Math.floor(this.#seconds() / this.policy.windowSeconds);
  }

  async #exchange(): Promise<void> {
    const window = this.#window();
    const sent: [key: string, counter: Counter, count: number][] = [];
    for (const [key, counter] of [...this.#counters.entries()]) {
      if (counter.window !== window) {
        this.#counters.delete(key);
      } else if (counter.pending > 0) {
        sent.push([key, counter, counter.pending]);
      }
    }
    if (sent.length === 0) return;
    const name = `${this.prefix}:rate:${this.policy.name}:${window}`;
    const counts = sent.flatMap(([key, , count]) => [key, count]);
    const sums = await this.#commands
      .addRequests(name, this.policy.windowSeconds * 2, ...counts)
      .catch(() => undefined);
    sent.forEach(([, counter, count], index) => {
      counter.pending -= count;
      // an emptied Redis knows less than this process has counted
      counter.shared = Math.max(sums?.[index] ?? 0, counter.shared + count);
    });
  }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers for an allowance. */
export const rateLimitHeaders = (policy: RateLimit, allowance: Allowance): Record<string, string> => ({
  'ratelimit-policy': `"${policy.name}";q=${allowance.limit};w=${policy.windowSeconds}`,
  ratelimit: `"${policy.name}";r=${allowance.remaining};t=${allowance.resetSeconds}`,
});
