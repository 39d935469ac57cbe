import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readDeliveriesSearch } from '../features/webhooks/deliveries-search.js';
import { readStatisticsSearch } from '../features/webhooks/statistics-search.js';
import { administrators, needs, shell } from './base-routes.js';
import { pageFiles } from './page-files.js';
import { deliveryParams, numberParams } from './route-params.js';

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  ...needs('webhook.read', administrators),
  component: lazyRouteComponent(pageFiles.webhooks, 'WebhooksPage'),
});
const newWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/new',
  ...needs('webhook.write', administrators),
  component: lazyRouteComponent(() => import('../features/webhooks/new-webhook-page.js'), 'NewWebhookPage'),
});
const allDeliveries = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/deliveries',
  ...needs('webhook.read', administrators),
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(pageFiles.webhooks, 'AllDeliveriesPage'),
});
const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id',
  ...needs('webhook.read', administrators),
  params: numberParams,
  component: lazyRouteComponent(pageFiles.webhooks, 'WebhookPage'),
});
const deliveries = createRoute({
  getParentRoute: () => webhook,
  path: '/',
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(pageFiles.webhooks, 'DeliveriesPage'),
});
const statistics = createRoute({
  getParentRoute: () => webhook,
  path: '/statistics',
  validateSearch: readStatisticsSearch,
  component: lazyRouteComponent(() => import('../features/webhooks/statistics-page.js'), 'StatisticsPage'),
});
const settings = createRoute({
  getParentRoute: () => webhook,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/webhooks/settings-page.js'), 'SettingsPage'),
});
const delivery = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id/deliveries/$delivery',
  ...needs('webhook.read', administrators),
  params: deliveryParams,
  component: lazyRouteComponent(() => import('../features/webhooks/delivery-page.js'), 'DeliveryPage'),
});

export const webhookRoutes = [
  webhooks,
  newWebhook,
  allDeliveries,
  webhook.addChildren([deliveries, statistics, settings]),
  delivery,
] as const;
