export { DeliveriesPage } from './deliveries-page.js';
export { DeliveryPage } from './delivery-page.js';
export { NewWebhookPage } from './new-webhook-page.js';
export { SettingsPage } from './settings-page.js';
export { WebhookPage } from './webhook-page.js';
export { WebhooksPage } from './webhooks-page.js';
