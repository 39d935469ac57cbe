import { crc32 } from 'node:zlib';

/** Shards of the outbox: as many relays can work at once, and one object stays in one of them. */
export const SHARDS = 32;

export const shardOf = (objectType: string, objectId: number): number =>
  crc32(`${objectType}:${objectId}`) % SHARDS;
