import { randomBytes } from 'node:crypto';
import type { ServerSettings } from '@app/kernel';
import { testServices } from './test-services-address.js';

/** The Redis of this test run, with an unused key prefix. */
export function testRedis(): Pick<ServerSettings, 'REDIS_URL' | 'REDIS_PREFIX'> {
  return { REDIS_URL: testServices().redis, REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}:` };
}
