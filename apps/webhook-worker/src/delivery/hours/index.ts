export { WebhookHours } from './webhook-hours.js';
export { addWebhookHours } from './webhook-hours.queries.js';
