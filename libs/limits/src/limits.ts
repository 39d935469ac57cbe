/** How much there may be of something that callers can make grow. */
export interface Limit {
  /** What is limited, as it follows "at most 5": in English, in the plural. */
  what: string;
  most: number;
  /** Of whom. */
  per:
    | 'portal'
    | 'owner'
    | 'portal or owner'
    | 'person'
    | 'account'
    | 'client'
    | 'webhook'
    | 'object'
    | 'collection'
    | 'enrollment'
    | 'scroll';
  /** Over what it is counted: all that there are, or what was made in the running window of the clock (UTC). */
  counted: 'all there are' | 'a day' | 'an hour';
  /** What happens beyond. */
  beyond: string;
  /** Tables whose rows it bounds. */
  tables: readonly string[];
}

const REFUSED = '409 `limit_reached`';
const AS_OF_SCHEMA = '400 that names the field';

/**
 * Everything that a caller can make grow, and how far. The one source: code reads its numbers here, docs/limits.md is
 * written from it, and a test holds that every table stands in it or among the `unlimited`.
 */
export const limits = {
  configuration_keys: {
    what: 'configuration keys',
    most: 500,
    per: 'portal',
    counted: 'all there are',
    beyond: `${REFUSED}; values of keys that there are can still be changed`,
    tables: ['identity.portals'],
  },
  configuration_bytes: {
    what: 'bytes of configuration, as JSON',
    most: 262_144,
    per: 'portal',
    counted: 'all there are',
    beyond: `${REFUSED}, or 413 when the body alone is larger; what makes it smaller is taken`,
    tables: ['identity.portals'],
  },
  portals_made: {
    what: 'portals made through one application',
    most: 200,
    per: 'client',
    counted: 'a day',
    beyond: REFUSED,
    tables: ['identity.portals', 'identity.customers', 'auth.onboarding_grants', 'identity.payments'],
  },
  known_people: {
    what: 'onboardings that name somebody who is known already, without a token of theirs',
    most: 20,
    per: 'client',
    counted: 'an hour',
    beyond: '429',
    tables: [],
  },
  onboarded_people: {
    what: 'people that one onboarding names as administrators, and as many additional users',
    most: 100,
    per: 'portal',
    counted: 'all there are',
    beyond: AS_OF_SCHEMA,
    tables: ['identity.accounts'],
  },
  custom_fields: {
    what: 'custom fields, each with a text of at most 1,000 characters or one of 200 options',
    most: 100,
    per: 'portal',
    counted: 'all there are',
    beyond: 'the command line refuses',
    tables: ['identity.custom_fields'],
  },
  accounts: {
    what: 'open accounts of people',
    most: 500_000,
    per: 'portal',
    counted: 'all there are',
    beyond: REFUSED,
    tables: [
      'identity.accounts',
      'identity.persons',
      'auth.passwords',
      'auth.held_passwords',
      'identity.term_consents',
    ],
  },
  accounts_made: {
    what: 'accounts made, those that were closed again included',
    most: 50_000,
    per: 'portal',
    counted: 'a day',
    beyond: REFUSED,
    tables: ['identity.accounts', 'identity.persons', 'auth.passwords'],
  },
  managers: {
    what: 'managers',
    most: 1_000,
    per: 'account',
    counted: 'all there are',
    beyond: AS_OF_SCHEMA,
    tables: ['identity.account_managers'],
  },
  clients: {
    what: 'OAuth clients',
    most: 100,
    per: 'portal',
    counted: 'all there are',
    beyond: `${REFUSED}; the authorize page says so`,
    tables: ['auth.clients'],
  },
  unbound_clients: {
    what: 'unbound OAuth clients',
    most: 1_000,
    per: 'owner',
    counted: 'all there are',
    beyond: REFUSED,
    tables: ['auth.clients'],
  },
  approvals: {
    what: 'approved applications',
    most: 500,
    per: 'portal',
    counted: 'all there are',
    beyond: REFUSED,
    tables: ['auth.approvals'],
  },
  blocked_clients: {
    what: 'blocked applications',
    most: 1_000,
    per: 'portal',
    counted: 'all there are',
    beyond: REFUSED,
    tables: ['auth.client_blocks'],
  },
  clients_made: {
    what: 'OAuth clients made, those that were deleted again included',
    most: 200,
    per: 'portal or owner',
    counted: 'a day',
    beyond: `${REFUSED}; the authorize page says so`,
    tables: ['auth.clients', 'identity.accounts'],
  },
  client_keys: {
    what: 'registered keys (`jwks`, 20,000 characters)',
    most: 10,
    per: 'client',
    counted: 'all there are',
    beyond: AS_OF_SCHEMA,
    tables: ['auth.client_keys'],
  },
  redirect_uri_characters: {
    what: 'characters of the one `redirect_uri`',
    most: 2_000,
    per: 'client',
    counted: 'all there are',
    beyond: AS_OF_SCHEMA,
    tables: ['auth.clients'],
  },
  webhooks: {
    what: 'webhooks',
    most: 5,
    per: 'portal',
    counted: 'all there are',
    beyond: '409 `webhook_limit`',
    tables: ['learning.webhooks', 'learning.webhook_mailboxes'],
  },
  webhook_tests: {
    what: 'test deliveries asked for, repeated ones included',
    most: 100,
    per: 'webhook',
    counted: 'an hour',
    beyond: REFUSED,
    tables: ['learning.webhook_test_deliveries', 'learning.webhook_attempts'],
  },
  webhook_redeliveries: {
    what: 'single redeliveries asked for',
    most: 1_000,
    per: 'webhook',
    counted: 'an hour',
    beyond: REFUSED,
    tables: ['learning.webhook_attempts'],
  },
  delivery_redeliveries: {
    what: 'redeliveries of one delivery, those by replay included',
    most: 1_000,
    per: 'webhook',
    counted: 'all there are',
    beyond: `${REFUSED}; a replay leaves it out`,
    tables: ['learning.webhook_attempts'],
  },
  webhook_replays: {
    what: 'replays asked for',
    most: 24,
    per: 'webhook',
    counted: 'a day',
    beyond: REFUSED,
    tables: ['learning.webhook_attempts'],
  },
  content: {
    what: 'learning objects made by the API that are not retired',
    most: 20_000,
    per: 'portal',
    counted: 'all there are',
    beyond: REFUSED,
    tables: ['learning.learning_objects', 'learning.link_pages', 'learning.search_doc'],
  },
  content_made: {
    what: 'learning objects made by the API, those that were retired again included',
    most: 10_000,
    per: 'portal',
    counted: 'a day',
    beyond: REFUSED,
    tables: ['learning.learning_objects', 'learning.link_pages'],
  },
  providers: {
    what: 'providers (each name sent with manual content is one)',
    most: 1_000,
    per: 'portal',
    counted: 'all there are',
    beyond: REFUSED,
    tables: ['learning.providers'],
  },
  labels: {
    what: 'tags; as many topics, authors and skills, each of at most 100 characters',
    most: 100,
    per: 'object',
    counted: 'all there are',
    beyond: `${AS_OF_SCHEMA}; an import refuses the line`,
    tables: ['learning.learning_objects', 'learning.facet_values', 'learning.search_word'],
  },
  collections: {
    what: 'collections',
    most: 1_000,
    per: 'portal',
    counted: 'all there are',
    beyond: 'the command line refuses',
    tables: ['learning.collections'],
  },
  collection_items: {
    what: 'items',
    most: 50_000,
    per: 'collection',
    counted: 'all there are',
    beyond: REFUSED,
    tables: ['learning.collection_items'],
  },
  enrollment_history: {
    what: 'enrollments in one learning object, archived ones included',
    most: 100,
    per: 'account',
    counted: 'all there are',
    beyond: REFUSED,
    tables: ['learning.enrollments'],
  },
  goals: {
    what: 'goals',
    most: 100,
    per: 'enrollment',
    counted: 'all there are',
    beyond: `${REFUSED}; values of goals that there are can still be changed`,
    tables: ['learning.enrollment_goals'],
  },
  award_required: {
    what: 'learning objects that an award enrollment asks for',
    most: 1_000,
    per: 'enrollment',
    counted: 'all there are',
    beyond: AS_OF_SCHEMA,
    tables: ['learning.enrollments'],
  },
  idempotency_keys: {
    what: 'requests with a new Idempotency-Key (of one client)',
    most: 100_000,
    per: 'account',
    counted: 'a day',
    beyond: `${REFUSED}; requests without the header go on`,
    tables: ['maintenance.idempotency_keys'],
  },
  portal_mails: {
    what: 'mails that requests of one portal send to one address (logins and invitations)',
    most: 5,
    per: 'person',
    counted: 'a day',
    beyond: `${REFUSED}; with \`send_login_email=false\` the request goes through`,
    tables: ['identity.mails'],
  },
  mails_of_all_portals: {
    what: 'mails that requests of all portals together send to one address',
    most: 20,
    per: 'person',
    counted: 'a day',
    beyond: 'no mail, and the same answer: a portal does not learn what others send',
    tables: ['identity.mails'],
  },
  mails_of_portal: {
    what: 'mails that its requests send to anybody',
    most: 10_000,
    per: 'portal',
    counted: 'a day',
    beyond: REFUSED,
    tables: ['identity.mails'],
  },
  portal_notices: {
    what: 'mails to one administrator about new applications and switched-off webhooks of one portal',
    most: 20,
    per: 'person',
    counted: 'a day',
    beyond: 'no mail',
    tables: ['identity.mails'],
  },
  notices_of_all_portals: {
    what: 'mails to one administrator about new applications and switched-off webhooks of all portals together',
    most: 100,
    per: 'person',
    counted: 'a day',
    beyond: 'no mail',
    tables: ['identity.mails'],
  },
  own_notices: {
    what: 'mails about changes of their own password and second factor',
    most: 50,
    per: 'person',
    counted: 'a day',
    beyond: 'no mail',
    tables: ['identity.mails'],
  },
  reset_mails: {
    what: 'mails for a forgotten password',
    most: 3,
    per: 'person',
    counted: 'an hour',
    beyond: 'no mail, and the same page',
    tables: ['identity.mails', 'auth.password_links'],
  },
  address_changes: {
    what: 'changes of their own address asked for',
    most: 10,
    per: 'person',
    counted: 'a day',
    beyond: 'the page says so',
    tables: ['auth.address_changes', 'auth.former_addresses'],
  },
  address_mails: {
    what: 'mails with a link that makes the address somebody’s new one',
    most: 3,
    per: 'person',
    counted: 'an hour',
    beyond: 'no mail, and the same page',
    tables: ['identity.mails'],
  },
  address_notices: {
    what: 'mails about an address that was changed or taken back',
    most: 30,
    per: 'person',
    counted: 'a day',
    beyond: 'the page says so, and nothing is changed',
    tables: ['identity.mails'],
  },
  login_links: {
    what: 'login links',
    most: 200,
    per: 'account',
    counted: 'an hour',
    beyond: REFUSED,
    tables: ['auth.one_time_tokens'],
  },
  sessions: {
    what: 'sessions',
    most: 100,
    per: 'person',
    counted: 'all there are',
    beyond: 'the oldest one ends',
    tables: ['auth.sessions'],
  },
  scrolls: {
    what: 'live scrolls of one client, and never more than half of what the portal has left for that client',
    most: 50,
    per: 'account',
    counted: 'all there are',
    beyond: '429',
    tables: [],
  },
  scrolls_of_portal: {
    what: 'live scrolls of one client, of all accounts together',
    most: 1_000,
    per: 'portal',
    counted: 'all there are',
    beyond: '429',
    tables: [],
  },
  scrolled_hits: {
    what: 'hits in all live scrolls of one client, and never more than half of what is left of them',
    most: 50_000_000,
    per: 'portal',
    counted: 'all there are',
    beyond: '429',
    tables: [],
  },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
