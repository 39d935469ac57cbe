import type { TableEntry } from './table-entry.js';

/** Portals, people and their accounts. */
export const identityTables = {
  'identity.account_count_changes': {
    portal: 'portal_id',
    kept: { until: 'it is added up', by: 'add-up-materialized-counts' },
    limitedBy: { unlimited: 'counts of identity.accounts, added up by the worker' },
    bytes: { ours: 'only numbers' },
    grants: {
      api: ['insert select', 'by the trigger of accounts; counts are read with what changed since'],
      auth: ['insert', 'by the trigger of accounts'],
      worker: ['delete select', 'added up'],
    },
  },
  'identity.account_counts': {
    portal: 'portal_id',
    kept: { with: 'the portal' },
    limitedBy: { unlimited: 'counts of identity.accounts' },
    bytes: { ours: 'only numbers' },
    grants: { api: ['select', 'numbers of users'], worker: ['insert select update', 'added up'] },
  },
  'identity.account_managers': {
    portal: 'portal_id',
    kept: { until: 'the manager is removed or the person is erased' },
    limitedBy: ['managers'],
    bytes: 'managers',
    grants: {
      api: ['delete insert select', 'managers of users are set and removed'],
      auth: ['delete select', 'presented in events of users; removed with an account that its person leaves'],
    },
    personal: { of: 'account', shownAs: 'accounts', erase: 'blank' },
  },
  'identity.accounts': {
    portal: 'portal_id',
    kept: { forGood: true, note: '; without personal data once the person is erased' },
    limitedBy: ['onboarded_people', 'accounts', 'accounts_made', 'accounts_of_person', 'clients_made'],
    bytes: 'written_bytes',
    grants: {
      api: [
        'insert(custom_fields, first_name, invitation_expires_at, is_first_administrator, last_name, locale, offered_by, offered_through, person_id, portal_id, roles) select update(closed_time, custom_fields, first_name, last_name, locale, phone, roles, status, updated_time, updated_xid)',
        'users are made, changed and closed; never given to another person or application, never accepted for one',
      ],
      auth: [
        'insert(client_id, custom_fields, first_name, invitation_expires_at, is_first_administrator, last_name, locale, offered_by, offered_through, person_id, portal_id, roles) select update(accepted_at, closed_time, declined_at, first_name, invitation_expires_at, last_login_time, last_name, status, updated_time, updated_xid)',
        'signing in, service accounts of clients, portals created during an authorization, people who accept, decline and leave; never roles or another person',
      ],
      worker: ['select', 'the viewers of an event, the recipients of a mail about a webhook'],
    },
    personal: { of: 'person', shownAs: 'accounts', erase: 'blank' },
  },
  'identity.custom_fields': {
    portal: 'portal_id',
    kept: { until: 'the portal removes the field' },
    limitedBy: ['custom_fields'],
    bytes: 'custom_fields',
    grants: { api: ['select', 'the fields of a portal’s users'] },
  },
  'identity.customers': {
    portal: 'portal_id',
    acrossPortals: 'one for each portal, for accounting over all of them',
    kept: { with: 'the portal' },
    limitedBy: ['portals_made'],
    bytes: 'portals_made',
    grants: {
      api: ['insert', 'the customer of a portal: written, never read'],
      auth: ['insert', 'portals created during an authorization'],
    },
  },
  'identity.mails': {
    portal: 'portal_id',
    acrossPortals: 'a queue of the worker',
    kept: { days: 90, note: ', and until it is sent or given up', by: 'send-mails' },
    limitedBy: [
      'portal_mails',
      'mails_of_all_portals',
      'mails_of_portal',
      'portal_notices',
      'notices_of_all_portals',
      'credential_notices',
      'credential_notices_of_all_portals',
      'own_notices',
      'guess_notices',
      'reset_mails',
      'address_mails',
      'address_notices',
    ],
    bytes: 'mails_of_portal',
    grants: {
      worker: [
        'delete select update(last_error, next_try_time, sent_time, tries)',
        'sent and removed; never to another recipient',
      ],
    },
    personal: { of: 'person', shownAs: 'mails', erase: 'blank' },
  },
  'identity.payments': {
    portal: 'portal_id',
    acrossPortals: 'made before there is a portal; found by their reference',
    kept: { forGood: true, note: '; 30 days if it was declined or voided', by: 'remove-expired-rows' },
    limitedBy: ['portals_made', 'payments_asked'],
    bytes: 'payments_asked',
    grants: {
      api: [
        'insert select update(next_try_time, portal_id, request_hash, state)',
        'payments are requested, and captured with the portal',
      ],
      worker: [
        'select update(last_error, next_try_time, state, tries)',
        'captured and voided; never another amount or portal',
      ],
    },
  },
  'identity.persons': {
    portal: { none: 'a person is in many portals' },
    kept: { forGood: true, note: '; without personal data once the person is erased' },
    limitedBy: ['accounts', 'accounts_made'],
    grants: {
      api: [
        'insert(email, first_name, last_name, locale) select update(created_time)',
        'people are found and created; locking them takes the right to update a column, and none is changed',
      ],
      auth: [
        'select update(created_time)',
        'signing in; locking people takes the right to update a column, and none is changed',
      ],
      worker: ['select', 'names and addresses in mails'],
    },
    personal: { of: 'person', shownAs: 'person', erase: 'blank' },
  },
  'identity.portal_brands': {
    portal: 'portal_id',
    acrossPortals: 'one for each portal, read with its host name',
    kept: { with: 'the portal' },
    limitedBy: { unlimited: 'one for each portal' },
    bytes: { ours: 'one row, whose texts have checks' },
    grants: {
      api: ['delete insert select update', 'the brand of a portal is set'],
      auth: ['select', 'pages have the name and the colour of their portal'],
      worker: ['select', 'mails have the name and the colour of their portal'],
    },
  },
  'identity.portal_images': {
    portal: 'portal_id',
    acrossPortals: 'found by their digest, which is in their address',
    kept: { until: 'the portal removes the image' },
    limitedBy: ['branding_image_bytes'],
    bytes: 'branding_image_bytes',
    grants: {
      api: ['delete insert select update', 'its logo and favicon are set and shown'],
      auth: ['select(digest, kind, portal_id)', 'where its images are; never the images'],
      worker: [
        'select(bytes, digest, kind, media_type, portal_id)',
        'mails to administrators of the portal contain its logo',
      ],
    },
  },
  'identity.portals': {
    portal: 'id',
    kept: { forGood: true },
    limitedBy: ['configuration_keys', 'configuration_bytes', 'portals_made'],
    bytes: 'configuration_bytes',
    grants: {
      api: [
        'insert(features, name, parent_portal_id, plan, title) select update(configuration, updated_time)',
        'portals are made by onboarding; the configuration is changed',
      ],
      auth: [
        'insert(features, name, parent_portal_id, plan, title) select',
        'portals created during an authorization; never changed',
      ],
      worker: ['select', 'titles in mails'],
    },
  },
  'identity.presets': {
    portal: { none: 'of the operator' },
    kept: { until: 'an operator removes the preset' },
    limitedBy: { unlimited: 'only operators add rows' },
    grants: { api: ['select', 'kinds of new portals'], auth: ['select', 'kinds of new portals'] },
  },
  'identity.term_consents': {
    portal: 'portal_id',
    kept: { until: 'the person is erased' },
    limitedBy: ['accounts'],
    bytes: 'accounts',
    grants: { api: ['insert', 'consents to terms: written, never read'] },
    personal: { of: 'account', shownAs: 'terms', erase: 'delete' },
  },
} as const satisfies Record<string, TableEntry>;
