import type { TableEntry } from './table-entry.js';

/** Applications, and what is issued to them. */
export const applicationTables = {
  'auth.access_tokens': {
    portal: 'portal_id',
    acrossPortals: 'found only by the hash of a token, which names no portal; partitioned by day',
    kept: { days: 2, by: 'manage-auth-partitions' },
    limitedBy: {
      unlimited:
        'token requests are limited (120 a minute per client; without a secret, per network); a day’s partition is dropped later',
    },
    bytes: { ours: 'ids and hashes of a fixed size' },
    grants: { auth: ['insert select', 'issue_access_token() notes tokens; revoking one finds its family'] },
    personal: { of: 'account', shownAs: 'tokens', erase: { keep: 'only ids, deleted after 2 days' } },
  },
  'auth.approvals': {
    portal: 'portal_id',
    acrossPortals: 'of an application, read for all portals',
    kept: { until: 'it is withdrawn or the client is removed' },
    limitedBy: ['approvals'],
    bytes: 'approvals',
    grants: {
      auth: [
        'delete insert select update',
        'rights that portals give applications; given and withdrawn on pages',
      ],
    },
  },
  'auth.assertion_families': {
    portal: 'portal_id',
    kept: { until: 'it expires', days: 0, by: 'remove-expired-auth-rows' },
    limitedBy: { unlimited: 'one for each account and client; removed when its tokens have expired' },
    bytes: { ours: 'ids and hashes of a fixed size' },
    grants: {
      auth: [
        'delete insert select update(expires_at)',
        'one sid for the tokens that an application gets for an account by assertions',
      ],
    },
    personal: { of: 'account', shownAs: 'assertions', erase: { keep: 'only ids, deleted with the tokens' } },
  },
  'auth.authorization_requests': {
    portal: { none: 'of a browser' },
    kept: { days: 2, by: 'manage-auth-partitions' },
    limitedBy: ['authorization_requests'],
    grants: {
      auth: [
        'insert select update(account_id, answered_at, request)',
        'requests after sign-in, and their answers',
      ],
    },
    personal: { of: 'account', erase: { keep: 'deleted after 2 days' } },
  },
  'auth.client_blocks': {
    portal: 'portal_id',
    acrossPortals: 'as auth.approvals',
    kept: { until: 'it is lifted or the client is removed' },
    limitedBy: ['blocked_clients'],
    bytes: 'blocked_clients',
    grants: { auth: ['delete insert select update', 'applications that portals have blocked'] },
  },
  'auth.client_keys': {
    portal: { none: 'of a client, which works in many portals' },
    kept: { with: 'the client' },
    limitedBy: ['client_keys'],
    grants: { auth: ['delete insert select', 'public keys of clients, all replaced together'] },
  },
  'auth.client_redirect_uris': {
    portal: { none: 'of a client, which works in many portals' },
    kept: { with: 'the client' },
    limitedBy: ['redirect_uris', 'redirect_uri_characters'],
    grants: { auth: ['delete insert select', 'further addresses of clients, all replaced together'] },
  },
  'auth.clients': {
    portal: 'portal_id',
    acrossPortals: 'an application works in many portals and is found by its client_id: on every shard',
    kept: { until: 'the client is removed' },
    limitedBy: [
      'clients',
      'unbound_clients',
      'clients_made',
      'redirect_uri_characters',
      'post_logout_redirect_uris',
    ],
    bytes: 'clients',
    grants: {
      api: ['select(client_id, name)', 'lists name applications'],
      auth: [
        'delete insert select update(id_token_alg, last_used_time, name, post_logout_redirect_uris, previous_secret_hash, previous_secret_until, redirect_uri, secret_hash, status, updated_time)',
        'PUT and DELETE /client, secrets made anew; never grants, scopes, portal or special permissions of a client that is there',
      ],
    },
  },
  'auth.codes': {
    portal: 'portal_id',
    acrossPortals: 'as auth.access_tokens',
    kept: { days: 30, by: 'manage-auth-partitions' },
    limitedBy: {
      unlimited: 'at most one for each row of auth.authorization_requests; a day’s partition is dropped',
    },
    bytes: { ours: 'ids, hashes, a nonce of 512 characters, and the address and scopes of the client' },
    grants: {
      auth: [
        'insert select update(amr, auth_time, nonce, openid_scopes, openid_sid, used_at)',
        'issue_code() adds a code; then the data of its ID token is added; each code is used once',
      ],
    },
    personal: { of: 'account', erase: { keep: 'hashes and ids, deleted after 30 days' } },
  },
  'auth.consents': {
    portal: 'portal_id',
    acrossPortals: 'as auth.approvals',
    kept: { until: 'it is withdrawn or the account is closed' },
    limitedBy: { unlimited: 'one for each account and client' },
    bytes: { ours: 'ids, and scopes of the client' },
    grants: {
      auth: [
        'delete insert select update(granted_time, openid_scopes, scopes)',
        'consents that people gave and withdrew',
      ],
    },
    personal: { of: 'account', shownAs: 'consents', erase: 'delete' },
  },
  'auth.grant_families': {
    portal: 'portal_id',
    acrossPortals: 'as auth.access_tokens',
    kept: { days: 7, note: ' after it has ended or expired', by: 'remove-expired-auth-rows' },
    limitedBy: { unlimited: 'as auth.access_tokens; removed 7 days after it has ended or expired' },
    bytes: { ours: 'ids, and scopes of the client' },
    grants: {
      auth: [
        'insert select update(ended_at, ended_because, expires_at, last_used_time)',
        'refresh tokens by family, prolonged and ended',
      ],
    },
    personal: {
      of: 'account',
      shownAs: 'applications',
      erase: { keep: 'ended; only ids, deleted after 7 days' },
    },
  },
  'auth.id_token_keys': {
    portal: { none: 'of the operator' },
    kept: { until: 'as auth.signing_keys', by: 'rotate-signing-keys' },
    limitedBy: { unlimited: 'only operators' },
    grants: {
      auth: ['delete insert select update(parked_reason, revoked_at, signs_from)', 'as auth.signing_keys'],
    },
  },
  'auth.onboarding_grants': {
    portal: 'portal_id',
    acrossPortals: 'as auth.access_tokens, and gone after minutes',
    kept: { until: 'it expires', days: 0, by: 'remove-expired-rows' },
    limitedBy: ['portals_made'],
    bytes: 'portals_made',
    grants: {
      api: ['insert', 'the first tokens of a new portal; a trigger refuses other portals'],
      auth: [
        'select update(answer_sealed, expires_at, used_at)',
        'the first tokens of a new portal, fetched once',
      ],
      worker: ['delete select(expires_at)', 'expired rows are removed unread'],
    },
    personal: { of: 'account', erase: { keep: 'hashes and ids, deleted after minutes' } },
  },
  'auth.refresh_tokens': {
    portal: 'portal_id',
    acrossPortals: 'as auth.access_tokens',
    kept: { days: 92, by: 'manage-auth-partitions' },
    limitedBy: { unlimited: 'as auth.access_tokens' },
    bytes: { ours: 'ids and hashes of a fixed size' },
    grants: {
      auth: [
        'insert select update(next_day, next_hash, repeated_at, used_at)',
        'issued, used once and followed by another one',
      ],
    },
    personal: { of: 'account', erase: { keep: 'hashes and ids, deleted after 92 days' } },
  },
  'auth.revocations': {
    portal: 'portal_id',
    acrossPortals: 'every process reads all of it',
    kept: { until: 'it expires', days: 0, by: 'remove-expired-auth-rows' },
    limitedBy: {
      unlimited:
        'at most one row for each token or change of a right; removed when its token or right has expired',
    },
    bytes: { ours: 'ids and hashes of a fixed size' },
    grants: {
      api: ['select', 'tokens are checked against revocations'],
      auth: ['insert select', 'single tokens and keys are revoked'],
    },
    personal: { of: 'account', erase: { keep: 'only ids, deleted when the last token has expired' } },
  },
  'auth.signing_keys': {
    portal: { none: 'of the operator' },
    kept: {
      until: 'all tokens that it signed have expired; 7 days if it was revoked',
      by: 'rotate-signing-keys',
    },
    limitedBy: { unlimited: 'only operators' },
    grants: {
      auth: ['delete insert select update(parked_reason, revoked_at, signs_from)', 'made, revoked, removed'],
    },
  },
  'auth.spent_assertions': {
    portal: { none: 'of a client, which works in many portals' },
    kept: { until: 'it expires', days: 0, by: 'remove-expired-auth-rows' },
    limitedBy: { unlimited: 'as auth.access_tokens; removed when the assertion has expired' },
    grants: { auth: ['insert', 'an assertion counts once'] },
  },
} as const satisfies Record<string, TableEntry>;
