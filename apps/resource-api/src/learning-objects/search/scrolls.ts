import { Inject, Injectable } from '@nestjs/common';
import { TooManyRequests, Unavailable, SETTINGS } from '@app/kernel';
import { limits } from '@app/limits';
import { REDIS, type RedisSettings } from '@app/redis';
import type { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';

/** Lifetime of a scroll after each use, in seconds. */
const SECONDS = 60;
const BYTES_PER_ID = 4;

/** One account of one client in one portal; only it can use its scrolls. */
export interface ScrollOwner {
  portalId: number;
  clientId: string;
  accountId: number;
}

export interface ScrollPage {
  total: number;
  ids: number[];
}

/**
 * Counts the live scrolls and stores one more, atomically; 0 when there are too many. Members of both sets contain
 * a scroll's id and its number of hits; the hash has the hits of each portal and when the last of its scrolls
 * expires. Nobody gets more than half of what is left for all, so that there is always room for accounts without any.
 */
const OPEN_SCRIPT = `
  local now = tonumber(redis.call('TIME')[1])
  local live, hits = {}, {}
  for n = 1, 2 do
    redis.call('ZREMRANGEBYSCORE', KEYS[n], '-inf', now)
    local members = redis.call('ZRANGE', KEYS[n], 0, -1)
    live[n], hits[n] = #members, 0
    for _, member in ipairs(members) do hits[n] = hits[n] + tonumber(string.match(member, '%d+$')) end
  end
  local others, portals = 0, redis.call('HGETALL', KEYS[5])
  for n = 1, #portals, 2 do
    local portalHits, expires = string.match(portals[n + 1], '(%d+) (%d+)')
    if tonumber(expires) <= now then redis.call('HDEL', KEYS[5], portals[n])
    elseif portals[n] ~= KEYS[1] then others = others + tonumber(portalHits) end
  end
  local seconds, size = tonumber(ARGV[5]), tonumber(ARGV[8])
  if live[2] >= math.min(ARGV[2], (ARGV[1] - live[1]) / 2) then return 0 end
  if hits[2] + size > (ARGV[3] - hits[1]) / 2 then return 0 end
  if hits[1] + size > (ARGV[4] - others) / 2 then return 0 end
  for n = 1, 2 do
    redis.call('ZADD', KEYS[n], now + seconds, KEYS[3] .. ' ' .. size)
    redis.call('EXPIRE', KEYS[n], seconds)
  end
  redis.call('HSET', KEYS[5], KEYS[1], string.format('%d %d', hits[1] + size, now + seconds))
  redis.call('EXPIRE', KEYS[5], seconds)
  redis.call('HSET', KEYS[3], 'limit', ARGV[6], 'position', ARGV[7], 'total', size)
  redis.call('EXPIRE', KEYS[3], seconds)
  redis.call('SET', KEYS[4], ARGV[9], 'EX', seconds)
  return 1`;

/** Takes the next page and extends the lifetime, atomically: parallel callers get every hit once. */
const NEXT_SCRIPT = `
  local state = redis.call('HMGET', KEYS[3], 'limit', 'position', 'total')
  if not state[1] then return false end
  local limit = tonumber(ARGV[2] ~= '' and ARGV[2] or state[1])
  local position = tonumber(state[2])
  local expires = redis.call('TIME')[1] + ARGV[1]
  redis.call('HSET', KEYS[3], 'position', position + limit)
  redis.call('EXPIRE', KEYS[3], ARGV[1])
  redis.call('EXPIRE', KEYS[4], ARGV[1])
  for n = 1, 2 do
    redis.call('ZADD', KEYS[n], expires, KEYS[3] .. ' ' .. state[3])
    redis.call('EXPIRE', KEYS[n], ARGV[1])
  end
  local portalHits = string.match(redis.call('HGET', KEYS[5], KEYS[1]) or state[3], '%d+')
  redis.call('HSET', KEYS[5], KEYS[1], string.format('%d %d', portalHits, expires))
  redis.call('EXPIRE', KEYS[5], ARGV[1])
  local size = tonumber(ARGV[3])
  if limit == 0 then return { state[3], '' } end
  return { state[3], redis.call('GETRANGE', KEYS[4], position * size, (position + limit) * size - 1) }`;

interface ScrollCommands {
  openScroll(...args: (string | number | Buffer)[]): Promise<number>;
  nextScrollPageBuffer(...args: (string | number)[]): Promise<[Buffer, Buffer] | null>;
}

/** Frozen result sets in Redis, each with a cursor that moves on the server (contract 4.11). */
@Injectable()
export class Scrolls {
  readonly #commands: ScrollCommands;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: RedisSettings,
  ) {
    redis.defineCommand('openScroll', { numberOfKeys: 5, lua: OPEN_SCRIPT });
    redis.defineCommand('nextScrollPage', { numberOfKeys: 5, lua: NEXT_SCRIPT });
    this.#commands = redis as unknown as ScrollCommands;
  }

  /**
   * Stores `ids` for a minute, with the first `limit` of them already taken.
   * @throws TooManyRequests when the account, its portal or all portals have too many live scrolls or hits in them;
   *   Unavailable when Redis is down
   */
  async open(owner: ScrollOwner, ids: readonly number[], limit: number): Promise<string> {
    const id = randomBytes(18).toString('base64url');
    const opened = await this.#reach(() =>
      this.#commands.openScroll(
        ...this.#keys(owner, id),
        limits.scrolls_of_portal.most,
        limits.scrolls.most,
        limits.scrolled_hits.most,
        limits.scrolled_hits_of_all.most,
        SECONDS,
        limit,
        limit,
        ids.length,
        pack(ids),
      ),
    );
    if (opened === 0) throw new TooManyRequests(SECONDS);
    return id;
  }

  /**
   * The next page; empty when the scroll is exhausted, expired, unknown or somebody else's.
   * @param limit default: that of the first request
   * @throws Unavailable when Redis is down
   */
  async next(owner: ScrollOwner, id: string, limit?: number): Promise<ScrollPage> {
    if (!/^[A-Za-z0-9_-]{24}$/.test(id)) return { total: 0, ids: [] };
    const page = await this.#reach(() =>
      this.#commands.nextScrollPageBuffer(...this.#keys(owner, id), SECONDS, limit ?? '', BYTES_PER_ID),
    );
    return page ? { total: Number(page[0].toString()), ids: unpack(page[1]) } : { total: 0, ids: [] };
  }

  #keys({ portalId, clientId, accountId }: ScrollOwner, id: string): string[] {
    const all = `${this.settings.REDIS_PREFIX}:scroll`;
    const portal = `${all}:${portalId}`;
    const own = `${portal}:${clientId}:${accountId}`;
    return [portal, own, `${own}:${id}`, `${own}:${id}:ids`, all];
  }

  async #reach<T>(command: () => Promise<T>): Promise<T> {
    try {
      return await command();
    } catch (cause) {
      throw new Unavailable('Scrolling is temporarily unavailable.', undefined, cause);
    }
  }
}

function pack(ids: readonly number[]): Buffer {
  const packed = Buffer.allocUnsafe(ids.length * BYTES_PER_ID);
  ids.forEach((id, index) => packed.writeUInt32LE(id, index * BYTES_PER_ID));
  return packed;
}

const unpack = (packed: Buffer): number[] =>
  Array.from({ length: packed.length / BYTES_PER_ID }, (_, index) =>
    packed.readUInt32LE(index * BYTES_PER_ID),
  );
