import type { TableEntry } from './table-entry.js';

/** The tables that serve all servers. */
export const maintenanceTables = {
  'maintenance.api_errors': {
    portal: 'portal_id',
    kept: { days: 7, by: 'remove-expired-rows' },
    limitedBy: { unlimited: 'the first thousand of a portal and day, a hundred of each kind' },
    bytes: { ours: 'names of operations, codes and fields, of a limited length' },
    grants: {
      api: ['insert select', 'refused requests are recorded and listed'],
      worker: ['delete select', 'expired rows are removed'],
    },
  },
  'maintenance.applied_files': {
    portal: { none: 'of the operator' },
    kept: { forGood: true },
    limitedBy: { unlimited: 'only operators: one for each file' },
    grants: {},
  },
  'maintenance.idempotency_keys': {
    portal: { none: 'found by client, portal and subject in one text' },
    kept: { until: 'it expires', days: 0, by: 'remove-expired-rows' },
    limitedBy: ['idempotency_keys'],
    bytes: 'written_bytes',
    grants: {
      api: ['insert select update', 'answers kept for Idempotency-Key'],
      auth: ['insert select update', 'answers kept for Idempotency-Key'],
      worker: ['delete select update', 'expired rows are removed'],
    },
  },
  'maintenance.limit_counts': {
    portal: { none: 'found by limit and owner' },
    kept: { until: 'its window is over', by: 'remove-expired-rows' },
    limitedBy: { unlimited: 'one for each limit, owner and window; removed when the window is over' },
    grants: { worker: ['delete select update', 'expired rows are removed'] },
  },
  'maintenance.schedules': {
    portal: { none: 'of the servers' },
    kept: { forGood: true },
    limitedBy: { unlimited: 'a fixed number' },
    grants: {
      auth: ['select update', 'which process runs a scheduled task, and when'],
      worker: [
        'select update(last_result, last_time, next_time)',
        'which process runs a scheduled task, and when',
      ],
    },
  },
  'maintenance.secrets_keys': {
    portal: { none: 'of the operator' },
    kept: { forGood: true },
    limitedBy: { unlimited: 'only operators: one for each key' },
    grants: {
      api: ['select', 'a wrong SECRETS_KEY is found out at the start'],
      auth: ['select', 'a wrong SECRETS_KEY is found out at the start'],
      worker: ['select', 'a wrong SECRETS_KEY is found out at the start'],
    },
  },
} as const satisfies Record<string, TableEntry>;
