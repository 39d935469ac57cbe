import { crc32 } from 'node:zlib';

/** Shards of the outbox: this many relays can work concurrently, and all events of one object are in the same shard. */
export const SHARDS = 32;

export const chooseShard = (objectType: string, objectId: number): number =>
  crc32(`${objectType}:${objectId}`) % SHARDS;
