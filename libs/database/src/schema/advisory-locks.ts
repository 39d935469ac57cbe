interface AdvisoryLock {
  /** The class: the first of two keys, or the only key of a lock for the whole database. */
  number: number;
  /** A sentence that says which operations wait for each other. */
  excludes: string;
  /** The SQL functions that take or read the lock; absent if TypeScript does. */
  functions?: readonly string[];
}

/** Issuing and revoking exclude each other (ADR 8). */
const rights = [
  'auth.family_of_assertions',
  'auth.issue_access_token',
  'auth.issue_code',
  'auth.refresh_access_token',
  'auth.revoke_rights',
] as const;
const rightsThere = [
  ...rights,
  'auth.lock_approval',
  'auth.lock_portal_rights',
  'auth.revoke_client_in_portal',
] as const;

/**
 * All advisory locks. Two purposes must not share a number, or one would wait for the other, as role changes once
 * waited for a catalogue import. SQL functions contain their number as text; a test compares all of them, and all of
 * the source code, with this list.
 */
export const advisoryLocks = {
  migrations: { number: 7500, excludes: 'one run of the migrations, or of `apply`, from another' },
  relayShard: { number: 7501, excludes: 'one relay of webhook events from another at the same shard' },
  partitions: {
    number: 7502,
    excludes: 'one creation or removal of day partitions of a table from another',
    functions: ['maintenance.make_day_partitions'],
  },
  searchDocuments: {
    number: 7503,
    excludes: 'one writer of the search documents of a portal’s objects, or of its topics, from another',
    functions: ['learning.lock_objects', 'learning.remove_unused_topics', 'learning.write_documents'],
  },
  catalogueImport: {
    number: 7504,
    excludes: 'one import from another while they write objects of the same provider',
  },
  managers: { number: 7505, excludes: 'one change of managers in a portal from another' },
  administrators: { number: 7506, excludes: 'one change of the administrators of a portal from another' },
  newWebhooks: { number: 7507, excludes: 'one creation of a webhook in a portal from another' },
  signingKeys: { number: 7508, excludes: 'one decision about the signing keys from another' },
  changeTimes: {
    number: 7510,
    excludes:
      'nothing: it is only taken shared; its second key is the second in which a writer of listed rows began',
    functions: ['maintenance.record_writer', 'maintenance.settled_until'],
  },
  rightsOfPortal: {
    number: 7511,
    excludes: 'issuing tokens and codes for a portal from revoking rights there',
    functions: rightsThere,
  },
  rightsOfClient: {
    number: 7512,
    excludes: 'issuing tokens and codes to a client from revoking its rights',
    functions: rights,
  },
  rightsOfAccount: {
    number: 7513,
    excludes: 'issuing tokens and codes for an account from revoking its rights',
    functions: [...rights, 'auth.lock_person_rights', 'auth.revoke_client_for_account'],
  },
  idempotencyKey: {
    number: 7520,
    excludes:
      'one request with an Idempotency-Key from another with the same; the seed of the hash that is its key',
  },
  limits: {
    number: 7530,
    excludes: 'one creation of limited objects from another of the same owner',
  },
  mailAddress: {
    number: 7531,
    excludes: 'one mail to an address from another while they are counted',
    functions: ['identity.enqueue_mail'],
  },
  facetValues: {
    number: 7535,
    excludes: 'removing values of facets or words of search from writing search documents; writers share it',
    functions: ['learning.index_objects', 'learning.remove_unused_facets', 'learning.remove_unused_words'],
  },
  selections: {
    number: 7537,
    excludes: 'one change of a portal’s collections and content groups from another of the same portal',
  },
  branding: { number: 7538, excludes: 'one change of a portal’s branding from another of the same portal' },
  apiErrors: { number: 7539, excludes: 'one server that stores refused requests from another' },
  seats: { number: 7533, excludes: 'one change that takes a seat of a portal from another' },
  sessionsOfPerson: {
    number: 7532,
    excludes: 'one login of a person from another while their sessions are counted',
  },
} as const satisfies Record<string, AdvisoryLock>;

type Name = keyof typeof advisoryLocks;

/** The number of each of the {@link advisoryLocks}. */
export const lockNumber = Object.fromEntries(
  Object.entries(advisoryLocks).map(([name, { number }]) => [name, number]),
) as { readonly [name in Name]: number };
