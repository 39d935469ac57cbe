/** Tables with a portal_id that are not cut by it if Postgres is cut into shards by portal, and why. */
export const shared: Record<string, string> = {
  'auth.access_tokens': 'found by the hash of a token alone, which names no portal; partitioned by day',
  'auth.approvals': 'of an application, which is asked about in all portals',
  'auth.audit_log': 'found by person, over all portals; partitioned by day',
  'auth.client_blocks': 'as auth.approvals',
  'auth.clients': 'an application works in many portals and is found by its client_id: on every shard',
  'auth.codes': 'as auth.access_tokens',
  'auth.consents': 'as auth.approvals',
  'auth.grant_families': 'as auth.access_tokens',
  'auth.onboarding_grants': 'as auth.access_tokens, and gone after minutes',
  'auth.one_time_tokens': 'as auth.access_tokens',
  'auth.password_links': 'as auth.access_tokens',
  'auth.refresh_tokens': 'as auth.access_tokens',
  'auth.revocations': 'every process reads all of it',
  'identity.customers': 'one for each portal, for accounting over all of them',
  'identity.mails': 'a queue of the worker',
  'identity.payments': 'made before there is a portal; found by their reference',
  'identity.portal_brands': 'one for each portal, read with its host name',
  'identity.portal_images': 'found by their digest, which is in their address',
  'learning.content_groups': 'content shared between portals: on every shard',
  'learning.collections': 'names of content, indexed with it: on every shard',
  'learning.learning_objects': 'content shared between portals: on every shard',
  'learning.link_pages': 'a queue of the worker, of content',
  'learning.outbox': 'a queue of the worker, in shards of its own',
  'learning.outbox_pending': 'as learning.outbox',
  'learning.providers': 'content shared between portals: on every shard',
  'learning.topics': 'as learning.providers',
  'learning.visibility_changes': 'a queue of the worker, of content',
  'learning.webhook_mailboxes': 'found by the webhook, whichever portal it is of; many at once by the worker',
  'learning.webhooks': 'as learning.webhook_mailboxes',
};

/** Statements on the other tables that name no portal, by file and function, and why. */
export const acrossPortals: Record<string, string> = {
  'apps/auth-server/src/person/address/address.queries.ts hasOffers':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/person/address/address.queries.ts places':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/person/address/address.queries.ts shownAccounts':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/oauth/authorize/authorize.queries.ts hasAccount':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/applications/registration/client-admin.queries.ts change':
    "the application's service account in each portal",
  'apps/auth-server/src/applications/registration/client-admin.queries.ts remove':
    "the application's service account in each portal",
  'apps/auth-server/src/person/invitations/offer.queries.ts lapsed':
    'what has expired, looked for in all portals by the clock',
  'apps/auth-server/src/edge/people/person.queries.ts hasAnywhere':
    'of a person, whose accounts are in many portals',
  'apps/auth-server/src/person/set-password/set-password.queries.ts accountIds':
    'of a person, whose accounts are in many portals',
  'apps/cli/src/person/erase.queries.ts blankLeftAddresses':
    "an operator's work on one person, over all portals",
  'apps/cli/src/person/erase.queries.ts blankPerson': "an operator's work on one person, over all portals",
  'apps/cli/src/person/erase.queries.ts blankRecords': "an operator's work on one person, over all portals",
  'apps/cli/src/person/erase.queries.ts lockPerson': "an operator's work on one person, over all portals",
  'apps/cli/src/person/personal-data.queries.ts statements':
    "an operator's work on one person, over all portals",
  'apps/webhook-worker/src/drain/administrators.queries.ts holdTables': 'opens the tables and reads no row',
  'libs/enrollments/src/enrollment.queries.ts insertEnrollment':
    'its columns come from the list of fields, of which the portal is the first',
};
