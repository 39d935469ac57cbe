export { answerContext, type IdempotencySettings } from './idempotency.interceptor.js';
export { IdempotencyModule } from './idempotency.module.js';
