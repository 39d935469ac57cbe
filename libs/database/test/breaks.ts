/**
 * The things that migrations since the last release take away from servers of the version before, or newly ask of them.
 * Each is as `expand-and-contract.spec.ts` prints it, with the reason why nobody misses it: the version before has
 * stopped using it. A release empties this list.
 */
export const BREAKS: Record<string, string> = {
  'table auth.address_changes demands CHECK ((COALESCE(pg_column_size(email), 0) <= 2048))':
    'old servers refuse less, field by field',
  'table auth.audit_log demands CHECK (((((((COALESCE(pg_column_size(event), 0) + COALESCE(pg_column_size(client_id), 0)) + COALESCE(pg_column_size(ip), 0)) + COALESCE(pg_column_size(user_agent), 0)) + COALESCE(pg_column_size(request_id), 0)) + COALESCE(pg_column_size(details), 0)) <= 65536))':
    'as the one above',
  'table auth.authorization_requests demands CHECK ((COALESCE(pg_column_size(request), 0) <= 262144))':
    'as the one above',
  'table auth.client_keys demands CHECK (((COALESCE(pg_column_size(kid), 0) + COALESCE(pg_column_size(jwk), 0)) <= 65536))':
    'as the one above',
  'table auth.codes demands CHECK (((((COALESCE(pg_column_size(redirect_uri), 0) + COALESCE(pg_column_size(code_challenge), 0)) + COALESCE(pg_column_size(nonce), 0)) + COALESCE(pg_column_size(amr), 0)) <= 65536))':
    'as the one above',
  'table auth.former_addresses demands CHECK (((COALESCE(pg_column_size(email), 0) + COALESCE(pg_column_size(email_key), 0)) <= 4096))':
    'as the one above',
  'table auth.sessions demands CHECK (((COALESCE(pg_column_size(ip), 0) + COALESCE(pg_column_size(user_agent), 0)) <= 4096))':
    'as the one above',
  'table identity.accounts demands CHECK ((((((((COALESCE(pg_column_size(first_name), 0) + COALESCE(pg_column_size(last_name), 0)) + COALESCE(pg_column_size(phone), 0)) + COALESCE(pg_column_size(profile_picture), 0)) + COALESCE(pg_column_size(locale), 0)) + COALESCE(pg_column_size(closed_email), 0)) + COALESCE(pg_column_size(custom_fields), 0)) <= 1048576))':
    'as the one above',
  'table identity.persons demands CHECK ((((((COALESCE(pg_column_size(email), 0) + COALESCE(pg_column_size(email_key), 0)) + COALESCE(pg_column_size(first_name), 0)) + COALESCE(pg_column_size(last_name), 0)) + COALESCE(pg_column_size(locale), 0)) <= 16384))':
    'as the one above',
  'table learning.enrollments demands CHECK (((COALESCE(pg_column_size(lo_title), 0) + COALESCE(pg_column_size(type), 0)) <= 8192))':
    'as the one above',
  'table learning.facet_values demands CHECK ((COALESCE(pg_column_size(key), 0) <= 4096))':
    'as the one above',
  'table learning.learning_objects demands CHECK ((((((((((((((((COALESCE(pg_column_size(external_id), 0) + COALESCE(pg_column_size(title), 0)) + COALESCE(pg_column_size(summary), 0)) + COALESCE(pg_column_size(description), 0)) + COALESCE(pg_column_size(image), 0)) + COALESCE(pg_column_size(language), 0)) + COALESCE(pg_column_size(mode), 0)) + COALESCE(pg_column_size(currency), 0)) + COALESCE(pg_column_size(tags), 0)) + COALESCE(pg_column_size(topics), 0)) + COALESCE(pg_column_size(authors), 0)) + COALESCE(pg_column_size(skills), 0)) + COALESCE(pg_column_size(url), 0)) + COALESCE(pg_column_size(attributes), 0)) + COALESCE(pg_column_size(content), 0)) <= 16777216))':
    'as the one above',
  'table learning.outbox demands CHECK (((((COALESCE(pg_column_size(type), 0) + COALESCE(pg_column_size(object_type), 0)) + COALESCE(pg_column_size(data), 0)) + COALESCE(pg_column_size(trace_context), 0)) <= 8388608))':
    'as the one above',
  'table learning.webhook_attempts demands CHECK ((((COALESCE(pg_column_size(error), 0) + COALESCE(pg_column_size(error_reason), 0)) + COALESCE(pg_column_size(response), 0)) <= 65536))':
    'as the one above',
  'table learning.webhooks demands CHECK (((((COALESCE(pg_column_size(url), 0) + COALESCE(pg_column_size(events), 0)) + COALESCE(pg_column_size(secret), 0)) + COALESCE(pg_column_size(previous_secret), 0)) <= 65536))':
    'as the one above',
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
