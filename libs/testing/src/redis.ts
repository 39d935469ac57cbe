import { randomBytes } from 'node:crypto';
import { testServices } from './test-services-address.js';

/** The Redis of this test run, with a key prefix nobody else uses. */
export function testRedis(): { url: string; prefix: string } {
  return { url: testServices().redis, prefix: `test-${randomBytes(6).toString('hex')}:` };
}
