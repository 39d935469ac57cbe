export { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.js';
export { testRedis } from './redis.js';
export { testServices, type TestServices } from './test-services-address.js';
export { describeWith, programOnPath } from './tools.js';
