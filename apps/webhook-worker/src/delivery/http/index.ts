export * from './delivery-answer.js';
export * from './delivery-client.js';
