import { Inject, Injectable } from '@nestjs/common';
import { TooManyRequests, Unavailable, SETTINGS } from '@app/kernel';
import { limits } from '@app/limits';
import { REDIS, type RedisSettings } from '@app/redis';
import type { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';

/** Lifetime of a scroll after each use, in seconds. */
const SCROLL_SECONDS = 60;
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
 * Counts the live scrolls of a portal and stores one more, atomically. Returns the hits in all of them, or nothing when
 * there are too many. Members of both sets contain a scroll's id and its number of hits. An account gets at most half
 * of what is left, so that other accounts can always open one.
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
  local most, mostOwn, mostHits, size = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[7])
  if live[2] >= math.min(mostOwn, (most - live[1]) / 2) then return false end
  if hits[2] + size > (mostHits - hits[1]) / 2 then return false end
  for n = 1, 2 do
    redis.call('ZADD', KEYS[n], now + ARGV[4], KEYS[3] .. ' ' .. ARGV[7])
    redis.call('EXPIRE', KEYS[n], ARGV[4])
  end
  redis.call('HSET', KEYS[3], 'limit', ARGV[5], 'position', ARGV[6], 'total', ARGV[7])
  redis.call('EXPIRE', KEYS[3], ARGV[4])
  redis.call('SET', KEYS[4], ARGV[8], 'EX', ARGV[4])
  return hits[1] + size`;

/**
 * Stores how many hits a portal's scrolls have and when the last of them expires. Returns 0 when that is more than half
 * of what other portals leave, so that other portals can always open one. A single key, so it is in one slot of a
 * cluster.
 */
const COUNT_SCRIPT = `
  local now = tonumber(redis.call('TIME')[1])
  local others, portals = 0, redis.call('HGETALL', KEYS[1])
  for n = 1, #portals, 2 do
    local hits, expires = string.match(portals[n + 1], '(%d+) (%d+)')
    if tonumber(expires) <= now then redis.call('HDEL', KEYS[1], portals[n])
    elseif portals[n] ~= ARGV[1] then others = others + tonumber(hits) end
  end
  if tonumber(ARGV[2]) > (ARGV[3] - others) / 2 then return 0 end
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %d', ARGV[2], now + ARGV[4]))
  redis.call('EXPIRE', KEYS[1], ARGV[4])
  return 1`;

/** Extends the lifetime of that entry, when the use of a scroll extends its lifetime. */
const EXTEND_SCRIPT = `
  local hits = string.match(redis.call('HGET', KEYS[1], ARGV[1]) or '0', '%d+')
  redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %d', hits, redis.call('TIME')[1] + ARGV[2]))
  redis.call('EXPIRE', KEYS[1], ARGV[2])`;

const CLOSE_SCRIPT = `
  for n = 1, 2 do redis.call('ZREM', KEYS[n], KEYS[3] .. ' ' .. ARGV[1]) end
  redis.call('DEL', KEYS[3], KEYS[4])`;

/** Takes the next page and extends the lifetime, atomically: concurrent callers get every hit once. */
const NEXT_SCRIPT = `
  local state = redis.call('HMGET', KEYS[3], 'limit', 'position', 'total')
  if not state[1] then return false end
  local limit = tonumber(ARGV[2] ~= '' and ARGV[2] or state[1])
  local position = tonumber(state[2])
  redis.call('HSET', KEYS[3], 'position', position + limit)
  redis.call('EXPIRE', KEYS[3], ARGV[1])
  redis.call('EXPIRE', KEYS[4], ARGV[1])
  for n = 1, 2 do
    redis.call('ZADD', KEYS[n], redis.call('TIME')[1] + ARGV[1], KEYS[3] .. ' ' .. state[3])
    redis.call('EXPIRE', KEYS[n], ARGV[1])
  end
  local size = tonumber(ARGV[3])
  if limit == 0 then return { state[3], '' } end
  return { state[3], redis.call('GETRANGE', KEYS[4], position * size, (position + limit) * size - 1) }`;

type Arguments = (string | number | Buffer)[];

interface ScrollCommands {
  openScroll(...args: Arguments): Promise<number | null>;
  closeScroll(...args: Arguments): Promise<void>;
  countScrolledHits(...args: Arguments): Promise<number>;
  extendScrolledHits(...args: Arguments): Promise<void>;
  nextScrollPageBuffer(...args: Arguments): Promise<[Buffer, Buffer] | null>;
}

/** Frozen result sets in Redis, each with a cursor on the server (contract 4.11). */
@Injectable()
export class Scrolls {
  readonly #commands: ScrollCommands;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(SETTINGS) private readonly settings: RedisSettings,
  ) {
    redis.defineCommand('openScroll', { numberOfKeys: 4, lua: OPEN_SCRIPT });
    redis.defineCommand('closeScroll', { numberOfKeys: 4, lua: CLOSE_SCRIPT });
    redis.defineCommand('countScrolledHits', { numberOfKeys: 1, lua: COUNT_SCRIPT });
    redis.defineCommand('extendScrolledHits', { numberOfKeys: 1, lua: EXTEND_SCRIPT });
    redis.defineCommand('nextScrollPage', { numberOfKeys: 4, lua: NEXT_SCRIPT });
    this.#commands = redis as unknown as ScrollCommands;
  }

  /**
   * Stores `ids` for a minute, with the first `limit` of them already taken.
   * @throws TooManyRequests when the account, its portal or all portals have too many live scrolls or hits in them;
   *   Unavailable when Redis is down
   */
  async open(owner: ScrollOwner, ids: readonly number[], limit: number): Promise<string> {
    const id = randomBytes(18).toString('base64url');
    const keys = this.#keys(owner, id);
    const isOpen = await this.#reach(async () => {
      const hits = await this.#commands.openScroll(
        ...keys,
        limits.scrolls_of_portal.most,
        limits.scrolls.most,
        limits.scrolled_hits.most,
        SCROLL_SECONDS,
        limit,
        limit,
        ids.length,
        pack(ids),
      );
      if (hits === null) return false;
      const most = limits.scrolled_hits_of_all.most;
      if (await this.#commands.countScrolledHits(this.#all, owner.portalId, hits, most, SCROLL_SECONDS))
        return true;
      await this.#commands.closeScroll(...keys, ids.length);
      return false;
    });
    if (!isOpen) throw new TooManyRequests(SCROLL_SECONDS);
    return id;
  }

  /**
   * The next page; empty when the scroll is exhausted, expired, unknown or of another owner.
   * @param limit default: that of the first request
   * @throws Unavailable when Redis is down
   */
  async next(owner: ScrollOwner, id: string, limit?: number): Promise<ScrollPage> {
    if (!/^[A-Za-z0-9_-]{24}$/.test(id)) return { total: 0, ids: [] };
    const page = await this.#reach(async () => {
      const keys = this.#keys(owner, id);
      const nextPage = await this.#commands.nextScrollPageBuffer(
        ...keys,
        SCROLL_SECONDS,
        limit ?? '',
        BYTES_PER_ID,
      );
      if (nextPage) await this.#commands.extendScrolledHits(this.#all, owner.portalId, SCROLL_SECONDS);
      return nextPage;
    });
    return page ? { total: Number(page[0].toString()), ids: unpack(page[1]) } : { total: 0, ids: [] };
  }

  /** The braces put the keys of one portal into one cluster slot. */
  #keys({ portalId, clientId, accountId }: ScrollOwner, id: string): string[] {
    const portal = `${this.#all}:{${portalId}}`;
    const ownKey = `${portal}:${clientId}:${accountId}`;
    return [portal, ownKey, `${ownKey}:${id}`, `${ownKey}:${id}:ids`];
  }

  /** Key of the hits of each portal. */
  get #all(): string {
    return `${this.settings.REDIS_PREFIX}:scroll`;
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
