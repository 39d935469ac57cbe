import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readApplicationsSearch } from '../features/applications/applications-search.js';
import { readAuditLogSearch } from '../features/audit-log/audit-log-search.js';
import { readSelectionId, readSelectionSearch } from '../features/collections/selection-search.js';
import { readContentSearch } from '../features/learning-objects/content-search.js';
import { readDeliveriesSearch } from '../features/webhooks/deliveries-search.js';
import { readAggregatesSearch } from '../features/enrollments/aggregates-search.js';
import { readEnrollmentsSearch } from '../features/enrollments/enrollments-search.js';
import { readPeopleSearch } from '../features/users/users-search.js';
import { readStatisticsSearch } from '../features/webhooks/statistics-search.js';
import { HomePage } from './home-page.js';
import { readHomeSearch } from './home-search.js';
import { NotFoundPage } from './not-found-page.js';
import { Shell } from './shell.js';
import { SignedInPage } from './signed-in-page.js';
import { CrashPage } from './crash-page.js';

const administrators = ['Administrator'];
const root = createRootRoute({ notFoundComponent: NotFoundPage, errorComponent: CrashPage });
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
/** Where a sign-in in a pop-up ends. */
const signedIn = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedInPage });
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readHomeSearch,
  component: HomePage,
});
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../features/webhooks/index.js'), 'WebhooksPage'),
});
const newWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/new',
  staticData: { needs: { scope: 'webhook.write', roles: administrators } },
  component: lazyRouteComponent(() => import('../features/webhooks/new-webhook-page.js'), 'NewWebhookPage'),
});
/** An address that somebody has mistyped leads to what does not exist: 0. */
const readId = (text: string): number => Number(text) || 0;
const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id',
  params: {
    parse: ({ id }) => ({ id: readId(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  component: lazyRouteComponent(() => import('../features/webhooks/index.js'), 'WebhookPage'),
});
const deliveries = createRoute({
  getParentRoute: () => webhook,
  path: '/',
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(() => import('../features/webhooks/index.js'), 'DeliveriesPage'),
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
  params: {
    parse: ({ id, delivery: text }) => ({ id: readId(id), delivery: readId(text) }),
    stringify: ({ id, delivery: number }) => ({ id: String(id), delivery: String(number) }),
  },
  component: lazyRouteComponent(() => import('../features/webhooks/delivery-page.js'), 'DeliveryPage'),
});
const applications = createRoute({
  getParentRoute: () => shell,
  path: '/applications',
  validateSearch: readApplicationsSearch,
  component: lazyRouteComponent(() => import('../features/applications/index.js'), 'ApplicationsPage'),
});
const newApplication = createRoute({
  getParentRoute: () => shell,
  path: '/applications/new',
  staticData: { needs: { scope: 'app.write', roles: administrators } },
  component: lazyRouteComponent(() => import('../features/applications/index.js'), 'NewApplicationPage'),
});
const application = createRoute({
  getParentRoute: () => shell,
  path: '/applications/$client',
  component: lazyRouteComponent(() => import('../features/applications/index.js'), 'ApplicationPage'),
});
const portal = createRoute({
  getParentRoute: () => shell,
  path: '/portal',
  component: lazyRouteComponent(() => import('../features/portal/index.js'), 'PortalPage'),
});
const plan = createRoute({
  getParentRoute: () => portal,
  path: '/',
  component: lazyRouteComponent(() => import('../features/portal/index.js'), 'PlanPage'),
});
const branding = createRoute({
  getParentRoute: () => portal,
  path: '/branding',
  component: lazyRouteComponent(() => import('../features/portal/index.js'), 'BrandingPage'),
});
const configuration = createRoute({
  getParentRoute: () => portal,
  path: '/configuration',
  component: lazyRouteComponent(() => import('../features/portal/index.js'), 'ConfigurationPage'),
});
const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  validateSearch: readAuditLogSearch,
  component: lazyRouteComponent(() => import('../features/audit-log/index.js'), 'AuditLogPage'),
});
const content = createRoute({
  getParentRoute: () => shell,
  path: '/content',
  validateSearch: readContentSearch,
  component: lazyRouteComponent(() => import('../features/learning-objects/index.js'), 'ContentPage'),
});
const newContent = createRoute({
  getParentRoute: () => shell,
  path: '/content/new',
  staticData: { needs: { scope: 'lo.write', roles: [...administrators, 'Content administrator'] } },
  component: lazyRouteComponent(() => import('../features/learning-objects/index.js'), 'NewContentPage'),
});
const packages = createRoute({
  getParentRoute: () => shell,
  path: '/content/packages',
  component: lazyRouteComponent(() => import('../features/learning-objects/index.js'), 'PackagesPage'),
});
const contentItem = createRoute({
  getParentRoute: () => shell,
  path: '/content/$id',
  params: {
    parse: ({ id }) => ({ id: readId(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  component: lazyRouteComponent(() => import('../features/learning-objects/index.js'), 'ContentItemPage'),
});

const collections = createRoute({
  getParentRoute: () => shell,
  path: '/collections',
  component: lazyRouteComponent(() => import('../features/collections/index.js'), 'CollectionsPage'),
});
const selectionParams = {
  parse: ({ id }: { id: string }) => ({ id: readSelectionId(id) }),
  stringify: ({ id }: { id: number | 'default' }) => ({ id: String(id) }),
};
const collection = createRoute({
  getParentRoute: () => shell,
  path: '/collections/$id',
  params: selectionParams,
  validateSearch: readSelectionSearch,
  component: lazyRouteComponent(() => import('../features/collections/index.js'), 'CollectionPage'),
});
const groups = createRoute({
  getParentRoute: () => shell,
  path: '/groups',
  component: lazyRouteComponent(() => import('../features/collections/index.js'), 'GroupsPage'),
});
const group = createRoute({
  getParentRoute: () => shell,
  path: '/groups/$id',
  params: selectionParams,
  validateSearch: readSelectionSearch,
  component: lazyRouteComponent(() => import('../features/collections/index.js'), 'GroupPage'),
});

const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  validateSearch: readPeopleSearch,
  component: lazyRouteComponent(() => import('../features/users/index.js'), 'PeoplePage'),
});
const newPerson = createRoute({
  getParentRoute: () => shell,
  path: '/people/new',
  staticData: { needs: { scope: 'user.write', roles: administrators } },
  component: lazyRouteComponent(() => import('../features/users/index.js'), 'NewPersonPage'),
});
const person = createRoute({
  getParentRoute: () => shell,
  path: '/people/$id',
  params: {
    parse: ({ id }) => ({ id: readId(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  component: lazyRouteComponent(() => import('../features/users/index.js'), 'PersonPage'),
});
const personEnrollments = createRoute({
  getParentRoute: () => person,
  path: '/',
  component: lazyRouteComponent(() => import('../features/enrollments/index.js'), 'PersonEnrollmentsPage'),
});
const profile = createRoute({
  getParentRoute: () => person,
  path: '/profile',
  component: lazyRouteComponent(() => import('../features/users/index.js'), 'ProfilePage'),
});
const access = createRoute({
  getParentRoute: () => person,
  path: '/access',
  component: lazyRouteComponent(() => import('../features/users/index.js'), 'AccessPage'),
});

const enrollments = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments',
  validateSearch: readEnrollmentsSearch,
  component: lazyRouteComponent(() => import('../features/enrollments/index.js'), 'EnrollmentsPage'),
});
const aggregates = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments/aggregates',
  validateSearch: readAggregatesSearch,
  component: lazyRouteComponent(() => import('../features/enrollments/index.js'), 'AggregatesPage'),
});
const enrollment = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments/$id',
  params: {
    parse: ({ id }) => ({ id: readId(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  component: lazyRouteComponent(() => import('../features/enrollments/index.js'), 'EnrollmentPage'),
});

const routeTree = root.addChildren([
  signedIn,
  shell.addChildren([
    home,
    webhooks,
    newWebhook,
    webhook.addChildren([deliveries, statistics, settings]),
    delivery,
    applications,
    newApplication,
    application,
    portal.addChildren([plan, branding, configuration]),
    audit,
    people,
    newPerson,
    person.addChildren([personEnrollments, profile, access]),
    enrollments,
    aggregates,
    enrollment,
    content,
    newContent,
    packages,
    contentItem,
    collections,
    collection,
    groups,
    group,
  ]),
]);

export const createConsoleRouter = () =>
  createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
