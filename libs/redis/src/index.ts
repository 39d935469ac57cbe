export * from './redis.module.js';
export * from './close-bull.js';
