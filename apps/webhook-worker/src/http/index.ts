export * from './delivery-answer.js';
export * from './delivery-client.js';
export type { DeliveryError } from './delivery-errors.js';
