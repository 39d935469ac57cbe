import type { TaskName } from './tasks.js';

export interface Retention {
  /** How long a row stays, to follow "kept". */
  kept: string;
  /** Days after its own day, or after it has ended; what the code counts with. */
  days?: number;
  /** What removes it; without a task, the row goes with what it belongs to, or with the change that ends it. */
  by?: TaskName;
}

type Counted = Retention & { days: number };

const wholeDays = (days: number, by: TaskName): Counted => ({ kept: `${days} days`, days, by });
const untilExpired = (by: TaskName): Counted => ({ kept: 'until it expires', days: 0, by });
const as = (owner: string): Retention => ({ kept: `as long as ${owner}` });
const FOR_GOOD: Retention = { kept: 'for good' };
const ADDED_UP: Retention = { kept: 'until it is added up', by: 'add-up-materialized-counts' };

/**
 * How long the rows of each table are kept: docs/data-protection.md lists it, tasks read their days from it, and tests
 * compare it with the tables and rules of the database.
 */
export const retention = {
  'auth.access_tokens': wholeDays(2, 'manage-auth-partitions'),
  'auth.address_changes': untilExpired('remove-expired-auth-rows'),
  'auth.approvals': { kept: 'until it is withdrawn or the client is removed' },
  'auth.assertion_families': untilExpired('remove-expired-auth-rows'),
  'auth.audit_log': wholeDays(400, 'manage-auth-partitions'),
  'auth.authorization_requests': wholeDays(2, 'manage-auth-partitions'),
  'auth.client_blocks': { kept: 'until it is lifted or the client is removed' },
  'auth.client_keys': as('the client'),
  'auth.clients': { kept: 'until the client is removed' },
  'auth.codes': wholeDays(30, 'manage-auth-partitions'),
  'auth.consents': { kept: 'until it is withdrawn or the account is closed' },
  'auth.family_logins': untilExpired('remove-expired-auth-rows'),
  'auth.former_addresses': untilExpired('remove-expired-auth-rows'),
  'auth.grant_families': {
    kept: '7 days after it has ended or expired',
    days: 7,
    by: 'remove-expired-auth-rows',
  },
  'auth.portal_passwords': { kept: 'until the person has proven the address or is erased' },
  'auth.merge_logins': as('the session'),
  'auth.merge_requests': untilExpired('remove-expired-auth-rows'),
  'auth.onboarding_grants': untilExpired('remove-expired-rows'),
  'auth.one_time_tokens': wholeDays(7, 'manage-auth-partitions'),
  'auth.password_links': { kept: 'until the next link for the same person and portal' },
  'auth.passwords': { kept: 'until the person is erased' },
  'auth.recovery_codes': { kept: 'until the second factor is taken off' },
  'auth.refresh_tokens': wholeDays(92, 'manage-auth-partitions'),
  'auth.revocations': untilExpired('remove-expired-auth-rows'),
  'auth.second_factors': { kept: 'until the person takes it off or is erased' },
  'auth.sessions': untilExpired('remove-expired-auth-rows'),
  'auth.signing_keys': {
    kept: 'until all tokens that it signed have expired; 7 days if it was revoked',
    by: 'rotate-signing-keys',
  },
  'auth.spent_assertions': untilExpired('remove-expired-auth-rows'),
  'identity.account_count_changes': ADDED_UP,
  'identity.account_counts': as('the portal'),
  'identity.account_managers': { kept: 'until the manager is taken away or the person is erased' },
  'identity.accounts': { kept: 'for good; without personal data once the person is erased' },
  'identity.custom_fields': { kept: 'until the portal removes the field' },
  'identity.customers': as('the portal'),
  'identity.mails': { kept: '90 days, and until it is sent or given up', days: 90, by: 'send-mails' },
  'identity.payments': {
    kept: 'for good; 30 days if it was declined or voided',
    by: 'remove-expired-rows',
  },
  'identity.persons': { kept: 'for good; without personal data once the person is erased' },
  'identity.portal_brands': as('the portal'),
  'identity.portal_images': { kept: 'until the portal removes the image' },
  'identity.portals': FOR_GOOD,
  'identity.presets': { kept: 'until an operator removes the preset' },
  'identity.term_consents': { kept: 'until the person is erased' },
  'learning.catalogue_import_seen': as('the import'),
  'learning.catalogue_imports': { kept: 'until the import has finished' },
  'learning.catalogue_version': FOR_GOOD,
  'learning.collection_items': as('the collection'),
  'learning.collections': { kept: 'until it is deleted' },
  'learning.content_group_items': as('the content group'),
  'learning.content_groups': { kept: 'until it is deleted' },
  'learning.enrollment_count_changes': ADDED_UP,
  'learning.enrollment_counts': as('the enrollments'),
  'learning.enrollment_day_changes': ADDED_UP,
  'learning.enrollment_days': as('the enrollments'),
  'learning.enrollment_goals': as('the enrollment'),
  'learning.enrollments': { kept: 'for good; of nobody once the person is erased' },
  'learning.facet_lost': { kept: 'until it is looked at', by: 'remove-unused-facets' },
  'learning.facet_values': { kept: 'as long as a learning object has it', by: 'remove-unused-facets' },
  'learning.launch_generations': FOR_GOOD,
  'learning.learning_object_events': as('the learning object'),
  'learning.learning_object_items': as('the learning object'),
  'learning.learning_objects': { kept: 'for good; marked once it is deleted' },
  'learning.licences': FOR_GOOD,
  'learning.link_pages': { kept: 'until the page is read or given up', by: 'read-link-pages' },
  'learning.outbox': wholeDays(31, 'manage-event-partitions'),
  'learning.outbox_pending': {
    kept: 'until the event is relayed; 31 days if it is parked',
    by: 'relay-events',
  },
  'learning.popularity_changes': ADDED_UP,
  'learning.portal_launches': as('the portal'),
  'learning.providers': FOR_GOOD,
  'learning.retired_launch_keys': { kept: 'for good: packages in use were signed with it' },
  'learning.search_changes': {
    kept: 'until the search index contains it, or 7 days',
    days: 7,
    by: 'remove-unfollowed-changes',
  },
  'learning.search_doc': as('the learning object'),
  'learning.search_index': { kept: 'while an index outside Postgres follows the catalogue' },
  'learning.search_word': {
    kept: 'up to a day longer than a learning object has it',
    by: 'remove-unused-words',
  },
  'learning.subscriptions': { kept: 'until the subscription ends' },
  'learning.topics': { kept: 'a day longer than an object has it', by: 'remove-unused-topics' },
  'learning.visibility_changes': { kept: 'until it is reported', by: 'tell-visibility-changes' },
  'learning.webhook_attempts': wholeDays(31, 'manage-event-partitions'),
  'learning.webhook_deliveries': wholeDays(31, 'manage-event-partitions'),
  'learning.webhook_mailboxes': as('the webhook'),
  'learning.webhook_test_deliveries': wholeDays(31, 'manage-event-partitions'),
  'learning.webhooks': { kept: 'until it is deleted' },
  'maintenance.idempotency_keys': untilExpired('remove-expired-rows'),
  'maintenance.limit_counts': { kept: 'until its window is over', by: 'remove-expired-rows' },
  'maintenance.schedules': FOR_GOOD,
  'maintenance.secrets_keys': FOR_GOOD,
} as const satisfies Record<string, Retention>;
