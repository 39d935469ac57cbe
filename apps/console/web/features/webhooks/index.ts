export { AllDeliveriesPage, DeliveriesPage } from './deliveries-page.js';
export { WebhookPage } from './webhook-page.js';
export { WebhooksPage } from './webhooks-page.js';
