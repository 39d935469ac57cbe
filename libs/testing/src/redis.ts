import { randomBytes } from 'node:crypto';
import type { RedisSettings } from '@app/redis';
import { testServices } from './test-services-address.js';

/** The Redis of this test run, with a key prefix nobody else uses. */
export function testRedis(): RedisSettings {
  return { REDIS_URL: testServices().redis, REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}:` };
}
