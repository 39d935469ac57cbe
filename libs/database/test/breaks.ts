/**
 * The things that migrations since the last release take away from servers of the version before, or newly ask of them,
 * as `expand-and-contract.spec.ts` prints it, each with the reason why nobody misses it: the version before has stopped
 * using it. A release empties this list.
 */
export const BREAKS: Record<string, string> = {
  'table auth.approvals demands CHECK ((octet_length(concat(scopes)) <= 8192))':
    'the version before stores far less: its fields have a largest length',
  'table auth.clients demands CHECK ((octet_length(concat(redirect_uri, grants, scopes, owner_client_id, post_logout_redirect_uris)) <= 131072))':
    'as the one above',
  'table auth.onboarding_grants demands CHECK ((octet_length(concat(client_id, answer_sealed)) <= 65536))':
    'as the one above',
  'table auth.one_time_tokens demands CHECK ((octet_length(concat(redirect_path)) <= 8192))':
    'as the one above',
  'table auth.portal_passwords demands CHECK ((octet_length(concat(hash)) <= 1024))': 'as the one above',
  'table identity.custom_fields demands CHECK ((octet_length(concat(name, options)) <= 1048576))':
    'as the one above',
  'table identity.customers demands CHECK ((octet_length(concat(creation_path, name, industry, country, billing_interval, referrer, client_id)) <= 16384))':
    'as the one above',
  'table identity.mails demands CHECK ((octet_length(concat(recipient, template, language, data)) <= 65536))':
    'as the one above',
  'table identity.portals demands CHECK ((octet_length(concat(name, title, features, plan)) <= 1048576))':
    'as the one above',
  'table learning.collections demands CHECK ((octet_length(concat(name, slug)) <= 8192))': 'as the one above',
  'table learning.content_groups demands CHECK ((octet_length(concat(name, slug)) <= 8192))':
    'as the one above',
  'table learning.providers demands CHECK ((octet_length(concat(name, slug, logo)) <= 16384))':
    'as the one above',
  'table learning.search_word demands CHECK ((octet_length(concat(surface, language, lexeme)) <= 8192))':
    'as the one above',
  'table learning.topics demands CHECK ((octet_length(concat(name)) <= 8192))': 'as the one above',
  'table learning.webhook_test_deliveries demands CHECK ((octet_length(concat(data)) <= 262144))':
    'as the one above',
  'table maintenance.idempotency_keys demands CHECK ((octet_length(concat(scope, key, request_hash, answer_sealed, scopes, roles)) <= 8388608))':
    'as the one above',
  'table learning.enrollments demands trigger enrollments_hours_insert':
    'it refuses nothing: it counts, by rights that the migration gives to all who write',
  'table learning.enrollments demands trigger enrollments_hours_update': 'as the one above',
};
