import type { RedisSettings } from '@app/redis';
import type { Redis } from 'ioredis';
import {
  slotResult,
  FLIGHT_SECONDS,
  WINDOW_SECONDS,
  type Budget,
  type BudgetStore,
  type BudgetSlot,
} from './budget.js';

/** KEYS: failures, tries in flight; ARGV: limit, the try, milliseconds it may take. Above 0: seconds until the window ends. */
const bookScript = `
  local failures = tonumber(redis.call('GET', KEYS[1]) or '0')
  local limit = tonumber(ARGV[1])
  if failures >= limit then return math.max(1, redis.call('TTL', KEYS[1])) end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  if failures + redis.call('ZCARD', KEYS[2]) >= limit then return ${slotResult.full} end
  redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  return ${slotResult.booked}`;

/** KEYS likewise; ARGV: the try, whether it failed, seconds of a window. */
const SETTLE_SCRIPT = `
  redis.call('ZREM', KEYS[2], ARGV[1])
  if ARGV[2] == '0' then return 0 end
  local failures = redis.call('INCR', KEYS[1])
  redis.call('EXPIRE', KEYS[1], ARGV[3], 'NX')
  return failures`;

interface Commands {
  bookAttempt(...args: (string | number)[]): Promise<number>;
  settleAttempt(...args: (string | number)[]): Promise<number>;
}

/** The budgets of all processes, in Redis. */
export class SharedBudgets implements BudgetStore {
  readonly #commands: Commands;

  constructor(
    private readonly redis: Redis,
    private readonly settings: RedisSettings,
  ) {
    redis.defineCommand('bookAttempt', { numberOfKeys: 2, lua: bookScript });
    redis.defineCommand('settleAttempt', { numberOfKeys: 2, lua: SETTLE_SCRIPT });
    this.#commands = redis as unknown as Commands;
  }

  async book({ key, limit }: Budget, id: string): Promise<BudgetSlot> {
    return this.#commands.bookAttempt(...this.#keys(key), limit, id, FLIGHT_SECONDS * 1000);
  }

  async settle({ key, seconds = WINDOW_SECONDS }: Budget, id: string, hasFailed: boolean): Promise<number> {
    return this.#commands.settleAttempt(...this.#keys(key), id, hasFailed ? 1 : 0, seconds);
  }

  async clear({ key }: Budget): Promise<void> {
    await this.redis.del(this.#keys(key)[0]);
  }

  /** The braces keep both keys of a budget in one cluster slot. */
  #keys(key: string): [string, string] {
    const base = `${this.settings.REDIS_PREFIX}:attempts:{${key}}`;
    return [base, `${base}:flight`];
  }
}
