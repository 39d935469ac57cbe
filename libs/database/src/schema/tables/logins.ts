import type { TableEntry } from './table-entry.js';

/** Logins, changes of people's identity, and the audit log. */
export const loginTables = {
  'auth.address_changes': {
    portal: { none: 'of a person' },
    kept: { until: 'it expires', days: 0, by: 'remove-expired-auth-rows' },
    limitedBy: ['address_changes'],
    grants: {
      auth: [
        'delete select',
        'a change that waits is shown and cancelled; request_address_change() makes it',
      ],
    },
    personal: { of: 'person', shownAs: 'address_changes', erase: 'delete' },
  },
  'auth.audit_log': {
    portal: 'portal_id',
    acrossPortals: 'found by person, over all portals; partitioned by day',
    kept: { days: 400, by: 'manage-auth-partitions' },
    limitedBy: ['written_bytes', 'clients', 'authorization_requests'],
    bytes: 'written_bytes',
    grants: {
      api: [
        'insert',
        'actions of the API are recorded; a function reads the rows of one portal, and no writer can change one',
      ],
      auth: ['insert', 'events are recorded; no writer can read or change them'],
    },
    personal: { of: 'person', shownAs: 'audit', erase: 'blank' },
  },
  'auth.family_logins': {
    portal: { via: 'auth.grant_families' },
    kept: { until: 'it expires', days: 0, by: 'remove-expired-auth-rows' },
    limitedBy: { unlimited: 'as auth.codes; removed after ten minutes' },
    bytes: { ours: 'ids and hashes of a fixed size' },
    grants: {
      auth: ['delete insert select update', 'recent logins, for requests with a token that need one'],
    },
  },
  'auth.former_addresses': {
    portal: { none: 'of a person' },
    kept: { until: 'it expires', days: 0, by: 'remove-expired-auth-rows' },
    limitedBy: ['address_changes'],
    grants: {
      auth: ['delete select', 'expired entries are removed; change_address() adds entries'],
    },
    personal: { of: 'person', shownAs: 'former_addresses', erase: 'delete' },
  },
  'auth.merge_logins': {
    portal: { none: 'of a person' },
    kept: { with: 'the session' },
    limitedBy: { unlimited: 'one for each session; ends with it' },
    grants: { auth: ['delete insert select update', 'logins to a second account, to merge it'] },
    personal: { of: 'person', shownAs: 'merge_logins', erase: 'delete' },
  },
  'auth.merge_requests': {
    portal: { none: 'of a person' },
    kept: { until: 'it expires', days: 0, by: 'remove-expired-auth-rows' },
    limitedBy: {
      unlimited: 'at most one for each session and person; ends with them, and after half an hour',
    },
    grants: {
      auth: [
        'delete select',
        'a merge that waits for a mailbox is shown and cancelled; request_merge() makes it',
      ],
    },
    personal: { of: 'person', shownAs: 'merge_requests', erase: 'delete' },
  },
  'auth.one_time_tokens': {
    portal: 'portal_id',
    acrossPortals: 'as auth.access_tokens',
    kept: { days: 7, by: 'manage-auth-partitions' },
    limitedBy: ['login_links'],
    bytes: 'login_links',
    grants: { auth: ['select update(used_at)', 'login links are consumed once'] },
    personal: { of: 'account', shownAs: 'login_links', erase: 'delete' },
  },
  'auth.password_links': {
    portal: 'portal_id',
    acrossPortals: 'as auth.access_tokens',
    kept: { until: 'the next link for the same person and portal' },
    limitedBy: ['reset_mails'],
    bytes: { ours: 'ids and hashes of a fixed size' },
    grants: {
      auth: ['select update(used_at)', 'links to set a password are consumed once; the worker creates them'],
    },
    personal: { of: 'person', shownAs: 'password_links', erase: 'delete' },
  },
  'auth.passwords': {
    portal: { none: 'of a person' },
    kept: { until: 'the person is erased' },
    limitedBy: ['accounts', 'accounts_made'],
    grants: { auth: ['insert select update(changed_at, hash)', 'passwords are checked, set and rehashed'] },
    personal: { of: 'person', shownAs: 'password', erase: 'delete' },
  },
  'auth.portal_passwords': {
    portal: 'portal_id',
    kept: { until: 'the person has proven the address or is erased' },
    limitedBy: ['accounts'],
    bytes: 'accounts',
    grants: {
      auth: ['select update(changed_at)', 'passwords that portals hold are checked, and locked while used'],
    },
    personal: { of: 'account', shownAs: 'portal_passwords', erase: 'delete' },
  },
  'auth.recovery_codes': {
    portal: { none: 'of a person' },
    kept: { until: 'the second factor is turned off' },
    limitedBy: { unlimited: 'a fixed number for each person' },
    grants: { auth: ['delete insert select update(used_at)', 'created together, each consumed once'] },
    personal: { of: 'person', shownAs: 'recovery_codes', erase: 'delete' },
  },
  'auth.second_factors': {
    portal: { none: 'of a person' },
    kept: { until: 'the person turns it off or is erased' },
    limitedBy: { unlimited: 'one for each person' },
    grants: {
      auth: [
        'delete insert select update(confirmed_at, last_step, proposed_to, secret_sealed)',
        'set up, confirmed, switched off',
      ],
    },
    personal: { of: 'person', shownAs: 'second_factor', erase: 'delete' },
  },
  'auth.sessions': {
    portal: { none: 'of a person' },
    kept: { until: 'it expires', days: 0, by: 'remove-expired-auth-rows' },
    limitedBy: ['sessions'],
    grants: {
      auth: ['delete insert select update(factor_time, last_seen_time)', 'signed in, seen, signed out'],
    },
    personal: { of: 'person', shownAs: 'sessions', erase: 'delete' },
  },
} as const satisfies Record<string, TableEntry>;
