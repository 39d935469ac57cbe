import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { readApiErrorsSearch } from '../features/api-errors/api-errors-search.js';
import { readApplicationsSearch } from '../features/applications/applications-search.js';
import { readAuditLogSearch } from '../features/audit-log/audit-log-search.js';
import { readSelectionSearch } from '../features/collections/selection-search.js';
import { readContentSearch } from '../features/learning-objects/content-search.js';
import { readAggregatesSearch } from '../features/enrollments/aggregates-search.js';
import { readEnrollmentsSearch } from '../features/enrollments/enrollments-search.js';
import { readPeopleSearch } from '../features/users/users-search.js';
import { administrators, editors, needs, readers, root, shell } from './base-routes.js';
import { HomePage } from './home-page.js';
import { readHomeSearch } from './home-search.js';
import { NotFoundPage } from './not-found-page.js';
import { pageFiles } from './page-files.js';
import { numberParams, selectionParams } from './route-params.js';
import { OutsideSignInPage } from './outside-sign-in-page.js';
import { ProblemPage } from './problem-page.js';
import { SignedInPage } from './signed-in-page.js';
import { webhookRoutes } from './webhook-routes.js';

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
const applications = createRoute({
  getParentRoute: () => shell,
  path: '/applications',
  ...needs('app.read', administrators),
  validateSearch: readApplicationsSearch,
  component: lazyRouteComponent(pageFiles.applications, 'ApplicationsPage'),
});
const newApplication = createRoute({
  getParentRoute: () => shell,
  path: '/applications/new',
  ...needs('app.write', administrators),
  component: lazyRouteComponent(pageFiles.applications, 'NewApplicationPage'),
});
const application = createRoute({
  getParentRoute: () => shell,
  path: '/applications/$client',
  ...needs('app.read', administrators),
  component: lazyRouteComponent(pageFiles.applications, 'ApplicationPage'),
});
const portal = createRoute({
  getParentRoute: () => shell,
  path: '/portal',
  ...needs('portal.read', administrators),
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
  ...needs('portal.read'),
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
  ...needs('audit.read', administrators),
  validateSearch: readAuditLogSearch,
  component: lazyRouteComponent(pageFiles.audit, 'AuditLogPage'),
});
const apiErrors = createRoute({
  getParentRoute: () => shell,
  path: '/api-errors',
  ...needs('usage.read', administrators),
  validateSearch: readApiErrorsSearch,
  component: lazyRouteComponent(pageFiles['api-errors'], 'ApiErrorsPage'),
});
const content = createRoute({
  getParentRoute: () => shell,
  path: '/content',
  ...needs('lo.read'),
  validateSearch: readContentSearch,
  component: lazyRouteComponent(pageFiles.content, 'ContentPage'),
});
const newContent = createRoute({
  getParentRoute: () => shell,
  path: '/content/new',
  ...needs('lo.write', editors),
  component: lazyRouteComponent(pageFiles.content, 'NewContentPage'),
});
const packages = createRoute({
  getParentRoute: () => shell,
  path: '/content/packages',
  ...needs('lo.write', administrators),
  component: lazyRouteComponent(pageFiles.content, 'PackagesPage'),
});
const contentItem = createRoute({
  getParentRoute: () => shell,
  path: '/content/$id',
  ...needs('lo.read'),
  params: numberParams,
  component: lazyRouteComponent(pageFiles.content, 'ContentItemPage'),
});

const collections = createRoute({
  getParentRoute: () => shell,
  path: '/collections',
  ...needs('lo.read', readers),
  component: lazyRouteComponent(pageFiles.collections, 'CollectionsPage'),
});
const collection = createRoute({
  getParentRoute: () => shell,
  path: '/collections/$id',
  ...needs('lo.read', readers),
  params: selectionParams,
  validateSearch: readSelectionSearch,
  component: lazyRouteComponent(pageFiles.collections, 'CollectionPage'),
});
const groups = createRoute({
  getParentRoute: () => shell,
  path: '/groups',
  ...needs('group.read', readers),
  component: lazyRouteComponent(pageFiles.collections, 'GroupsPage'),
});
const group = createRoute({
  getParentRoute: () => shell,
  path: '/groups/$id',
  ...needs('group.read', readers),
  params: selectionParams,
  validateSearch: readSelectionSearch,
  component: lazyRouteComponent(pageFiles.collections, 'GroupPage'),
});

const people = createRoute({
  getParentRoute: () => shell,
  path: '/people',
  ...needs('user.read'),
  validateSearch: readPeopleSearch,
  component: lazyRouteComponent(pageFiles.people, 'PeoplePage'),
});
const newPerson = createRoute({
  getParentRoute: () => shell,
  path: '/people/new',
  ...needs('user.write', administrators),
  component: lazyRouteComponent(pageFiles.people, 'NewPersonPage'),
});
const importPeople = createRoute({
  getParentRoute: () => shell,
  path: '/people/import',
  ...needs('user.write', administrators),
  component: lazyRouteComponent(pageFiles.people, 'ImportPeoplePage'),
});
const changeMany = createRoute({
  getParentRoute: () => shell,
  path: '/people/many',
  ...needs('user.write', administrators),
  component: lazyRouteComponent(pageFiles.people, 'ChangeManyPage'),
});
const person = createRoute({
  getParentRoute: () => shell,
  path: '/people/$id',
  ...needs('user.read'),
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
  ...needs('enrollment.read', administrators),
  validateSearch: readEnrollmentsSearch,
  component: lazyRouteComponent(pageFiles.enrollments, 'EnrollmentsPage'),
});
const aggregates = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments/aggregates',
  ...needs('enrollment.read', administrators),
  validateSearch: readAggregatesSearch,
  component: lazyRouteComponent(pageFiles.enrollments, 'AggregatesPage'),
});
const enrollMany = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments/many',
  ...needs('enrollment.write', administrators),
  component: lazyRouteComponent(pageFiles.enrollments, 'EnrollManyPage'),
});
const enrollment = createRoute({
  getParentRoute: () => shell,
  path: '/enrollments/$id',
  ...needs('enrollment.read'),
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
    ...webhookRoutes,
    applications,
    newApplication,
    application,
    portal.addChildren([plan, branding, configuration]),
    audit,
    apiErrors,
    people,
    newPerson,
    importPeople,
    changeMany,
    person.addChildren([personEnrollments, profile, access]),
    enrollments,
    aggregates,
    enrollMany,
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
