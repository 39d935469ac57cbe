import type { TableEntry } from './table-entry.js';

/** The console's own tables. */
export const consoleTables = {
  'console.sessions': {
    portal: 'portal_id',
    acrossPortals: 'found only by the hash of a cookie, which names no portal',
    kept: { until: 'it has ended and its grant is revoked', days: 0, by: 'remove-expired-console-sessions' },
    limitedBy: ['console_sessions'],
    bytes: 'console_sessions',
    grants: { console: ['delete insert select update', 'sessions of the console'] },
    personal: { of: 'account', shownAs: 'console_sessions', erase: 'delete' },
  },
} as const satisfies Record<string, TableEntry>;
