export { WebhookHours } from './webhook-hours.js';
