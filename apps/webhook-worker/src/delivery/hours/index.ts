export { WebhookHours } from './webhook-hours.js';
export { WebhookHoursQueries } from './webhook-hours.queries.js';
