export * from './domain-event.js';
export * from './event-hints.js';
export * from './event-outbox.js';
export * from './events.module.js';
export * from './hint-queue.js';
export * from './shards.js';
export * from './webhook-hints.js';
export * from './envelope.js';
