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
import { pageFiles } from './page-files.js';
import { Shell } from './shell.js';
import { OutsideSignInPage } from './outside-sign-in-page.js';
import { ProblemPage } from './problem-page.js';
import { SignedInPage } from './signed-in-page.js';
import { CrashPage } from './crash-page.js';

const administrators = ['Administrator'];
const root = createRootRoute({ errorComponent: CrashPage });
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
/** The page at which a sign-in in a pop-up ends. */
const signedIn = createRoute({ getParentRoute: () => root, path: '/signed-in', component: SignedInPage });
const problem = createRoute({ getParentRoute: () => root, path: '/problem', component: ProblemPage });
const outsideSignIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: OutsideSignInPage,
});
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readHomeSearch,
  component: HomePage,
});
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyRouteComponent(pageFiles.webhooks, 'WebhooksPage'),
});
const newWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/new',
  staticData: { needs: { scope: 'webhook.write', roles: administrators } },
  component: lazyRouteComponent(() => import('../features/webhooks/new-webhook-page.js'), 'NewWebhookPage'),
});
/** An invalid id becomes 0, which no object has. */
const readId = (text: string): number => Number(text) || 0;
const numberParams = {
  parse: ({ id }: { id: string }) => ({ id: readId(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};
const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$id',
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
  component: lazyRouteComponent(pageFiles.applications, 'ApplicationsPage'),
});
const newApplication = createRoute({
  getParentRoute: () => shell,
  path: '/applications/new',
  staticData: { needs: { scope: 'app.write', roles: administrators } },
  component: lazyRouteComponent(pageFiles.applications, 'NewApplicationPage'),
});
const application = createRoute({
  getParentRoute: () => shell,
  path: '/applications/$client',
  component: lazyRouteComponent(pageFiles.applications, 'ApplicationPage'),
});
const portal = createRoute({
  getParentRoute: () => shell,
  path: '/portal',
  component: lazyRouteComponent(pageFiles.portal, 'PortalPage'),
});
const plan = createRoute({
  getParentRoute: () => portal,
  path: '/',
  component: lazyRouteComponent(pageFiles.portal, 'PlanPage'),
});
const branding = createRoute({
  getParentRoute: () => portal,
  path: '/branding',
  component: lazyRouteComponent(pageFiles.portal, 'BrandingPage'),
});
const configuration = createRoute({
  getParentRoute: () => portal,
  path: '/configuration',
  component: lazyRouteComponent(pageFiles.portal, 'ConfigurationPage'),
});
const audit = createRoute({
  getParentRoute: () => shell,
  path: '/audit',
  validateSearch: readAuditLogSearch,
  component: lazyRouteComponent(pageFiles.audit, 'AuditLogPage'),
});
const content = createRoute({
  getParentRoute: () => shell,
  path: '/content',
  validateSearch: readContentSearch,
  component: lazyRouteComponent(pageFiles.content, 'ContentPage'),
});
const newContent = createRoute({
  getParentRoute: () => shell,
  path: '/content/new',
  staticData: { needs: { scope: 'lo.write', roles: [...administrators, 'Content administrator'] } },
  component: lazyRouteComponent(pageFiles.content, 'NewContentPage'),
});
const packages = createRoute({
  getParentRoute: () => shell,
  path: '/content/packages',
  component: lazyRouteComponent(pageFiles.content, 'PackagesPage'),
});
const contentItem = createRoute({
  getParentRoute: () => shell,
  path: '/content/$id',
  params: numberParams,
  component: lazyRouteComponent(pageFiles.content, 'ContentItemPage'),
});

const collections = createRoute({
  getParentRoute: () => shell,
  path: '/collections',
  component: lazyRouteComponent(pageFiles.collections, 'CollectionsPage'),
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
  component: lazyRouteComponent(pageFiles.collections, 'CollectionPage'),
});
const groups = createRoute({
  getParentRoute: () => shell,
  path: '/groups',
  component: lazyRouteComponent(pageFiles.collections, 'GroupsPage'),
});
const group = createRoute({
  getParentRoute: () => shell,
  path: '/groups/$id',
  params: selectionParams,
  validateSearch: readSelectionSearch,
  component: lazyRouteComponent(pageFiles.collections, 'GroupPage'),
});

const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  validateSearch: readPeopleSearch,
  component: lazyRouteComponent(pageFiles.people, 'PeoplePage'),
});
const newPerson = createRoute({
  getParentRoute: () => shell,
  path: '/people/new',
  staticData: { needs: { scope: 'user.write', roles: administrators } },
  component: lazyRouteComponent(pageFiles.people, 'NewPersonPage'),
});
const importPeople = createRoute({
  getParentRoute: () => shell,
  path: '/people/import',
  staticData: { needs: { scope: 'user.write', roles: administrators } },
  component: lazyRouteComponent(pageFiles.people, 'ImportPeoplePage'),
});
const person = createRoute({
  getParentRoute: () => shell,
  path: '/people/$id',
  params: numberParams,
  component: lazyRouteComponent(pageFiles.people, 'PersonPage'),
});
const personEnrollments = createRoute({
  getParentRoute: () => person,
  path: '/',
  component: lazyRouteComponent(pageFiles.enrollments, 'PersonEnrollmentsPage'),
});
const profile = createRoute({
  getParentRoute: () => person,
  path: '/profile',
  component: lazyRouteComponent(pageFiles.people, 'ProfilePage'),
});
const access = createRoute({
  getParentRoute: () => person,
  path: '/access',
  component: lazyRouteComponent(pageFiles.people, 'AccessPage'),
});

const enrollments = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments',
  validateSearch: readEnrollmentsSearch,
  component: lazyRouteComponent(pageFiles.enrollments, 'EnrollmentsPage'),
});
const aggregates = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments/aggregates',
  validateSearch: readAggregatesSearch,
  component: lazyRouteComponent(pageFiles.enrollments, 'AggregatesPage'),
});
const enrollment = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments/$id',
  params: numberParams,
  component: lazyRouteComponent(pageFiles.enrollments, 'EnrollmentPage'),
});

/** Within the shell, so that users are asked to sign in first, and see the menu then. */
const notFound = createRoute({ getParentRoute: () => shell, path: '$', component: NotFoundPage });

const routeTree = root.addChildren([
  signedIn,
  problem,
  outsideSignIn,
  shell.addChildren([
    home,
    notFound,
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
    importPeople,
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
