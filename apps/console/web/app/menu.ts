import type { CatalogueKey } from '../texts/en/index.js';
import type { ConsoleSession } from './session.queries.js';

interface MenuEntry {
  path: '/webhooks' | '/audit';
  text: CatalogueKey;
  /** What the entry's page reads with. */
  scope: string;
  role: string;
}

const entries: readonly MenuEntry[] = [
  { path: '/webhooks', text: 'webhooks.title', scope: 'webhook.read', role: 'Administrator' },
  { path: '/audit', text: 'audit.title', scope: 'audit.read', role: 'Administrator' },
];

/** The pages that this person can read; the API decides, the menu only leaves out. */
export const listMenuEntries = ({ scopes, roles }: Pick<ConsoleSession, 'scopes' | 'roles'>): MenuEntry[] =>
  entries.filter(({ scope, role }) => scopes.includes(scope) && roles.includes(role));
