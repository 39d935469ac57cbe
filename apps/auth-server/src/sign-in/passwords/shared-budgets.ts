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

/**
 * KEYS: failures, attempts in flight; ARGV: limit, id, milliseconds that the attempt may take. Returns a {@link
 * BudgetSlot}.
 */
const reserveScript = `
  local failures = tonumber(redis.call('GET', KEYS[1]) or '0')
  local limit = tonumber(ARGV[1])
  if failures >= limit then return math.max(1, redis.call('TTL', KEYS[1])) end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
  if failures + redis.call('ZCARD', KEYS[2]) >= limit then return ${slotResult.full} end
  redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
  return ${slotResult.reserved}`;

/** KEYS as above; ARGV: id, whether it failed, seconds of a window. */
const COMPLETE_SCRIPT = `
  redis.call('ZREM', KEYS[2], ARGV[1])
  if ARGV[2] == '0' then return 0 end
  local failures = redis.call('INCR', KEYS[1])
  redis.call('EXPIRE', KEYS[1], ARGV[3], 'NX')
  return failures`;

interface Commands {
  reserveAttempt(...args: (string | number)[]): Promise<number>;
  completeAttempt(...args: (string | number)[]): Promise<number>;
}

/** The budgets of all processes, in Redis. */
export class SharedBudgets implements BudgetStore {
  readonly #commands: Commands;

  constructor(
    private readonly redis: Redis,
    private readonly settings: RedisSettings,
  ) {
    redis.defineCommand('reserveAttempt', { numberOfKeys: 2, lua: reserveScript });
    redis.defineCommand('completeAttempt', { numberOfKeys: 2, lua: COMPLETE_SCRIPT });
    this.#commands = redis as unknown as Commands;
  }

  async reserve({ key, limit }: Budget, id: string): Promise<BudgetSlot> {
    return this.#commands.reserveAttempt(...this.#keys(key), limit, id, FLIGHT_SECONDS * 1000);
  }

  async complete({ key, seconds = WINDOW_SECONDS }: Budget, id: string, hasFailed: boolean): Promise<number> {
    return this.#commands.completeAttempt(...this.#keys(key), id, hasFailed ? 1 : 0, seconds);
  }

  async clear({ key }: Budget): Promise<void> {
    await this.redis.del(this.#keys(key)[0]);
  }

  /** The braces put both keys of a budget into one cluster slot. */
  #keys(key: string): [string, string] {
    const base = `${this.settings.REDIS_PREFIX}:attempts:{${key}}`;
    return [base, `${base}:flight`];
  }
}
