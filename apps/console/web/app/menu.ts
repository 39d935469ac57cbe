import type { CatalogueKey } from '../texts/en/index.js';
import type { ConsoleSession } from './session.queries.js';

interface MenuEntry {
  path:
    | '/api-errors'
    | '/webhooks'
    | '/audit'
    | '/people'
    | '/enrollments'
    | '/applications'
    | '/'
    | '/portal'
    | '/content';
  text: CatalogueKey;
  /** The scope that the entry's page reads with. */
  scope: string;
  role: string;
  /** A role that reads a part of it. */
  otherRole?: string;
  /** Beginnings of other addresses that belong to it. */
  inside?: readonly string[];
}

const entries: readonly MenuEntry[] = [
  { path: '/', text: 'overview.title', scope: 'enrollment.read', role: 'Administrator' },
  { path: '/webhooks', text: 'webhooks.title', scope: 'webhook.read', role: 'Administrator' },
  { path: '/applications', text: 'applications.title', scope: 'app.read', role: 'Administrator' },
  { path: '/api-errors', text: 'apiErrors.title', scope: 'usage.read', role: 'Administrator' },
  {
    path: '/people',
    text: 'people.title',
    scope: 'user.read',
    role: 'Administrator',
    otherRole: 'Manager',
  },
  { path: '/enrollments', text: 'enrollments.title', scope: 'enrollment.read', role: 'Administrator' },
  {
    path: '/content',
    text: 'content.title',
    scope: 'lo.read',
    role: 'Administrator',
    otherRole: 'Content administrator',
    inside: ['/collections', '/groups'],
  },
  { path: '/portal', text: 'portal.title', scope: 'portal.read', role: 'Administrator' },
  { path: '/audit', text: 'audit.title', scope: 'audit.read', role: 'Administrator' },
];

/** The pages that this person can read. The menu only hides others; the API enforces the rights. */
export const listMenuEntries = ({ scopes, roles }: Pick<ConsoleSession, 'scopes' | 'roles'>): MenuEntry[] =>
  entries.filter(
    ({ scope, role, otherRole = role }) =>
      scopes.includes(scope) && (roles.includes(role) || roles.includes(otherRole)),
  );
