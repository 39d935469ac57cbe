import { Inject, Injectable } from '@nestjs/common';
import { TooManyRequests, Unavailable } from '@app/kernel';
import { REDIS, REDIS_SETTINGS, type RedisSettings } from '@app/redis';
import type { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';

/** How long a scroll lives after each use. */
const seconds = 60;
/** Live scrolls of one client in one portal. */
const maxLive = 50;
const bytesPerId = 4;

/** One client in one portal: nobody else can use its scrolls. */
export interface ScrollOwner {
  portalId: number;
  clientId: string;
}

export interface ScrollPage {
  total: number;
  ids: number[];
}

/** Counts the client's live scrolls and stores one more, in one step; 0 when there are too many. */
const openScript = `
  local now = tonumber(redis.call('TIME')[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
  redis.call('ZADD', KEYS[1], now + ARGV[2], KEYS[2])
  redis.call('EXPIRE', KEYS[1], ARGV[2])
  redis.call('HSET', KEYS[2], 'limit', ARGV[3], 'position', ARGV[4], 'total', ARGV[5])
  redis.call('EXPIRE', KEYS[2], ARGV[2])
  redis.call('SET', KEYS[3], ARGV[6], 'EX', ARGV[2])
  return 1`;

/** Takes the next page and lengthens the life, in one step: parallel callers get every hit once. */
const nextScript = `
  local state = redis.call('HMGET', KEYS[2], 'limit', 'position', 'total')
  if not state[1] then return false end
  local limit = tonumber(ARGV[2] ~= '' and ARGV[2] or state[1])
  local position = tonumber(state[2])
  redis.call('HSET', KEYS[2], 'position', position + limit)
  redis.call('EXPIRE', KEYS[2], ARGV[1])
  redis.call('EXPIRE', KEYS[3], ARGV[1])
  redis.call('ZADD', KEYS[1], redis.call('TIME')[1] + ARGV[1], KEYS[2])
  redis.call('EXPIRE', KEYS[1], ARGV[1])
  local size = tonumber(ARGV[3])
  if limit == 0 then return { state[3], '' } end
  return { state[3], redis.call('GETRANGE', KEYS[3], position * size, (position + limit) * size - 1) }`;

interface ScrollCommands {
  openScroll(...args: (string | number | Buffer)[]): Promise<number>;
  nextScrollPageBuffer(...args: (string | number)[]): Promise<[Buffer, Buffer] | null>;
}

/** Frozen result sets in Redis, each with a position that moves on the server. */
@Injectable()
export class Scrolls {
  private readonly commands: ScrollCommands;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(REDIS_SETTINGS) private readonly settings: RedisSettings,
  ) {
    redis.defineCommand('openScroll', { numberOfKeys: 3, lua: openScript });
    redis.defineCommand('nextScrollPage', { numberOfKeys: 3, lua: nextScript });
    this.commands = redis as unknown as ScrollCommands;
  }

  /**
   * Keeps `ids` for a minute, the first `limit` of them taken.
   * @throws TooManyRequests when the client has 50 live scrolls; Unavailable when Redis is away.
   */
  async open(owner: ScrollOwner, ids: readonly number[], limit: number): Promise<string> {
    const id = randomBytes(18).toString('base64url');
    const opened = await this.reach(() =>
      this.commands.openScroll(
        ...this.keys(owner, id),
        maxLive,
        seconds,
        limit,
        limit,
        ids.length,
        pack(ids),
      ),
    );
    if (opened === 0) throw new TooManyRequests(seconds);
    return id;
  }

  /**
   * The next page; empty when the scroll is exhausted, expired, unknown or somebody else's.
   * @param limit absent: that of the first request
   * @throws Unavailable when Redis is away
   */
  async next(owner: ScrollOwner, id: string, limit?: number): Promise<ScrollPage> {
    if (!/^[A-Za-z0-9_-]{24}$/.test(id)) return { total: 0, ids: [] };
    const page = await this.reach(() =>
      this.commands.nextScrollPageBuffer(...this.keys(owner, id), seconds, limit ?? '', bytesPerId),
    );
    return page ? { total: Number(page[0].toString()), ids: unpack(page[1]) } : { total: 0, ids: [] };
  }

  /** The braces keep the keys of one owner in one slot of a cluster. */
  private keys(owner: ScrollOwner, id: string): [string, string, string] {
    const base = `${this.settings.prefix}:scroll:{${owner.portalId}:${owner.clientId}}`;
    return [base, `${base}:${id}`, `${base}:${id}:ids`];
  }

  private async reach<T>(command: () => Promise<T>): Promise<T> {
    try {
      return await command();
    } catch (cause) {
      throw new Unavailable('Scrolling is temporarily unavailable.', undefined, cause);
    }
  }
}

function pack(ids: readonly number[]): Buffer {
  const packed = Buffer.allocUnsafe(ids.length * bytesPerId);
  ids.forEach((id, index) => packed.writeUInt32LE(id, index * bytesPerId));
  return packed;
}

const unpack = (packed: Buffer): number[] =>
  Array.from({ length: packed.length / bytesPerId }, (_, index) => packed.readUInt32LE(index * bytesPerId));
