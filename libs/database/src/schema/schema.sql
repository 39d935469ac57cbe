-- Written from the catalogs of a database in which all migrations have run:
-- UPDATE_SCHEMA=1 npm run jest -- schema.spec

create schema auth;
grant usage on schema auth to lp_api;
grant usage on schema auth to lp_auth;
grant usage on schema auth to lp_worker;

create schema console;
grant usage on schema console to lp_console;

create extension btree_gin;

create extension intarray;

create extension pg_trgm;

create extension unaccent;

create schema identity;
grant usage on schema identity to lp_api;
grant usage on schema identity to lp_auth;
grant usage on schema identity to lp_worker;

create schema learning;
grant usage on schema learning to lp_api;
grant usage on schema learning to lp_auth;
grant usage on schema learning to lp_worker;

create schema maintenance;
grant usage on schema maintenance to lp_api;
grant usage on schema maintenance to lp_auth;
grant usage on schema maintenance to lp_worker;

create text search dictionary learning.stem_ar (template = snowball, language = 'arabic');

create text search dictionary learning.stem_ca (template = snowball, language = 'catalan');

create text search dictionary learning.stem_da (template = snowball, language = 'danish');

create text search dictionary learning.stem_de (template = snowball, language = 'german');

create text search dictionary learning.stem_el (template = snowball, language = 'greek');

create text search dictionary learning.stem_en (template = snowball, language = 'english');

create text search dictionary learning.stem_es (template = snowball, language = 'spanish');

create text search dictionary learning.stem_eu (template = snowball, language = 'basque');

create text search dictionary learning.stem_fi (template = snowball, language = 'finnish');

create text search dictionary learning.stem_fr (template = snowball, language = 'french');

create text search dictionary learning.stem_ga (template = snowball, language = 'irish');

create text search dictionary learning.stem_hi (template = snowball, language = 'hindi');

create text search dictionary learning.stem_hu (template = snowball, language = 'hungarian');

create text search dictionary learning.stem_hy (template = snowball, language = 'armenian');

create text search dictionary learning.stem_id (template = snowball, language = 'indonesian');

create text search dictionary learning.stem_it (template = snowball, language = 'italian');

create text search dictionary learning.stem_lt (template = snowball, language = 'lithuanian');

create text search dictionary learning.stem_nb (template = snowball, language = 'norwegian');

create text search dictionary learning.stem_ne (template = snowball, language = 'nepali');

create text search dictionary learning.stem_nl (template = snowball, language = 'dutch');

create text search dictionary learning.stem_no (template = snowball, language = 'norwegian');

create text search dictionary learning.stem_pt (template = snowball, language = 'portuguese');

create text search dictionary learning.stem_ro (template = snowball, language = 'romanian');

create text search dictionary learning.stem_ru (template = snowball, language = 'russian');

create text search dictionary learning.stem_sr (template = snowball, language = 'serbian');

create text search dictionary learning.stem_sv (template = snowball, language = 'swedish');

create text search dictionary learning.stem_ta (template = snowball, language = 'tamil');

create text search dictionary learning.stem_tr (template = snowball, language = 'turkish');

create text search dictionary learning.stem_yi (template = snowball, language = 'yiddish');

create sequence auth.audit_log_id as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;
grant usage on sequence auth.audit_log_id to lp_api;
grant usage on sequence auth.audit_log_id to lp_auth;

create sequence auth.token_seq as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;
grant usage on sequence auth.token_seq to lp_auth;

create sequence learning.audience_id as integer start 1 increment 1 minvalue 1 maxvalue 2147483647 cache 1;
grant usage on sequence learning.audience_id to lp_api;

create sequence learning.facet_number as integer start 1 increment 1 minvalue 1 maxvalue 2147483647 cache 1;
grant usage on sequence learning.facet_number to lp_api;
grant usage on sequence learning.facet_number to lp_worker;

create sequence learning.outbox_id as bigint start 1 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;
grant usage on sequence learning.outbox_id to lp_api;
grant usage on sequence learning.outbox_id to lp_auth;
grant usage on sequence learning.outbox_id to lp_worker;

create sequence learning.webhook_test_delivery_id as bigint start 9000000000000 increment 1 minvalue 1 maxvalue 9223372036854775807 cache 1;
grant usage on sequence learning.webhook_test_delivery_id to lp_api;

create table auth.access_tokens (
  day date not null,
  jti text not null,
  sid text not null,
  client_id text not null,
  account_id integer,
  portal_id integer,
  seq bigint not null,
  expires_at timestamp with time zone not null,
  constraint access_tokens_pkey PRIMARY KEY (day, jti)
) partition by RANGE (day);
grant insert, select on auth.access_tokens to lp_auth;

create table auth.access_tokens_default partition of auth.access_tokens DEFAULT;

create table auth.address_changes (
  person_id bigint not null,
  email text not null,
  requested_time timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  hash bytea,
  link_expires_at timestamp with time zone,
  constraint address_changes_row_bytes CHECK ((COALESCE(pg_column_size(email), 0) <= 2048)) NOT VALID,
  constraint address_changes_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint address_changes_pkey PRIMARY KEY (person_id),
  constraint address_changes_hash_key UNIQUE (hash)
);
CREATE INDEX address_changes_expiry ON auth.address_changes USING btree (expires_at);
grant delete, select on auth.address_changes to lp_auth;

create table auth.approvals (
  portal_id integer not null,
  client_id text not null,
  scopes text[] not null,
  acts_for_people boolean not null,
  for_administrators boolean not null default false,
  makes_portals boolean not null default false,
  came_by text not null,
  approved_by integer,
  approved_time timestamp with time zone not null,
  last_used_time timestamp with time zone,
  constraint approvals_came_by_check CHECK ((came_by = ANY (ARRAY['administrator'::text, 'onboarding'::text, 'operator'::text]))),
  constraint approvals_row_bytes CHECK ((octet_length(concat(scopes)) <= 8192)) NOT VALID,
  constraint approvals_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.clients(client_id) ON DELETE CASCADE,
  constraint approvals_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint approvals_pkey PRIMARY KEY (portal_id, client_id)
);
CREATE INDEX approvals_client ON auth.approvals USING btree (client_id);
CREATE TRIGGER made_now BEFORE INSERT ON auth.approvals FOR EACH ROW EXECUTE FUNCTION auth.check_created_now();
grant delete, insert, select, update on auth.approvals to lp_auth;

create table auth.assertion_families (
  portal_id integer not null,
  account_id integer not null,
  client_id text not null,
  sid text not null,
  expires_at timestamp with time zone not null,
  constraint assertion_families_pkey PRIMARY KEY (portal_id, account_id, client_id)
);
CREATE INDEX assertion_families_expiry ON auth.assertion_families USING btree (expires_at);
grant delete, insert, select, update (expires_at) on auth.assertion_families to lp_auth;

create table auth.audit_log (
  day date not null,
  id bigint not null default nextval('auth.audit_log_id'::regclass),
  time timestamp with time zone not null,
  event text not null,
  portal_id integer,
  person_id bigint,
  account_id integer,
  client_id text,
  ip text,
  user_agent text,
  request_id text,
  details jsonb not null default '{}'::jsonb,
  constraint audit_log_row_bytes CHECK (((((((COALESCE(pg_column_size(event), 0) + COALESCE(pg_column_size(client_id), 0)) + COALESCE(pg_column_size(ip), 0)) + COALESCE(pg_column_size(user_agent), 0)) + COALESCE(pg_column_size(request_id), 0)) + COALESCE(pg_column_size(details), 0)) <= 65536)) NOT VALID,
  constraint audit_log_pkey PRIMARY KEY (day, id)
) partition by RANGE (day);
CREATE INDEX audit_log_about ON ONLY auth.audit_log USING btree (portal_id, ((details ->> 'user_id'::text)), "time", id) WHERE ((portal_id IS NOT NULL) AND (details ? 'user_id'::text));
CREATE INDEX audit_log_account ON ONLY auth.audit_log USING btree (account_id, "time") WHERE (account_id IS NOT NULL);
CREATE INDEX audit_log_client ON ONLY auth.audit_log USING btree (client_id, "time") WHERE (client_id IS NOT NULL);
CREATE INDEX audit_log_event ON ONLY auth.audit_log USING btree (portal_id, event, "time", id) WHERE (portal_id IS NOT NULL);
CREATE INDEX audit_log_portal ON ONLY auth.audit_log USING btree (portal_id, "time", id) WHERE (portal_id IS NOT NULL);
grant insert on auth.audit_log to lp_api;
grant insert on auth.audit_log to lp_auth;

create table auth.audit_log_default partition of auth.audit_log DEFAULT;

create table auth.authorization_requests (
  day date not null,
  hash bytea not null,
  browser_hash bytea not null,
  request jsonb not null,
  account_id integer,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  constraint authorization_requests_row_bytes CHECK ((COALESCE(pg_column_size(request), 0) <= 262144)) NOT VALID,
  constraint authorization_requests_pkey PRIMARY KEY (day, hash)
) partition by RANGE (day);
grant insert, select, update (account_id, answered_at, request) on auth.authorization_requests to lp_auth;

create table auth.authorization_requests_default partition of auth.authorization_requests DEFAULT;

create table auth.client_blocks (
  portal_id integer not null,
  client_id text not null,
  blocked_by integer,
  blocked_time timestamp with time zone not null,
  constraint client_blocks_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.clients(client_id) ON DELETE CASCADE,
  constraint client_blocks_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint client_blocks_pkey PRIMARY KEY (portal_id, client_id)
);
CREATE INDEX client_blocks_client ON auth.client_blocks USING btree (client_id);
grant delete, insert, select, update on auth.client_blocks to lp_auth;

create table auth.client_keys (
  client_id text not null,
  kid text not null,
  alg text not null,
  jwk jsonb not null,
  created_time timestamp with time zone not null,
  constraint client_keys_alg_check CHECK ((alg = ANY (ARRAY['ES256'::text, 'RS256'::text, 'EdDSA'::text]))),
  constraint client_keys_row_bytes CHECK (((COALESCE(pg_column_size(kid), 0) + COALESCE(pg_column_size(jwk), 0)) <= 65536)) NOT VALID,
  constraint client_keys_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.clients(client_id) ON DELETE CASCADE,
  constraint client_keys_pkey PRIMARY KEY (client_id, kid)
);
grant delete, insert, select on auth.client_keys to lp_auth;

create table auth.client_redirect_uris (
  client_id text not null,
  redirect_uri text not null,
  constraint client_redirect_uris_row_bytes CHECK ((COALESCE(pg_column_size(redirect_uri), 0) <= 8192)) NOT VALID,
  constraint client_redirect_uris_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.clients(client_id) ON DELETE CASCADE,
  constraint client_redirect_uris_pkey PRIMARY KEY (client_id, redirect_uri)
);
grant delete, insert, select on auth.client_redirect_uris to lp_auth;

create table auth.clients (
  client_id text not null,
  name text not null,
  secret_hash bytea,
  previous_secret_hash bytea,
  previous_secret_until timestamp with time zone,
  redirect_uri text,
  status smallint not null default 1,
  portal_id integer,
  service_account_id integer,
  grants text[] not null,
  scopes text[] not null,
  is_special boolean not null default false,
  introspects_all boolean not null default false,
  sends_iss boolean not null default true,
  owner_account_id integer,
  owner_client_id text,
  created_time timestamp with time zone not null,
  updated_time timestamp with time zone not null,
  last_used_time timestamp with time zone,
  post_logout_redirect_uris text[] not null default '{}'::text[],
  id_token_alg text not null default 'RS256'::text,
  is_first_party boolean not null default false,
  token_requests_per_minute integer,
  constraint clients_client_id_check CHECK ((client_id ~ '^[A-Za-z0-9._~-]{1,100}$'::text)),
  constraint clients_credentials_need_account CHECK (((portal_id IS NULL) OR (NOT ('client_credentials'::text = ANY (grants))) OR (service_account_id IS NOT NULL))),
  constraint clients_credentials_need_secret CHECK ((NOT (('client_credentials'::text = ANY (grants)) AND (secret_hash IS NULL)))),
  constraint clients_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint clients_row_bytes CHECK ((octet_length(concat(redirect_uri, grants, scopes, owner_client_id, post_logout_redirect_uris)) <= 131072)) NOT VALID,
  constraint clients_special CHECK ((((NOT is_special) OR ((secret_hash IS NOT NULL) AND (NOT ('implicit'::text = ANY (grants))))) AND ((NOT introspects_all) OR (secret_hash IS NOT NULL)))),
  constraint clients_status_check CHECK ((status = ANY (ARRAY[0, 1]))),
  constraint clients_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint clients_service_account_id_fkey FOREIGN KEY (service_account_id) REFERENCES identity.accounts(id),
  constraint clients_pkey PRIMARY KEY (client_id)
);
CREATE INDEX clients_owner_account ON auth.clients USING btree (owner_account_id) WHERE (owner_account_id IS NOT NULL);
CREATE INDEX clients_owner_client ON auth.clients USING btree (owner_client_id) WHERE (owner_client_id IS NOT NULL);
CREATE INDEX clients_portal ON auth.clients USING btree (portal_id, created_time, client_id);
grant delete, insert, select, update (id_token_alg, last_used_time, name, post_logout_redirect_uris, previous_secret_hash, previous_secret_until, redirect_uri, secret_hash, status, updated_time) on auth.clients to lp_auth;
grant select (client_id, name) on auth.clients to lp_api;

create table auth.codes (
  day date not null,
  hash bytea not null,
  family_id text not null,
  client_id text not null,
  account_id integer not null,
  portal_id integer not null,
  redirect_uri text not null,
  scopes text[] not null,
  code_challenge text,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  by_own_login boolean not null default false,
  factor_time timestamp with time zone,
  openid_scopes text[] not null default '{}'::text[],
  openid_sid text,
  auth_time timestamp with time zone,
  amr text[],
  nonce text,
  constraint codes_row_bytes CHECK (((((COALESCE(pg_column_size(redirect_uri), 0) + COALESCE(pg_column_size(code_challenge), 0)) + COALESCE(pg_column_size(nonce), 0)) + COALESCE(pg_column_size(amr), 0)) <= 65536)) NOT VALID,
  constraint codes_pkey PRIMARY KEY (day, hash)
) partition by RANGE (day);
CREATE INDEX codes_account ON ONLY auth.codes USING btree (account_id) WHERE (used_at IS NULL);
grant insert, select, update (amr, auth_time, nonce, openid_scopes, openid_sid, used_at) on auth.codes to lp_auth;

create table auth.codes_default partition of auth.codes DEFAULT;

create table auth.consents (
  portal_id integer not null,
  account_id integer not null,
  client_id text not null,
  scopes text[] not null,
  granted_time timestamp with time zone not null,
  openid_scopes text[] not null default '{}'::text[],
  constraint consents_pkey PRIMARY KEY (portal_id, account_id, client_id)
);
CREATE INDEX consents_client ON auth.consents USING btree (client_id);
CREATE INDEX consents_portal_client ON auth.consents USING btree (portal_id, client_id);
grant delete, insert, select, update (granted_time, openid_scopes, scopes) on auth.consents to lp_auth;

create table auth.family_logins (
  family_id text not null,
  authenticated_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint family_logins_pkey PRIMARY KEY (family_id)
);
CREATE INDEX family_logins_expiry ON auth.family_logins USING btree (expires_at);
grant delete, insert, select, update on auth.family_logins to lp_auth;

create table auth.former_addresses (
  email_key text not null,
  person_id bigint not null,
  email text not null,
  left_time timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  hash bytea,
  constraint former_addresses_row_bytes CHECK (((COALESCE(pg_column_size(email), 0) + COALESCE(pg_column_size(email_key), 0)) <= 4096)) NOT VALID,
  constraint former_addresses_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint former_addresses_pkey PRIMARY KEY (email_key),
  constraint former_addresses_hash_key UNIQUE (hash)
);
CREATE INDEX former_addresses_expiry ON auth.former_addresses USING btree (expires_at);
CREATE INDEX former_addresses_person ON auth.former_addresses USING btree (person_id, left_time);
grant delete, select on auth.former_addresses to lp_auth;

create table auth.grant_families (
  id text not null,
  portal_id integer not null,
  account_id integer not null,
  client_id text not null,
  scopes text[] not null,
  created_time timestamp with time zone not null,
  last_used_time timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_because text,
  by_own_login boolean not null default false,
  factor_time timestamp with time zone,
  for_application boolean not null default false,
  openid_scopes text[] not null default '{}'::text[],
  openid_sid text,
  auth_time timestamp with time zone,
  amr text[],
  constraint grant_families_pkey PRIMARY KEY (id)
);
CREATE INDEX grant_families_account ON auth.grant_families USING btree (portal_id, account_id) WHERE (ended_at IS NULL);
CREATE INDEX grant_families_client ON auth.grant_families USING btree (client_id) WHERE (ended_at IS NULL);
CREATE INDEX grant_families_expiry ON auth.grant_families USING btree (expires_at);
CREATE INDEX grant_families_portal_client ON auth.grant_families USING btree (portal_id, client_id) WHERE (ended_at IS NULL);
grant insert, select, update (ended_at, ended_because, expires_at, last_used_time) on auth.grant_families to lp_auth;

create table auth.id_token_keys (
  kid text not null,
  alg text not null,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_time timestamp with time zone not null,
  signs_from timestamp with time zone not null,
  revoked_at timestamp with time zone,
  parked_reason text,
  constraint id_token_keys_alg_check CHECK ((alg = ANY (ARRAY['ES256'::text, 'RS256'::text]))),
  constraint id_token_keys_pkey PRIMARY KEY (kid)
);
CREATE INDEX id_token_keys_signs_from ON auth.id_token_keys USING btree (signs_from);
grant delete, insert, select, update (parked_reason, revoked_at, signs_from) on auth.id_token_keys to lp_auth;

create table auth.merge_logins (
  session_id text not null,
  person_id bigint not null,
  password_mark text not null,
  by_factor boolean not null,
  signed_in_at timestamp with time zone not null,
  constraint merge_logins_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id) ON DELETE CASCADE,
  constraint merge_logins_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint merge_logins_pkey PRIMARY KEY (session_id)
);
CREATE INDEX merge_logins_person ON auth.merge_logins USING btree (person_id);
grant delete, insert, select, update on auth.merge_logins to lp_auth;

create table auth.merge_requests (
  person_id bigint not null,
  session_id text not null,
  password_mark text not null,
  by_factor boolean not null,
  expires_at timestamp with time zone not null,
  hash bytea,
  constraint merge_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id) ON DELETE CASCADE,
  constraint merge_requests_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint merge_requests_pkey PRIMARY KEY (person_id),
  constraint merge_requests_hash_key UNIQUE (hash),
  constraint merge_requests_session_id_key UNIQUE (session_id)
);
CREATE INDEX merge_requests_expiry ON auth.merge_requests USING btree (expires_at);
grant delete, select on auth.merge_requests to lp_auth;

create table auth.onboarding_grants (
  hash bytea not null,
  portal_id integer not null,
  account_id integer not null,
  client_id text not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  answer_sealed bytea,
  constraint onboarding_grants_row_bytes CHECK ((octet_length(concat(client_id, answer_sealed)) <= 65536)) NOT VALID,
  constraint onboarding_grants_pkey PRIMARY KEY (hash)
);
CREATE INDEX onboarding_grants_expiry ON auth.onboarding_grants USING btree (expires_at);
CREATE TRIGGER made_now BEFORE INSERT ON auth.onboarding_grants FOR EACH ROW EXECUTE FUNCTION auth.check_created_now();
grant delete, select (expires_at) on auth.onboarding_grants to lp_worker;
grant insert on auth.onboarding_grants to lp_api;
grant select, update (answer_sealed, expires_at, used_at) on auth.onboarding_grants to lp_auth;

create table auth.one_time_tokens (
  day date not null,
  hash bytea not null,
  portal_id integer not null,
  account_id integer not null,
  redirect_path text,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  created_time timestamp with time zone default now(),
  constraint one_time_tokens_row_bytes CHECK ((octet_length(concat(redirect_path)) <= 8192)) NOT VALID,
  constraint one_time_tokens_pkey PRIMARY KEY (day, hash)
) partition by RANGE (day);
grant select, update (used_at) on auth.one_time_tokens to lp_auth;

create table auth.one_time_tokens_default partition of auth.one_time_tokens DEFAULT;

create table auth.password_links (
  person_id bigint not null,
  hash bytea not null,
  portal_id integer,
  owner_key integer not null generated always as (COALESCE(portal_id, 0)) stored,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_links_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint password_links_pkey PRIMARY KEY (person_id, owner_key),
  constraint password_links_hash_key UNIQUE (hash)
);
grant select, update (used_at) on auth.password_links to lp_auth;

create table auth.passwords (
  person_id bigint not null,
  hash text not null,
  changed_at timestamp with time zone not null default now(),
  constraint passwords_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint passwords_pkey PRIMARY KEY (person_id)
);
CREATE TRIGGER made_now BEFORE INSERT ON auth.passwords FOR EACH ROW EXECUTE FUNCTION auth.check_created_now();
grant insert, select, update (changed_at, hash) on auth.passwords to lp_auth;

create table auth.portal_passwords (
  portal_id integer not null,
  account_id integer not null,
  hash text not null,
  changed_at timestamp with time zone not null default now(),
  constraint portal_passwords_row_bytes CHECK ((octet_length(concat(hash)) <= 1024)) NOT VALID,
  constraint portal_passwords_portal_id_account_id_fkey FOREIGN KEY (portal_id, account_id) REFERENCES identity.accounts(portal_id, id),
  constraint portal_passwords_pkey PRIMARY KEY (portal_id, account_id)
);
grant select, update (changed_at) on auth.portal_passwords to lp_auth;

create table auth.recovery_codes (
  person_id bigint not null,
  hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint recovery_codes_pkey PRIMARY KEY (person_id, hash)
);
grant delete, insert, select, update (used_at) on auth.recovery_codes to lp_auth;

create table auth.refresh_tokens (
  day date not null,
  hash bytea not null,
  family_id text not null,
  client_id text not null,
  account_id integer not null,
  portal_id integer not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  next_day date,
  next_hash bytea,
  repeated_at timestamp with time zone,
  constraint refresh_tokens_pkey PRIMARY KEY (day, hash)
) partition by RANGE (day);
grant insert, select, update (next_day, next_hash, repeated_at, used_at) on auth.refresh_tokens to lp_auth;

create table auth.refresh_tokens_default partition of auth.refresh_tokens DEFAULT;

create table auth.revocations (
  id bigint not null generated always as identity,
  jti text,
  sid text,
  kid text,
  account_id integer,
  client_id text,
  portal_id integer,
  seq bigint,
  expires_at timestamp with time zone not null,
  xid xid8 not null default pg_current_xact_id(),
  created_time timestamp with time zone not null default clock_timestamp(),
  constraint revocations_names CHECK (((num_nonnulls(jti, sid, kid, account_id, client_id, portal_id) = 1) OR ((num_nonnulls(client_id, portal_id) = 2) AND (num_nonnulls(jti, sid, kid, account_id) = 0)))),
  constraint revocations_seq CHECK (((seq IS NULL) = (COALESCE(jti, sid, kid) IS NOT NULL))),
  constraint revocations_pkey PRIMARY KEY (id)
);
CREATE INDEX revocations_expiry ON auth.revocations USING btree (expires_at);
CREATE INDEX revocations_pages ON auth.revocations USING btree (xid, id);
grant insert, select on auth.revocations to lp_auth;
grant select on auth.revocations to lp_api;

create table auth.second_factors (
  person_id bigint not null,
  secret_sealed bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  proposed_to text,
  constraint second_factors_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint second_factors_pkey PRIMARY KEY (person_id)
);
grant delete, insert, select, update (confirmed_at, last_step, proposed_to, secret_sealed) on auth.second_factors to lp_auth;

create table auth.sessions (
  hash bytea not null,
  id text not null,
  person_id bigint not null,
  only_account_id integer,
  only_portal_id integer,
  authenticated_at timestamp with time zone not null,
  factor_time timestamp with time zone,
  by_password boolean not null,
  created_time timestamp with time zone not null,
  last_seen_time timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ip text,
  user_agent text,
  constraint sessions_row_bytes CHECK (((COALESCE(pg_column_size(ip), 0) + COALESCE(pg_column_size(user_agent), 0)) <= 4096)) NOT VALID,
  constraint sessions_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint sessions_pkey PRIMARY KEY (hash),
  constraint sessions_id_key UNIQUE (id)
);
CREATE INDEX sessions_account ON auth.sessions USING btree (only_account_id) WHERE (only_account_id IS NOT NULL);
CREATE INDEX sessions_expiry ON auth.sessions USING btree (expires_at);
CREATE INDEX sessions_person ON auth.sessions USING btree (person_id);
grant delete, insert, select, update (factor_time, last_seen_time) on auth.sessions to lp_auth;

create table auth.signing_keys (
  kid text not null,
  alg text not null,
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_time timestamp with time zone not null,
  signs_from timestamp with time zone not null,
  revoked_at timestamp with time zone,
  parked_reason text,
  constraint signing_keys_alg_check CHECK ((alg = ANY (ARRAY['ES256'::text, 'RS256'::text]))),
  constraint signing_keys_pkey PRIMARY KEY (kid)
);
CREATE INDEX signing_keys_signs_from ON auth.signing_keys USING btree (signs_from);
grant delete, insert, select, update (parked_reason, revoked_at, signs_from) on auth.signing_keys to lp_auth;

create table auth.spent_assertions (
  client_id text not null,
  jti_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint spent_assertions_pkey PRIMARY KEY (client_id, jti_hash)
);
CREATE INDEX spent_assertions_expiry ON auth.spent_assertions USING btree (expires_at);
grant insert on auth.spent_assertions to lp_auth;

create table console.sessions (
  hash bytea not null,
  id uuid not null,
  account_id integer not null,
  portal_id integer not null,
  portal_name text not null,
  name text not null,
  scopes text[] not null,
  tokens_sealed bytea not null,
  access_until timestamp with time zone not null,
  fresh_until timestamp with time zone not null,
  created_time timestamp with time zone not null,
  last_seen_time timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ip inet not null,
  user_agent text not null,
  constraint sessions_row_bytes CHECK ((((((COALESCE(pg_column_size(name), 0) + COALESCE(pg_column_size(portal_name), 0)) + COALESCE(pg_column_size(scopes), 0)) + COALESCE(pg_column_size(tokens_sealed), 0)) + COALESCE(pg_column_size(user_agent), 0)) <= 131072)) NOT VALID,
  constraint sessions_pkey PRIMARY KEY (hash),
  constraint sessions_id_key UNIQUE (id)
);
CREATE INDEX sessions_account ON console.sessions USING btree (account_id);
CREATE INDEX sessions_expires ON console.sessions USING btree (expires_at);
grant delete, insert, select, update on console.sessions to lp_console;

create table identity.account_count_changes (
  portal_id integer not null,
  roles text[] not null,
  status boolean not null,
  change bigint not null
);
CREATE INDEX account_count_changes_portal ON identity.account_count_changes USING btree (portal_id);
grant delete, select on identity.account_count_changes to lp_worker;
grant insert on identity.account_count_changes to lp_auth;
grant insert, select on identity.account_count_changes to lp_api;

create table identity.account_counts (
  portal_id integer not null,
  roles text[] not null,
  status boolean not null,
  count bigint not null,
  constraint account_counts_pkey PRIMARY KEY (portal_id, roles, status)
);
grant insert, select, update on identity.account_counts to lp_worker;
grant select on identity.account_counts to lp_api;

create table identity.account_managers (
  portal_id integer not null,
  account_id integer not null,
  manager_id integer not null,
  constraint account_managers_of_others CHECK ((account_id <> manager_id)),
  constraint account_managers_portal_id_account_id_fkey FOREIGN KEY (portal_id, account_id) REFERENCES identity.accounts(portal_id, id) ON DELETE CASCADE,
  constraint account_managers_portal_id_manager_id_fkey FOREIGN KEY (portal_id, manager_id) REFERENCES identity.accounts(portal_id, id) ON DELETE CASCADE,
  constraint account_managers_pkey PRIMARY KEY (portal_id, account_id, manager_id)
);
CREATE INDEX account_managers_manager ON identity.account_managers USING btree (portal_id, manager_id);
grant delete, insert, select on identity.account_managers to lp_api;
grant delete, select on identity.account_managers to lp_auth;

create table identity.accounts (
  portal_id integer not null,
  id integer not null generated by default as identity,
  person_id bigint,
  client_id text,
  first_name text not null,
  last_name text not null,
  roles text[] not null default '{Learner}'::text[],
  status boolean not null default true,
  locale text not null default 'en'::text,
  profile_picture text,
  phone text,
  custom_fields jsonb not null default '{}'::jsonb,
  created_time timestamp with time zone not null default now(),
  updated_time timestamp(3) with time zone not null default clock_timestamp(),
  updated_xid xid8 not null default pg_current_xact_id(),
  last_login_time timestamp with time zone,
  closed_time timestamp with time zone,
  accepted_at timestamp with time zone,
  invitation_expires_at timestamp with time zone,
  declined_at timestamp with time zone,
  is_first_administrator boolean not null default false,
  offered_by integer,
  offered_through text,
  left_by bigint,
  closed_email text,
  made_xid xid8 not null default pg_current_xact_id(),
  constraint accounts_accepted_by_people CHECK (((accepted_at IS NULL) OR ((person_id IS NOT NULL) AND (invitation_expires_at IS NULL)))),
  constraint accounts_declined_are_closed CHECK (((declined_at IS NULL) OR (closed_time IS NOT NULL))),
  constraint accounts_of_one_kind CHECK (((person_id IS NULL) <> (client_id IS NULL))),
  constraint accounts_row_bytes CHECK ((((((((COALESCE(pg_column_size(first_name), 0) + COALESCE(pg_column_size(last_name), 0)) + COALESCE(pg_column_size(phone), 0)) + COALESCE(pg_column_size(profile_picture), 0)) + COALESCE(pg_column_size(locale), 0)) + COALESCE(pg_column_size(closed_email), 0)) + COALESCE(pg_column_size(custom_fields), 0)) <= 1048576)) NOT VALID,
  constraint accounts_left_by_fkey FOREIGN KEY (left_by) REFERENCES identity.persons(id) ON DELETE SET NULL,
  constraint accounts_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint accounts_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint accounts_pkey PRIMARY KEY (portal_id, id),
  constraint accounts_id_key UNIQUE (id)
);
CREATE INDEX accounts_blocked ON identity.accounts USING btree (portal_id, created_time DESC, id DESC) WHERE ((NOT status) AND (closed_time IS NULL) AND (person_id IS NOT NULL));
CREATE INDEX accounts_by_first_name ON identity.accounts USING btree (portal_id, learning.plain(upper((first_name COLLATE pg_c_utf8))), "left"(learning.plain(upper((last_name COLLATE pg_c_utf8))), 40), id) WHERE (closed_time IS NULL);
CREATE INDEX accounts_by_last_login ON identity.accounts USING btree (portal_id, COALESCE(last_login_time, '-infinity'::timestamp with time zone), id) WHERE ((closed_time IS NULL) AND (person_id IS NOT NULL));
CREATE INDEX accounts_by_last_name ON identity.accounts USING btree (portal_id, learning.plain(upper((last_name COLLATE pg_c_utf8))), "left"(learning.plain(upper((first_name COLLATE pg_c_utf8))), 40), id) WHERE (closed_time IS NULL);
CREATE INDEX accounts_changes ON identity.accounts USING btree (portal_id, updated_time, id) WHERE (person_id IS NOT NULL);
CREATE INDEX accounts_closed ON identity.accounts USING btree (portal_id, created_time DESC, id DESC) WHERE ((closed_time IS NOT NULL) AND (person_id IS NOT NULL));
CREATE INDEX accounts_closed_email ON identity.accounts USING btree (portal_id, lower(closed_email) text_pattern_ops) WHERE (closed_email IS NOT NULL);
CREATE INDEX accounts_custom_fields ON identity.accounts USING gin (custom_fields jsonb_path_ops) WHERE (custom_fields <> '{}'::jsonb);
CREATE INDEX accounts_declined ON identity.accounts USING btree (person_id, portal_id) WHERE (declined_at IS NOT NULL);
CREATE INDEX accounts_expiring_invitations ON identity.accounts USING btree (invitation_expires_at) WHERE ((invitation_expires_at IS NOT NULL) AND (closed_time IS NULL));
CREATE INDEX accounts_first_name ON identity.accounts USING btree (portal_id, lower(first_name) text_pattern_ops) WHERE (closed_time IS NULL);
CREATE INDEX accounts_invited ON identity.accounts USING btree (portal_id, created_time, id) WHERE (status AND (accepted_at IS NULL) AND (closed_time IS NULL) AND (person_id IS NOT NULL));
CREATE INDEX accounts_last_name ON identity.accounts USING btree (portal_id, lower(last_name) text_pattern_ops) WHERE (closed_time IS NULL);
CREATE INDEX accounts_left_by ON identity.accounts USING btree (left_by) WHERE (left_by IS NOT NULL);
CREATE INDEX accounts_newest ON identity.accounts USING btree (portal_id, created_time DESC, id DESC) WHERE ((closed_time IS NULL) AND (person_id IS NOT NULL));
CREATE INDEX accounts_person ON identity.accounts USING btree (person_id);
CREATE INDEX accounts_staff ON identity.accounts USING btree (portal_id, created_time DESC, id DESC) WHERE ((closed_time IS NULL) AND (person_id IS NOT NULL) AND (roles <> '{Learner}'::text[]));
CREATE TRIGGER accounts_counted_delete AFTER DELETE ON identity.accounts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION identity.count_accounts();
CREATE TRIGGER accounts_counted_insert AFTER INSERT ON identity.accounts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION identity.count_accounts();
CREATE TRIGGER accounts_counted_update AFTER UPDATE ON identity.accounts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION identity.count_accounts();
CREATE TRIGGER accounts_writer BEFORE INSERT OR UPDATE OF updated_time ON identity.accounts FOR EACH STATEMENT EXECUTE FUNCTION maintenance.record_writer();
CREATE TRIGGER closed_address BEFORE UPDATE OF closed_time ON identity.accounts FOR EACH ROW WHEN ((old.closed_time IS DISTINCT FROM new.closed_time)) EXECUTE FUNCTION identity.copy_closed_address();
CREATE UNIQUE INDEX accounts_client_key ON identity.accounts USING btree (portal_id, client_id) WHERE (client_id IS NOT NULL);
CREATE UNIQUE INDEX accounts_person_key ON identity.accounts USING btree (portal_id, person_id) WHERE (closed_time IS NULL);
grant insert (client_id, custom_fields, first_name, invitation_expires_at, is_first_administrator, last_name, locale, offered_by, offered_through, person_id, portal_id, roles), select, update (accepted_at, closed_time, declined_at, first_name, invitation_expires_at, last_login_time, last_name, status, updated_time, updated_xid) on identity.accounts to lp_auth;
grant insert (custom_fields, first_name, invitation_expires_at, is_first_administrator, last_name, locale, offered_by, offered_through, person_id, portal_id, roles), select, update (closed_time, custom_fields, first_name, last_name, locale, phone, roles, status, updated_time, updated_xid) on identity.accounts to lp_api;
grant select on identity.accounts to lp_worker;

create table identity.custom_fields (
  portal_id integer not null,
  name text not null,
  type text not null,
  options text[],
  constraint custom_fields_row_bytes CHECK ((octet_length(concat(name, options)) <= 1048576)) NOT VALID,
  constraint custom_fields_type_check CHECK ((type = ANY (ARRAY['text'::text, 'integer'::text, 'number'::text, 'boolean'::text, 'date'::text, 'choice'::text]))),
  constraint custom_fields_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint custom_fields_pkey PRIMARY KEY (portal_id, name)
);
grant select on identity.custom_fields to lp_api;

create table identity.customers (
  portal_id integer not null,
  creation_path text not null,
  name text not null,
  industry text,
  country text,
  billing_interval text not null,
  referrer text,
  client_id text,
  created_time timestamp with time zone not null,
  constraint customers_row_bytes CHECK ((octet_length(concat(creation_path, name, industry, country, billing_interval, referrer, client_id)) <= 16384)) NOT VALID,
  constraint customers_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint customers_pkey PRIMARY KEY (portal_id)
);
grant insert on identity.customers to lp_api;
grant insert on identity.customers to lp_auth;

create table identity.mails (
  id bigint not null generated always as identity,
  portal_id integer,
  person_id bigint,
  recipient text not null,
  template text not null,
  language text not null default 'en'::text,
  data jsonb not null default '{}'::jsonb,
  created_time timestamp with time zone not null default now(),
  next_try_time timestamp with time zone default now(),
  tries integer not null default 0,
  sent_time timestamp with time zone,
  last_error text,
  constraint mails_row_bytes CHECK ((octet_length(concat(recipient, template, language, data)) <= 65536)) NOT VALID,
  constraint mails_person_id_fkey FOREIGN KEY (person_id) REFERENCES identity.persons(id),
  constraint mails_pkey PRIMARY KEY (id)
);
CREATE INDEX mails_address ON identity.mails USING btree (lower(recipient), created_time);
CREATE INDEX mails_due ON identity.mails USING btree (next_try_time) WHERE (next_try_time IS NOT NULL);
CREATE INDEX mails_given_up ON identity.mails USING btree (id) WHERE ((sent_time IS NULL) AND (next_try_time IS NULL) AND (last_error IS NOT NULL));
CREATE INDEX mails_person ON identity.mails USING btree (person_id, template, created_time);
CREATE INDEX mails_recipient ON identity.mails USING btree (template, lower(recipient), created_time);
CREATE INDEX mails_turns ON identity.mails USING btree (COALESCE(portal_id, 0), next_try_time) WHERE (next_try_time IS NOT NULL);
grant delete, select, update (last_error, next_try_time, sent_time, tries) on identity.mails to lp_worker;

create table identity.payments (
  reference uuid not null,
  request_hash bytea,
  amount numeric not null,
  currency text not null,
  state text not null default 'asked'::text,
  portal_id integer,
  created_time timestamp with time zone not null,
  next_try_time timestamp with time zone,
  tries integer not null default 0,
  last_error text,
  constraint payments_state_check CHECK ((state = ANY (ARRAY['asked'::text, 'declined'::text, 'capture'::text, 'captured'::text, 'void'::text, 'voided'::text]))),
  constraint payments_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint payments_pkey PRIMARY KEY (reference)
);
CREATE INDEX payments_due ON identity.payments USING btree (next_try_time) WHERE (next_try_time IS NOT NULL);
CREATE INDEX payments_ended ON identity.payments USING btree (created_time) WHERE (state = ANY (ARRAY['declined'::text, 'voided'::text]));
CREATE INDEX payments_failing ON identity.payments USING btree (reference) WHERE (last_error IS NOT NULL);
CREATE UNIQUE INDEX payments_once ON identity.payments USING btree (request_hash) WHERE (state = ANY (ARRAY['asked'::text, 'capture'::text, 'captured'::text]));
grant insert, select, update (next_try_time, portal_id, request_hash, state) on identity.payments to lp_api;
grant select, update (last_error, next_try_time, state, tries) on identity.payments to lp_worker;

create table identity.persons (
  id bigint not null generated by default as identity,
  email text not null,
  email_key text generated always as (lower(email)) stored,
  first_name text not null,
  last_name text not null,
  locale text not null default 'en'::text,
  created_time timestamp with time zone not null default now(),
  verified_time timestamp with time zone,
  verified_by text,
  verified_portal_id integer,
  constraint persons_email_domain CHECK ((email_key !~~ '%@clients.invalid'::text)),
  constraint persons_row_bytes CHECK ((((((COALESCE(pg_column_size(email), 0) + COALESCE(pg_column_size(email_key), 0)) + COALESCE(pg_column_size(first_name), 0)) + COALESCE(pg_column_size(last_name), 0)) + COALESCE(pg_column_size(locale), 0)) <= 16384)) NOT VALID,
  constraint persons_verified CHECK (((verified_time IS NULL) = (verified_by IS NULL))),
  constraint persons_verified_by_check CHECK ((verified_by = ANY (ARRAY['mail'::text, 'provider'::text, 'operator'::text]))),
  constraint persons_pkey PRIMARY KEY (id),
  constraint persons_email_key UNIQUE (email_key)
);
CREATE INDEX persons_email_prefix ON identity.persons USING btree (email_key text_pattern_ops);
CREATE TRIGGER address_verified AFTER UPDATE ON identity.persons FOR EACH ROW EXECUTE FUNCTION auth.address_verified();
grant insert (email, first_name, last_name, locale), select, update (created_time) on identity.persons to lp_api;
grant select on identity.persons to lp_worker;
grant select, update (created_time) on identity.persons to lp_auth;

create table identity.portal_brands (
  portal_id integer not null,
  name text,
  color text,
  sender_name text,
  updated_time timestamp with time zone not null default now(),
  constraint portal_brands_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
  constraint portal_brands_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint portal_brands_sender_name_check CHECK (((length(sender_name) >= 1) AND (length(sender_name) <= 80))),
  constraint portal_brands_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id) ON DELETE CASCADE,
  constraint portal_brands_pkey PRIMARY KEY (portal_id)
);
grant delete, insert, select, update on identity.portal_brands to lp_api;
grant select on identity.portal_brands to lp_auth;
grant select on identity.portal_brands to lp_worker;

create table identity.portal_images (
  portal_id integer not null,
  kind text not null,
  media_type text not null,
  bytes bytea not null,
  digest text not null,
  constraint portal_images_bytes_check CHECK ((octet_length(bytes) <= 131072)),
  constraint portal_images_kind_check CHECK ((kind = ANY (ARRAY['logo'::text, 'favicon'::text]))),
  constraint portal_images_media_type_check CHECK ((media_type = ANY (ARRAY['image/svg+xml'::text, 'image/png'::text]))),
  constraint portal_images_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id) ON DELETE CASCADE,
  constraint portal_images_pkey PRIMARY KEY (portal_id, kind)
);
CREATE INDEX portal_images_digest ON identity.portal_images USING btree (digest);
grant delete, insert, select, update on identity.portal_images to lp_api;
grant select (bytes, digest, kind, media_type, portal_id) on identity.portal_images to lp_worker;
grant select (digest, kind, portal_id) on identity.portal_images to lp_auth;

create table identity.portals (
  id integer not null generated by default as identity,
  name text not null,
  title text not null,
  parent_portal_id integer,
  is_distribution_partner boolean not null default false,
  features text[] not null default '{}'::text[],
  plan jsonb not null default '{}'::jsonb,
  configuration jsonb not null default '{}'::jsonb,
  created_time timestamp with time zone not null default now(),
  updated_time timestamp with time zone not null default now(),
  made_xid xid8 not null default pg_current_xact_id(),
  constraint portals_name_check CHECK ((name = lower(name))),
  constraint portals_row_bytes CHECK ((octet_length(concat(name, title, features, plan)) <= 1048576)) NOT VALID,
  constraint portals_parent_portal_id_fkey FOREIGN KEY (parent_portal_id) REFERENCES identity.portals(id),
  constraint portals_pkey PRIMARY KEY (id),
  constraint portals_name_key UNIQUE (name)
);
grant insert (features, name, parent_portal_id, plan, title), select on identity.portals to lp_auth;
grant insert (features, name, parent_portal_id, plan, title), select, update (configuration, updated_time) on identity.portals to lp_api;
grant select on identity.portals to lp_worker;

create table identity.presets (
  creation_path text not null,
  title text not null,
  features text[] not null default '{}'::text[],
  plan jsonb not null default '{}'::jsonb,
  content jsonb not null default '{}'::jsonb,
  constraint presets_pkey PRIMARY KEY (creation_path)
);
grant select on identity.presets to lp_api;
grant select on identity.presets to lp_auth;

create table identity.term_consents (
  portal_id integer not null,
  account_id integer not null,
  term_privacy boolean not null,
  term_tos boolean not null,
  term_collection boolean not null,
  given_time timestamp with time zone not null,
  constraint term_consents_portal_id_account_id_fkey FOREIGN KEY (portal_id, account_id) REFERENCES identity.accounts(portal_id, id),
  constraint term_consents_pkey PRIMARY KEY (portal_id, account_id)
);
grant insert on identity.term_consents to lp_api;

create table learning.catalogue_import_seen (
  key text not null,
  lo_id integer not null,
  constraint catalogue_import_seen_key_fkey FOREIGN KEY (key) REFERENCES learning.catalogue_imports(key) ON DELETE CASCADE,
  constraint catalogue_import_seen_pkey PRIMARY KEY (key, lo_id)
);
grant insert, select on learning.catalogue_import_seen to lp_api;

create table learning.catalogue_imports (
  key text not null,
  line bigint not null default 0,
  bad bigint not null default 0,
  started_time timestamp with time zone not null,
  constraint catalogue_imports_pkey PRIMARY KEY (key)
);
grant delete, insert, select, update on learning.catalogue_imports to lp_api;

create table learning.catalogue_version (
  shard smallint not null,
  version bigint not null default 0,
  words bigint not null default 0,
  constraint catalogue_version_pkey PRIMARY KEY (shard)
) with (fillfactor=50);
grant select, update on learning.catalogue_version to lp_api;
grant select, update on learning.catalogue_version to lp_worker;

create table learning.collection_items (
  collection_id integer not null,
  lo_id integer not null,
  constraint collection_items_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES learning.collections(id) ON DELETE CASCADE,
  constraint collection_items_lo_id_fkey FOREIGN KEY (lo_id) REFERENCES learning.learning_objects(id),
  constraint collection_items_pkey PRIMARY KEY (collection_id, lo_id)
);
CREATE INDEX collection_items_lo ON learning.collection_items USING btree (lo_id);
CREATE TRIGGER enqueue_search_changes_delete AFTER DELETE ON learning.collection_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER enqueue_search_changes_insert AFTER INSERT ON learning.collection_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER enqueue_search_changes_update AFTER UPDATE ON learning.collection_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
grant delete, insert, select on learning.collection_items to lp_api;
grant select on learning.collection_items to lp_worker;

create table learning.collections (
  id integer not null default nextval('learning.audience_id'::regclass),
  portal_id integer not null,
  name text not null,
  slug text not null,
  created_time timestamp with time zone not null default now(),
  updated_time timestamp with time zone not null default now(),
  constraint collections_row_bytes CHECK ((octet_length(concat(name, slug)) <= 8192)) NOT VALID,
  constraint collections_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint collections_pkey PRIMARY KEY (id),
  constraint collections_portal_id_slug_key UNIQUE (portal_id, slug)
);
grant delete, insert, select, update on learning.collections to lp_api;
grant select on learning.collections to lp_worker;

create table learning.content_group_items (
  content_group_id integer not null,
  lo_id integer not null,
  constraint content_group_items_content_group_id_fkey FOREIGN KEY (content_group_id) REFERENCES learning.content_groups(id) ON DELETE CASCADE,
  constraint content_group_items_lo_id_fkey FOREIGN KEY (lo_id) REFERENCES learning.learning_objects(id),
  constraint content_group_items_pkey PRIMARY KEY (content_group_id, lo_id)
);
CREATE INDEX content_group_items_lo ON learning.content_group_items USING btree (lo_id);
CREATE TRIGGER enqueue_search_changes_delete AFTER DELETE ON learning.content_group_items REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER enqueue_search_changes_insert AFTER INSERT ON learning.content_group_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER enqueue_search_changes_update AFTER UPDATE ON learning.content_group_items REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
grant delete, insert, select on learning.content_group_items to lp_api;
grant select on learning.content_group_items to lp_worker;

create table learning.content_groups (
  id integer not null default nextval('learning.audience_id'::regclass),
  portal_id integer not null,
  slug text not null,
  name text not null,
  created_time timestamp with time zone not null default now(),
  updated_time timestamp with time zone not null default now(),
  constraint content_groups_row_bytes CHECK ((octet_length(concat(name, slug)) <= 8192)) NOT VALID,
  constraint content_groups_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint content_groups_pkey PRIMARY KEY (id),
  constraint content_groups_slug_key UNIQUE (slug)
);
CREATE INDEX content_groups_of_portal ON learning.content_groups USING btree (portal_id, id);
grant delete, insert, select, update (name, updated_time) on learning.content_groups to lp_api;
grant select on learning.content_groups to lp_worker;

create table learning.enrollment_count_changes (
  portal_id integer not null,
  lo_id integer not null,
  status text not null,
  is_child boolean not null,
  change bigint not null
);
CREATE INDEX enrollment_count_changes_portal ON learning.enrollment_count_changes USING btree (portal_id);
grant delete, select on learning.enrollment_count_changes to lp_worker;
grant insert, select on learning.enrollment_count_changes to lp_api;

create table learning.enrollment_counts (
  portal_id integer not null,
  lo_id integer not null,
  status text not null,
  is_child boolean not null,
  count bigint not null,
  constraint enrollment_counts_pkey PRIMARY KEY (portal_id, lo_id, status, is_child)
);
grant insert, select, update on learning.enrollment_counts to lp_worker;
grant select on learning.enrollment_counts to lp_api;

create table learning.enrollment_day_changes (
  portal_id integer not null,
  day date not null,
  status text not null,
  is_child boolean not null,
  change bigint not null
);
CREATE INDEX enrollment_day_changes_portal ON learning.enrollment_day_changes USING btree (portal_id);
grant delete, select on learning.enrollment_day_changes to lp_worker;
grant insert, select on learning.enrollment_day_changes to lp_api;

create table learning.enrollment_days (
  portal_id integer not null,
  day date not null,
  status text not null,
  is_child boolean not null,
  count bigint not null,
  constraint enrollment_days_pkey PRIMARY KEY (portal_id, day, status, is_child)
);
grant insert, select, update on learning.enrollment_days to lp_worker;
grant select on learning.enrollment_days to lp_api;

create table learning.enrollment_goals (
  portal_id integer not null,
  enrollment_id integer not null,
  goal_id integer not null,
  value numeric,
  constraint enrollment_goals_goal_id_check CHECK ((goal_id > 0)),
  constraint enrollment_goals_portal_id_enrollment_id_fkey FOREIGN KEY (portal_id, enrollment_id) REFERENCES learning.enrollments(portal_id, id) ON DELETE CASCADE,
  constraint enrollment_goals_pkey PRIMARY KEY (portal_id, enrollment_id, goal_id)
);
grant insert, select, update on learning.enrollment_goals to lp_api;

create table learning.enrollment_hour_changes (
  portal_id integer not null,
  hour timestamp with time zone not null,
  created bigint not null,
  completed bigint not null
);
CREATE INDEX enrollment_hour_changes_portal ON learning.enrollment_hour_changes USING btree (portal_id);
grant delete, select on learning.enrollment_hour_changes to lp_worker;
grant insert, select on learning.enrollment_hour_changes to lp_api;

create table learning.enrollment_hours (
  portal_id integer not null,
  hour timestamp with time zone not null,
  created bigint not null,
  completed bigint not null,
  constraint enrollment_hours_pkey PRIMARY KEY (portal_id, hour)
);
grant insert, select, update on learning.enrollment_hours to lp_worker;
grant select on learning.enrollment_hours to lp_api;

create table learning.enrollments (
  portal_id integer not null,
  id integer not null generated by default as identity,
  account_id integer not null,
  lo_id integer not null,
  lo_title text not null,
  parent_lo_id integer,
  parent_enrollment_id integer,
  type text not null default 'enrollment'::text,
  status text not null default 'not-started'::text,
  result numeric(5,2),
  pass boolean,
  created_time timestamp with time zone not null default now(),
  updated_time timestamp(3) with time zone not null default clock_timestamp(),
  updated_xid xid8 not null default pg_current_xact_id(),
  start_date timestamp with time zone,
  end_date timestamp with time zone,
  due_date timestamp with time zone,
  award_required integer[] not null default '{}'::integer[],
  supervised boolean not null default false,
  archived_time timestamp with time zone,
  archived_by integer,
  archived_because text,
  constraint enrollments_archived_because_check CHECK ((archived_because = ANY (ARRAY['re-enrolled'::text, 'deleted'::text, 'account_closed'::text]))),
  constraint enrollments_result_check CHECK (((result >= (0)::numeric) AND (result <= (100)::numeric))),
  constraint enrollments_row_bytes CHECK (((COALESCE(pg_column_size(lo_title), 0) + COALESCE(pg_column_size(type), 0)) <= 8192)) NOT VALID,
  constraint enrollments_status_check CHECK ((status = ANY (ARRAY['not-started'::text, 'in-progress'::text, 'completed'::text]))),
  constraint enrollments_portal_id_account_id_fkey FOREIGN KEY (portal_id, account_id) REFERENCES identity.accounts(portal_id, id),
  constraint enrollments_pkey PRIMARY KEY (portal_id, id),
  constraint enrollments_id_key UNIQUE (id)
);
CREATE INDEX enrollments_archived ON learning.enrollments USING btree (portal_id, updated_time, id) WHERE (archived_time IS NOT NULL);
CREATE INDEX enrollments_archived_of_lo ON learning.enrollments USING btree (portal_id, lo_id, updated_time, id) WHERE (archived_time IS NOT NULL);
CREATE INDEX enrollments_archived_of_status ON learning.enrollments USING btree (portal_id, status, updated_time, id) WHERE (archived_time IS NOT NULL);
CREATE INDEX enrollments_by_due_date ON learning.enrollments USING btree (portal_id, COALESCE(due_date, 'infinity'::timestamp with time zone), id) WHERE (archived_time IS NULL);
CREATE INDEX enrollments_changes ON learning.enrollments USING btree (portal_id, updated_time, id) WHERE (archived_time IS NULL);
CREATE INDEX enrollments_history ON learning.enrollments USING btree (portal_id, account_id, lo_id) WHERE (archived_time IS NOT NULL);
CREATE INDEX enrollments_of_account ON learning.enrollments USING btree (portal_id, account_id, updated_time, id) WHERE (archived_time IS NULL);
CREATE INDEX enrollments_of_lo ON learning.enrollments USING btree (portal_id, lo_id, updated_time, id) WHERE (archived_time IS NULL);
CREATE INDEX enrollments_of_status ON learning.enrollments USING btree (portal_id, status, updated_time, id) WHERE (archived_time IS NULL);
CREATE INDEX enrollments_with_due_date ON learning.enrollments USING btree (portal_id, COALESCE(due_date, 'infinity'::timestamp with time zone), id) WHERE ((archived_time IS NULL) AND (due_date IS NOT NULL) AND (status <> 'completed'::text));
CREATE TRIGGER enrollments_counted_delete AFTER DELETE ON learning.enrollments REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION learning.count_enrollments();
CREATE TRIGGER enrollments_counted_insert AFTER INSERT ON learning.enrollments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION learning.count_enrollments();
CREATE TRIGGER enrollments_counted_update AFTER UPDATE ON learning.enrollments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION learning.count_enrollments();
CREATE TRIGGER enrollments_hours_insert AFTER INSERT ON learning.enrollments REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION learning.count_enrollment_hours();
CREATE TRIGGER enrollments_hours_update AFTER UPDATE ON learning.enrollments REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION learning.count_enrollment_hours();
CREATE TRIGGER enrollments_writer BEFORE INSERT OR UPDATE OF updated_time ON learning.enrollments FOR EACH STATEMENT EXECUTE FUNCTION maintenance.record_writer();
CREATE UNIQUE INDEX enrollments_live ON learning.enrollments USING btree (portal_id, account_id, lo_id) WHERE (archived_time IS NULL);
grant insert, select, update on learning.enrollments to lp_api;

create table learning.facet_lost (
  code integer not null
);
grant delete, insert, select on learning.facet_lost to lp_worker;
grant insert on learning.facet_lost to lp_api;

create table learning.facet_values (
  code integer not null,
  facet smallint not null,
  key text not null,
  constraint facet_values_facet_check CHECK (((facet >= 1) AND (facet <= 6))),
  constraint facet_values_row_bytes CHECK ((COALESCE(pg_column_size(key), 0) <= 4096)) NOT VALID,
  constraint facet_values_pkey PRIMARY KEY (code),
  constraint facet_values_facet_key_key UNIQUE (facet, key)
);
CREATE CONSTRAINT TRIGGER record_new_language AFTER INSERT ON learning.facet_values DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.facet = 2)) EXECUTE FUNCTION learning.record_new_words();
grant delete, insert, select on learning.facet_values to lp_worker;
grant insert, select on learning.facet_values to lp_api;

create table learning.launch_generations (
  portal_id integer not null,
  lo_id integer not null,
  generation integer not null,
  revoked_time timestamp with time zone not null default now(),
  constraint launch_generations_lo_id_fkey FOREIGN KEY (lo_id) REFERENCES learning.learning_objects(id),
  constraint launch_generations_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint launch_generations_pkey PRIMARY KEY (portal_id, lo_id)
);
grant select on learning.launch_generations to lp_api;

create table learning.learning_object_events (
  id integer not null generated by default as identity,
  lo_id integer not null,
  starts timestamp with time zone not null,
  ends timestamp with time zone not null,
  country text not null,
  locality text,
  thoroughfare text,
  constraint learning_object_events_in_order CHECK ((ends >= starts)),
  constraint learning_object_events_lo_id_fkey FOREIGN KEY (lo_id) REFERENCES learning.learning_objects(id),
  constraint learning_object_events_pkey PRIMARY KEY (id)
);
CREATE INDEX learning_object_events_lo ON learning.learning_object_events USING btree (lo_id, starts);
CREATE TRIGGER enqueue_search_changes_delete AFTER DELETE ON learning.learning_object_events REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER enqueue_search_changes_insert AFTER INSERT ON learning.learning_object_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER enqueue_search_changes_update AFTER UPDATE ON learning.learning_object_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
grant delete, insert, select on learning.learning_object_events to lp_api;
grant select on learning.learning_object_events to lp_worker;

create table learning.learning_object_items (
  parent_id integer not null,
  position integer not null,
  child_id integer not null,
  required boolean not null default false,
  constraint learning_object_items_of_others CHECK ((parent_id <> child_id)),
  constraint learning_object_items_child_id_fkey FOREIGN KEY (child_id) REFERENCES learning.learning_objects(id),
  constraint learning_object_items_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES learning.learning_objects(id),
  constraint learning_object_items_pkey PRIMARY KEY (parent_id, child_id)
);
CREATE INDEX learning_object_items_child ON learning.learning_object_items USING btree (child_id);
grant delete, insert, select, update on learning.learning_object_items to lp_api;
grant select on learning.learning_object_items to lp_worker;

create table learning.learning_objects (
  id integer not null generated by default as identity,
  portal_id integer not null,
  provider_id integer not null,
  external_id text,
  type text not null,
  title text not null,
  summary text,
  description text not null default ''::text,
  image text,
  language text not null default 'en'::text,
  published boolean not null default true,
  premium boolean not null default false,
  assessable boolean not null default false,
  embedded boolean not null default false,
  duration integer not null default 0,
  mode text not null default 'self-paced'::text,
  currency text not null default 'USD'::text,
  price numeric(12,2) not null default 0,
  tax numeric(12,2) not null default 0,
  tax_included boolean not null default true,
  ratings_count integer not null default 0,
  five_star_rating numeric(3,2) not null default 0,
  tags text[] not null default '{}'::text[],
  topics text[] not null default '{}'::text[],
  authors text[] not null default '{}'::text[],
  skills text[] not null default '{}'::text[],
  url text,
  attributes jsonb not null default '{}'::jsonb,
  content jsonb not null default '{}'::jsonb,
  import_digest bytea,
  created_time timestamp with time zone not null default now(),
  updated_time timestamp with time zone not null default now(),
  retired_time timestamp with time zone,
  constraint learning_objects_row_bytes CHECK ((((((((((((((((COALESCE(pg_column_size(external_id), 0) + COALESCE(pg_column_size(title), 0)) + COALESCE(pg_column_size(summary), 0)) + COALESCE(pg_column_size(description), 0)) + COALESCE(pg_column_size(image), 0)) + COALESCE(pg_column_size(language), 0)) + COALESCE(pg_column_size(mode), 0)) + COALESCE(pg_column_size(currency), 0)) + COALESCE(pg_column_size(tags), 0)) + COALESCE(pg_column_size(topics), 0)) + COALESCE(pg_column_size(authors), 0)) + COALESCE(pg_column_size(skills), 0)) + COALESCE(pg_column_size(url), 0)) + COALESCE(pg_column_size(attributes), 0)) + COALESCE(pg_column_size(content), 0)) <= 16777216)) NOT VALID,
  constraint learning_objects_title_check CHECK (((length(title) >= 1) AND (length(title) <= 255))),
  constraint learning_objects_type_check CHECK ((type = ANY (ARRAY['course'::text, 'module'::text, 'award'::text, 'video'::text, 'document'::text, 'text'::text, 'link'::text, 'manual'::text, 'quiz'::text, 'interactive'::text, 'event'::text, 'assignment'::text]))),
  constraint learning_objects_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint learning_objects_provider_id_fkey FOREIGN KEY (provider_id) REFERENCES learning.providers(id),
  constraint learning_objects_pkey PRIMARY KEY (id),
  constraint learning_objects_external_key UNIQUE (provider_id, external_id)
);
CREATE INDEX learning_objects_by_api ON learning.learning_objects USING btree (portal_id) WHERE ((external_id IS NULL) AND (retired_time IS NULL));
CREATE INDEX learning_objects_portal ON learning.learning_objects USING btree (portal_id, id);
CREATE TRIGGER enqueue_search_changes_update AFTER UPDATE ON learning.learning_objects REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('id');
grant insert, select, update on learning.learning_objects to lp_api;
grant select, update (image, summary, updated_time) on learning.learning_objects to lp_worker;

create table learning.licences (
  portal_id integer not null,
  lo_id integer not null,
  licenses integer not null,
  package text,
  constraint licences_licenses_check CHECK ((licenses >= '-1'::integer)),
  constraint licences_lo_id_fkey FOREIGN KEY (lo_id) REFERENCES learning.learning_objects(id),
  constraint licences_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint licences_pkey PRIMARY KEY (portal_id, lo_id)
);
grant select on learning.licences to lp_api;

create table learning.link_pages (
  lo_id integer not null,
  portal_id integer not null,
  next_try timestamp with time zone not null default now(),
  tries smallint not null default 0,
  constraint link_pages_lo_id_fkey FOREIGN KEY (lo_id) REFERENCES learning.learning_objects(id),
  constraint link_pages_pkey PRIMARY KEY (lo_id)
);
CREATE INDEX link_pages_turns ON learning.link_pages USING btree (portal_id, next_try);
grant delete, select, update on learning.link_pages to lp_worker;
grant insert, select, update on learning.link_pages to lp_api;

create table learning.outbox (
  created_on date not null default ((now() AT TIME ZONE 'utc'::text))::date,
  id bigint not null default nextval('learning.outbox_id'::regclass),
  event_id uuid not null default gen_random_uuid(),
  shard smallint not null,
  portal_id integer not null,
  type text not null,
  object_type text not null,
  object_id bigint not null,
  data text not null,
  fired_at timestamp with time zone not null default now(),
  wide boolean not null default false,
  audience integer[],
  trace_context text,
  constraint outbox_row_bytes CHECK (((((COALESCE(pg_column_size(type), 0) + COALESCE(pg_column_size(object_type), 0)) + COALESCE(pg_column_size(data), 0)) + COALESCE(pg_column_size(trace_context), 0)) <= 8388608)) NOT VALID,
  constraint outbox_pkey PRIMARY KEY (created_on, id)
) partition by RANGE (created_on);
CREATE INDEX outbox_object ON ONLY learning.outbox USING btree (object_type, object_id, id);
CREATE TRIGGER outbox_pending AFTER INSERT ON learning.outbox REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_outbox();
grant delete, insert, select on learning.outbox to lp_worker;
grant insert on learning.outbox to lp_auth;
grant insert, select on learning.outbox to lp_api;

create table learning.outbox_default partition of learning.outbox DEFAULT;

create table learning.outbox_pending (
  shard smallint not null,
  id bigint not null,
  created_on date not null,
  portal_id integer not null,
  type text not null,
  object_type text not null,
  object_id bigint not null,
  fired_at timestamp with time zone not null,
  wide boolean not null,
  wide_cursor integer not null default 0,
  parked_reason text,
  constraint outbox_pending_pkey PRIMARY KEY (shard, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
CREATE INDEX outbox_pending_narrow ON learning.outbox_pending USING btree (shard, id) WHERE (NOT wide);
CREATE INDEX outbox_pending_object ON learning.outbox_pending USING btree (shard, object_id, id);
CREATE INDEX outbox_pending_parked ON learning.outbox_pending USING btree (created_on) WHERE (parked_reason IS NOT NULL);
CREATE INDEX outbox_pending_turns ON learning.outbox_pending USING btree (((shard + 0)), portal_id, id) WHERE (wide AND (parked_reason IS NULL));
CREATE INDEX outbox_pending_wide ON learning.outbox_pending USING btree (shard, id) WHERE wide;
grant delete, insert, select, update on learning.outbox_pending to lp_worker;
grant insert on learning.outbox_pending to lp_api;
grant insert on learning.outbox_pending to lp_auth;

create table learning.popularity_changes (
  lo_id integer not null,
  change integer not null
);
CREATE INDEX popularity_changes_lo ON learning.popularity_changes USING btree (lo_id);
grant delete, select on learning.popularity_changes to lp_worker;
grant insert on learning.popularity_changes to lp_api;

create table learning.portal_launches (
  portal_id integer not null,
  generation integer not null,
  ended_time timestamp with time zone not null default now(),
  constraint portal_launches_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint portal_launches_pkey PRIMARY KEY (portal_id)
);
grant insert, select, update on learning.portal_launches to lp_api;

create table learning.providers (
  id integer not null generated by default as identity,
  portal_id integer not null,
  slug text,
  name text not null,
  logo text,
  constraint providers_row_bytes CHECK ((octet_length(concat(name, slug, logo)) <= 16384)) NOT VALID,
  constraint providers_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint providers_pkey PRIMARY KEY (id),
  constraint providers_name_key UNIQUE (portal_id, name),
  constraint providers_slug_key UNIQUE (slug)
);
grant insert, select, update on learning.providers to lp_api;
grant select on learning.providers to lp_worker;

create table learning.retired_launch_keys (
  fingerprint text not null,
  key_sealed bytea not null,
  retired_time timestamp with time zone not null default now(),
  constraint retired_launch_keys_pkey PRIMARY KEY (fingerprint)
);
grant select on learning.retired_launch_keys to lp_api;

create table learning.search_changes (
  seq bigint not null generated always as identity,
  lo_id integer not null,
  noted_time timestamp with time zone not null default now(),
  constraint search_changes_pkey PRIMARY KEY (seq)
);
grant delete, insert, select on learning.search_changes to lp_worker;

create table learning.search_doc (
  lo_id integer not null,
  owner_portal integer not null,
  price integer not null,
  duration integer not null,
  popularity integer not null default 0,
  created_time timestamp with time zone not null,
  updated_time timestamp with time zone not null,
  shared boolean not null,
  premium boolean not null,
  title_key text collate "C" not null,
  audience integer[] not null,
  lineage integer[] not null,
  facet_codes integer[] not null,
  doc tsvector not null,
  constraint search_doc_lo_id_fkey FOREIGN KEY (lo_id) REFERENCES learning.learning_objects(id),
  constraint search_doc_pkey PRIMARY KEY (lo_id)
) with (fillfactor=85);
CREATE INDEX search_doc_audience ON learning.search_doc USING gin (audience gin__int_ops) WITH (fastupdate=off) WHERE (NOT premium);
CREATE INDEX search_doc_doc ON learning.search_doc USING gin (doc) WITH (fastupdate='on', gin_pending_list_limit='512');
CREATE INDEX search_doc_newest ON learning.search_doc USING btree (created_time DESC, lo_id);
CREATE INDEX search_doc_owner ON learning.search_doc USING btree (owner_portal, created_time DESC, lo_id);
CREATE TRIGGER enqueue_search_changes_delete AFTER DELETE ON learning.search_doc REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER enqueue_search_changes_insert AFTER INSERT ON learning.search_doc REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER enqueue_search_changes_update AFTER UPDATE ON learning.search_doc REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION learning.enqueue_search_changes('lo_id');
CREATE TRIGGER lost_facets_changed AFTER UPDATE ON learning.search_doc FOR EACH ROW WHEN ((old.facet_codes IS DISTINCT FROM new.facet_codes)) EXECUTE FUNCTION learning.enqueue_lost_facets();
CREATE TRIGGER lost_facets_removed AFTER DELETE ON learning.search_doc FOR EACH ROW EXECUTE FUNCTION learning.enqueue_lost_facets();
grant delete, insert, select, update on learning.search_doc to lp_api;
grant delete, insert, select, update on learning.search_doc to lp_worker;

create table learning.search_index (
  id boolean not null default true,
  name text not null,
  registered_by xid8 not null default pg_current_xact_id(),
  built_to integer,
  version bigint,
  lease_by uuid,
  lease_until timestamp with time zone,
  aside integer[] not null default '{}'::integer[],
  past text,
  replaces text[] not null default '{}'::text[],
  steps text[] not null default '{}'::text[],
  shown_steps text[] not null default '{}'::text[],
  shards integer not null default 1,
  replicas integer not null default 1,
  constraint search_index_id_check CHECK (id),
  constraint search_index_pkey PRIMARY KEY (id)
);
grant delete, insert, select, update on learning.search_index to lp_worker;
grant select (id, shards, shown_steps) on learning.search_index to lp_api;

create table learning.search_word (
  surface text collate "C" not null,
  language text collate "C" not null,
  lexeme text collate "C" not null,
  portal_id integer not null,
  constraint search_word_row_bytes CHECK ((octet_length(concat(surface, language, lexeme)) <= 8192)) NOT VALID,
  constraint search_word_pkey PRIMARY KEY (portal_id, surface, language)
);
CREATE INDEX search_word_stem ON learning.search_word USING btree (portal_id, lexeme, language);
CREATE TRIGGER record_new_words AFTER INSERT ON learning.search_word REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION learning.record_new_words();
grant delete, insert, select on learning.search_word to lp_worker;
grant insert, select on learning.search_word to lp_api;

create table learning.subscriptions (
  portal_id integer not null,
  audience_id integer not null,
  licenses integer not null default '-1'::integer,
  package text,
  constraint subscriptions_licenses_check CHECK ((licenses >= '-1'::integer)),
  constraint subscriptions_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint subscriptions_pkey PRIMARY KEY (portal_id, audience_id)
);
CREATE INDEX subscriptions_audience ON learning.subscriptions USING btree (audience_id);
grant select on learning.subscriptions to lp_api;
grant select on learning.subscriptions to lp_worker;

create table learning.topics (
  id bigint not null generated always as identity,
  portal_id integer not null,
  name text not null,
  lost_time timestamp with time zone,
  constraint topics_row_bytes CHECK ((octet_length(concat(name)) <= 8192)) NOT VALID,
  constraint topics_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint topics_pkey PRIMARY KEY (id),
  constraint topics_portal_id_name_key UNIQUE (portal_id, name) INCLUDE (id)
);
CREATE INDEX topics_lost ON learning.topics USING btree (lost_time) WHERE (lost_time IS NOT NULL);
grant delete, insert, select, update (lost_time) on learning.topics to lp_worker;
grant insert, select, update (lost_time) on learning.topics to lp_api;

create table learning.visibility_changes (
  id integer not null generated always as identity,
  portal_id integer not null,
  audience_id integer not null,
  gained boolean not null,
  last_lo integer not null default 0,
  until_lo integer not null,
  parked_reason text,
  constraint visibility_changes_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint visibility_changes_pkey PRIMARY KEY (id)
);
grant delete, select, update on learning.visibility_changes to lp_worker;

create table learning.webhook_attempts (
  created_on date not null,
  webhook_id integer not null,
  seq bigint not null,
  number smallint not null,
  time timestamp with time zone not null,
  duration_ms integer not null,
  status smallint,
  error text,
  response text,
  probe boolean not null default false,
  error_reason text,
  constraint webhook_attempts_row_bytes CHECK ((((COALESCE(pg_column_size(error), 0) + COALESCE(pg_column_size(error_reason), 0)) + COALESCE(pg_column_size(response), 0)) <= 65536)) NOT VALID,
  constraint webhook_attempts_pkey PRIMARY KEY (webhook_id, seq, number, created_on)
) partition by RANGE (created_on);
grant insert, select on learning.webhook_attempts to lp_worker;
grant select on learning.webhook_attempts to lp_api;

create table learning.webhook_attempts_default partition of learning.webhook_attempts DEFAULT;

create table learning.webhook_deliveries (
  created_on date not null,
  webhook_id integer not null,
  seq bigint not null,
  outbox_id bigint not null,
  type text not null,
  object_key text not null,
  fired_at timestamp with time zone not null,
  created_time timestamp with time zone not null default now(),
  state smallint not null default 0,
  attempts smallint not null default 0,
  tries smallint not null default 0,
  round_tries smallint not null default 0,
  redeliveries smallint not null default 0,
  next_at timestamp with time zone not null default now(),
  delivered_time timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (webhook_id, seq, created_on)
) partition by RANGE (created_on);
CREATE INDEX webhook_deliveries_object ON ONLY learning.webhook_deliveries USING btree (webhook_id, object_key, seq) WHERE ((state = 0) AND (redeliveries = 0));
CREATE INDEX webhook_deliveries_waiting ON ONLY learning.webhook_deliveries USING btree (webhook_id, seq) INCLUDE (next_at) WHERE (state = 0);
grant insert, select, update on learning.webhook_deliveries to lp_worker;
grant select, update on learning.webhook_deliveries to lp_api;

create table learning.webhook_deliveries_default partition of learning.webhook_deliveries DEFAULT;

create table learning.webhook_hours (
  webhook_id integer not null,
  portal_id integer not null,
  hour timestamp with time zone not null,
  delivered integer not null,
  failed integer not null,
  attempts integer not null,
  classes integer[] not null,
  errors integer[] not null,
  buckets integer[] not null,
  constraint webhook_hours_pkey PRIMARY KEY (webhook_id, hour)
);
CREATE INDEX webhook_hours_hour ON learning.webhook_hours USING btree (hour);
grant delete, insert, select, update on learning.webhook_hours to lp_worker;
grant select on learning.webhook_hours to lp_api;

create table learning.webhook_mailboxes (
  webhook_id integer not null,
  portal_id integer not null,
  last_seq bigint not null default 0,
  version bigint not null default 0,
  state smallint not null default 0,
  lease_token uuid,
  lease_until timestamp with time zone,
  next_due timestamp with time zone,
  hold_until timestamp with time zone,
  ramp smallint not null default 3,
  p95_ms integer not null default 0,
  failures_in_row integer not null default 0,
  failing_since timestamp with time zone,
  failing_for interval not null default '00:00:00'::interval,
  last_success_time timestamp with time zone,
  last_try_time timestamp with time zone,
  probes smallint not null default 0,
  probe_seq bigint,
  probe_failures smallint not null default 0,
  parked_reason text,
  constraint webhook_mailboxes_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES learning.webhooks(id) ON DELETE CASCADE,
  constraint webhook_mailboxes_pkey PRIMARY KEY (webhook_id)
) with (fillfactor=50);
CREATE INDEX webhook_mailboxes_closed ON learning.webhook_mailboxes USING btree (state) WHERE (state > 0);
CREATE INDEX webhook_mailboxes_due ON learning.webhook_mailboxes USING btree (next_due) WHERE ((state < 2) AND (next_due IS NOT NULL));
CREATE INDEX webhook_mailboxes_parked ON learning.webhook_mailboxes USING btree (webhook_id) WHERE (parked_reason IS NOT NULL);
grant insert, select, update on learning.webhook_mailboxes to lp_api;
grant select, update on learning.webhook_mailboxes to lp_worker;

create table learning.webhook_test_deliveries (
  id bigint not null default nextval('learning.webhook_test_delivery_id'::regclass),
  created_on date not null default ((now() AT TIME ZONE 'utc'::text))::date,
  webhook_id integer not null,
  after_seq bigint not null,
  event_id uuid not null default gen_random_uuid(),
  data text not null,
  fired_at timestamp with time zone not null default now(),
  created_time timestamp with time zone not null default now(),
  state smallint not null default 0,
  attempts smallint not null default 0,
  claimed_until timestamp with time zone,
  delivered_time timestamp with time zone,
  constraint webhook_test_deliveries_row_bytes CHECK ((octet_length(concat(data)) <= 262144)) NOT VALID,
  constraint webhook_test_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES learning.webhooks(id) ON DELETE CASCADE,
  constraint webhook_test_deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_test_deliveries_list ON learning.webhook_test_deliveries USING btree (webhook_id, after_seq, id);
CREATE INDEX webhook_test_deliveries_waiting ON learning.webhook_test_deliveries USING btree (id) WHERE (state = 0);
grant delete, select, update on learning.webhook_test_deliveries to lp_worker;
grant insert, select, update on learning.webhook_test_deliveries to lp_api;

create table learning.webhooks (
  id integer not null generated always as identity,
  portal_id integer not null,
  url text not null,
  enabled boolean not null default true,
  events text[] not null default '{}'::text[],
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamp with time zone,
  created_time timestamp with time zone not null default now(),
  updated_time timestamp with time zone not null default now(),
  constraint webhooks_row_bytes CHECK (((((COALESCE(pg_column_size(url), 0) + COALESCE(pg_column_size(events), 0)) + COALESCE(pg_column_size(secret), 0)) + COALESCE(pg_column_size(previous_secret), 0)) <= 65536)) NOT VALID,
  constraint webhooks_portal_id_fkey FOREIGN KEY (portal_id) REFERENCES identity.portals(id),
  constraint webhooks_pkey PRIMARY KEY (id)
);
CREATE INDEX webhooks_portal ON learning.webhooks USING btree (portal_id, id);
grant delete, insert, select, update on learning.webhooks to lp_api;
grant select, update on learning.webhooks to lp_worker;

create table maintenance.api_errors (
  portal_id integer not null,
  id bigint not null generated always as identity,
  time timestamp with time zone not null,
  client_id text not null,
  operation text not null,
  status integer not null,
  error_code text not null,
  ref text not null,
  fields text[] not null,
  constraint api_errors_client_id_check CHECK ((length(client_id) <= 100)),
  constraint api_errors_error_code_check CHECK ((length(error_code) <= 100)),
  constraint api_errors_fields_check CHECK ((pg_column_size(fields) <= 2000)),
  constraint api_errors_operation_check CHECK ((length(operation) <= 200)),
  constraint api_errors_ref_check CHECK ((length(ref) <= 100)),
  constraint api_errors_pkey PRIMARY KEY (portal_id, id)
);
CREATE INDEX api_errors_expired ON maintenance.api_errors USING btree ("time");
CREATE INDEX api_errors_time ON maintenance.api_errors USING btree (portal_id, "time", id);
grant delete, select on maintenance.api_errors to lp_worker;
grant insert, select on maintenance.api_errors to lp_api;

create table maintenance.applied_files (
  file text not null,
  checksum bytea not null,
  applied_time timestamp with time zone not null default now(),
  constraint applied_files_pkey PRIMARY KEY (file)
);

create table maintenance.idempotency_keys (
  scope text not null,
  key text not null,
  request_hash bytea not null,
  answer_sealed bytea not null,
  expires_at timestamp with time zone not null,
  scopes text[],
  roles text[],
  constraint idempotency_keys_row_bytes CHECK ((octet_length(concat(scope, key, request_hash, answer_sealed, scopes, roles)) <= 8388608)) NOT VALID,
  constraint idempotency_keys_pkey PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_keys_expiry ON maintenance.idempotency_keys USING btree (expires_at);
grant delete, select, update on maintenance.idempotency_keys to lp_worker;
grant insert, select, update on maintenance.idempotency_keys to lp_api;
grant insert, select, update on maintenance.idempotency_keys to lp_auth;

create table maintenance.limit_counts (
  limit_name text not null,
  owner text not null,
  window_start timestamp with time zone not null,
  count bigint not null,
  expires_at timestamp with time zone not null,
  constraint limit_counts_pkey PRIMARY KEY (limit_name, owner, window_start)
);
CREATE INDEX limit_counts_expiry ON maintenance.limit_counts USING btree (expires_at);
grant delete, select, update on maintenance.limit_counts to lp_worker;

create table maintenance.schedules (
  name text not null,
  every interval not null,
  next_time timestamp with time zone not null default now(),
  last_time timestamp with time zone,
  last_result text,
  constraint schedules_pkey PRIMARY KEY (name)
);
grant select, update (last_result, last_time, next_time) on maintenance.schedules to lp_worker;
grant select, update on maintenance.schedules to lp_auth;

create table maintenance.secrets_keys (
  id smallint not null,
  fingerprint text not null,
  first_used_time timestamp with time zone not null default now(),
  constraint secrets_keys_fingerprint_check CHECK ((fingerprint ~ '^[0-9a-f]{32}$'::text)),
  constraint secrets_keys_pkey PRIMARY KEY (id),
  constraint secrets_keys_fingerprint_key UNIQUE (fingerprint)
);
grant select on maintenance.secrets_keys to lp_api;
grant select on maintenance.secrets_keys to lp_auth;
grant select on maintenance.secrets_keys to lp_worker;

CREATE OR REPLACE FUNCTION auth.address_verified()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if old.verified_time is not null or new.verified_time is null then return null; end if;
    if exists (select 1 from auth.former_addresses f
                where f.email_key = new.email_key and f.person_id <> new.id and f.expires_at > clock_timestamp()) then
      raise exception 'the address is kept for who left it less than seven days ago' using errcode = 'check_violation';
    end if;
    delete from auth.address_changes where person_id = new.id;
    return null;
  end $function$
;
revoke execute on function auth.address_verified from public;

CREATE OR REPLACE FUNCTION auth.approve_by_onboarding(p_client_id text, p_portal_id integer, p_account_id integer, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, came_by, approved_by, approved_time)
    select p_portal_id, c.client_id, c.scopes, true, 'onboarding', p_account_id, p_now
      from auth.clients c
     where c.client_id = p_client_id
       and not exists (select 1 from auth.client_blocks b where b.portal_id = p_portal_id and b.client_id = p_client_id)
    on conflict do nothing
  $function$
;
grant execute on function auth.approve_by_onboarding to lp_api;
grant execute on function auth.approve_by_onboarding to lp_auth;
revoke execute on function auth.approve_by_onboarding from public;

CREATE OR REPLACE FUNCTION auth.assign_address(p_person_id bigint, p_email text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    -- mails that were sent to the address which is left are found by the person from now on, to be erased with them
    update identity.mails m set person_id = p_person_id from identity.persons h
     where h.id = p_person_id and lower(m.recipient) = h.email_key and m.person_id is null
       and m.next_try_time is null;
    update identity.persons set email = p_email, verified_time = p_now, verified_by = 'mail', verified_portal_id = null
     where id = p_person_id;
  exception when unique_violation then
    raise exception 'the address was taken just now' using errcode = 'serialization_failure';
  end $function$
;
revoke execute on function auth.assign_address from public;

CREATE OR REPLACE FUNCTION auth.change_address(p_hash bytea, p_person_id bigint, p_session_id text, p_now timestamp with time zone, p_undo_until timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare
    v_email text; v_person identity.persons; v_holder bigint; v_left bigint; v_left_time timestamptz;
    v_apart int[] := '{}';
  begin
    select email into v_email from auth.address_changes where person_id = p_person_id and hash = p_hash;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from identity.persons where id = p_person_id or email_key = lower(v_email) order by id for update;
    delete from auth.address_changes
     where person_id = p_person_id and hash = p_hash and link_expires_at > p_now and expires_at > p_now;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id for key share;
    if not found then return '{"outcome": "dead"}'; end if;
    if auth.is_address_taken(p_person_id, v_email, p_now) then return '{"outcome": "taken"}'; end if;

    select * into v_person from identity.persons where id = p_person_id;
    v_left := auth.leave_offers(p_person_id);
    select id into v_holder from identity.persons where email_key = lower(v_email) and id <> p_person_id;
    if found then v_apart := auth.join_placeholder(v_holder, p_person_id, p_until); end if;
    select left_time into v_left_time from auth.former_addresses
     where email_key = lower(v_email) and person_id = p_person_id and expires_at > p_now;
    if found then
      delete from auth.former_addresses where person_id = p_person_id and left_time >= v_left_time;
    else
      delete from auth.former_addresses where email_key in (lower(v_email), v_person.email_key);
      insert into auth.former_addresses (email_key, person_id, email, left_time, expires_at)
      values (v_person.email_key, p_person_id, v_person.email, p_now, p_undo_until);
    end if;
    perform auth.assign_address(p_person_id, v_email, p_now);
    perform auth.settle_left(v_left, v_person.email);
    update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = p_person_id and accepted_at is not null and closed_time is null;
    perform auth.end_access_tokens(p_person_id, p_until);
    delete from auth.sessions where person_id = p_person_id and id <> p_session_id;
    update auth.password_links set used_at = clock_timestamp() where person_id = p_person_id and used_at is null;
    return jsonb_build_object('outcome', 'done', 'former', v_person.email, 'email', v_email,
                              'isBack', v_left_time is not null, 'apart', to_jsonb(v_apart));
  end $function$
;
grant execute on function auth.change_address to lp_auth;
revoke execute on function auth.change_address from public;

CREATE OR REPLACE FUNCTION auth.check_created_now()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if session_user <> 'lp_api' then return new; end if;
    -- passwords: the API sets none, not even of people whom it makes
    if tg_table_name <> 'passwords' and exists (
         select 1 from identity.portals
          where id = new.portal_id and made_xid = pg_current_xact_id() and created_time = now()) then
      return new;
    end if;
    raise exception 'only in the transaction that makes what it is for' using errcode = 'insufficient_privilege';
  end $function$
;
grant execute on function auth.check_created_now to public;

CREATE OR REPLACE FUNCTION auth.end_access_tokens(p_person_id bigint, p_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_seq bigint;
  begin
    perform auth.lock_person_rights(p_person_id);
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (account_id, seq, expires_at)
    select id, v_seq, p_until from identity.accounts
     where person_id = p_person_id and accepted_at is not null and closed_time is null
     order by portal_id, id;
  end $function$
;
revoke execute on function auth.end_access_tokens from public;

CREATE OR REPLACE FUNCTION auth.end_logins(p_person_id bigint, p_because text, p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    -- first: who is giving a consent holds the session, be it in an account just made
    delete from auth.sessions where person_id = p_person_id;
    perform auth.lock_person_rights(p_person_id);
    with ended as (
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
        from identity.accounts a
       where a.person_id = p_person_id and f.portal_id = a.portal_id and f.account_id = a.id and f.ended_at is null
         and (not f.for_application or f.created_time >= p_since)
      returning f.id)
    insert into auth.revocations (sid, expires_at) select id, p_until from ended;
    update auth.codes c set expires_at = 'epoch'
      from identity.accounts a
     where a.person_id = p_person_id and c.account_id = a.id and c.used_at is null
       and c.day >= (now() at time zone 'utc')::date - 1;
  end $function$
;
revoke execute on function auth.end_logins from public;

CREATE OR REPLACE FUNCTION auth.end_sessions(p_account_id integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    delete from auth.sessions where only_account_id = p_account_id
  $function$
;
grant execute on function auth.end_sessions to lp_api;
grant execute on function auth.end_sessions to lp_auth;
revoke execute on function auth.end_sessions from public;

CREATE OR REPLACE FUNCTION auth.end_unverified_logins(p_person_id bigint, p_until timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    perform auth.end_logins(p_person_id, 'address proven', null, p_until);
    delete from auth.portal_passwords w using identity.accounts a
     where a.person_id = p_person_id and w.portal_id = a.portal_id and w.account_id = a.id;
    delete from auth.consents c using identity.accounts a
     where a.person_id = p_person_id and c.portal_id = a.portal_id and c.account_id = a.id;
  end $function$
;
revoke execute on function auth.end_unverified_logins from public;

CREATE OR REPLACE FUNCTION auth.family_of_assertions(p_portal_id integer, p_client_id text, p_account_id integer, p_new_sid text, p_until timestamp with time zone, p_prolonged timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_sid text;
  begin
    
    if (p_portal_id is null or pg_advisory_xact_lock_shared(7511, p_portal_id) is not null)
       and pg_advisory_xact_lock_shared(7512, hashtext(p_client_id)) is not null
       and (p_account_id is null or pg_advisory_xact_lock_shared(7513, p_account_id) is not null) then end if;
    select f.sid into v_sid from auth.assertion_families f
     where f.portal_id = p_portal_id and f.account_id = p_account_id and f.client_id = p_client_id
       and f.expires_at >= p_until;
    if found then return v_sid; end if;
    insert into auth.assertion_families as f (portal_id, account_id, client_id, sid, expires_at)
    values (p_portal_id, p_account_id, p_client_id, p_new_sid, p_prolonged)
    on conflict (portal_id, account_id, client_id) do update set expires_at = greatest(f.expires_at, excluded.expires_at)
    returning f.sid into v_sid;
    return v_sid;
  end $function$
;
grant execute on function auth.family_of_assertions to lp_auth;
revoke execute on function auth.family_of_assertions from public;

CREATE OR REPLACE FUNCTION auth.is_address_taken(p_person_id bigint, p_email text, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$
    select exists (select 1 from identity.persons
                    where email_key = lower(p_email) and id <> p_person_id and verified_time is not null)
        or exists (select 1 from auth.former_addresses
                    where email_key = lower(p_email) and person_id <> p_person_id and expires_at > p_now)
  $function$
;
revoke execute on function auth.is_address_taken from public;

CREATE OR REPLACE FUNCTION auth.is_blocked(p_portal_id integer, p_client_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    return exists (select 1 from auth.client_blocks where portal_id = p_portal_id and client_id = p_client_id);
  end $function$
;
grant execute on function auth.is_blocked to lp_auth;
revoke execute on function auth.is_blocked from public;

CREATE OR REPLACE FUNCTION auth.is_fresh_login(p_sid text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    select exists (select 1 from auth.family_logins where family_id = p_sid and expires_at > now())
  $function$
;
grant execute on function auth.is_fresh_login to lp_api;
revoke execute on function auth.is_fresh_login from public;

CREATE OR REPLACE FUNCTION auth.is_of_own_login(p_family_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    select exists (select 1 from auth.grant_families where id = p_family_id and by_own_login and ended_at is null)
  $function$
;
grant execute on function auth.is_of_own_login to lp_api;
revoke execute on function auth.is_of_own_login from public;

CREATE OR REPLACE FUNCTION auth.is_same_login(p_person_id bigint, p_password_mark text, p_by_factor boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    perform 1 from auth.passwords
      where person_id = p_person_id and encode(sha256(convert_to(hash, 'UTF8')), 'hex') = p_password_mark for update;
    return found and (p_by_factor or not exists (
      select 1 from auth.second_factors where person_id = p_person_id and confirmed_at is not null));
  end $function$
;
revoke execute on function auth.is_same_login from public;

CREATE OR REPLACE FUNCTION auth.issue_access_token(p_portal_id integer, p_client_id text, p_account_id integer, p_day date, p_jti text, p_sid text, p_expires_at timestamp with time zone)
 RETURNS TABLE(seq bigint, client_scopes text[], portal_id integer, portal_name text, account_id integer, person_id bigint, roles text[], email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  #variable_conflict use_column
  begin
    
    if (p_portal_id is null or pg_advisory_xact_lock_shared(7511, p_portal_id) is not null)
       and pg_advisory_xact_lock_shared(7512, hashtext(p_client_id)) is not null
       and (p_account_id is null or pg_advisory_xact_lock_shared(7513, p_account_id) is not null) then end if;

    if p_account_id is null then
      return query
        select nextval('auth.token_seq'), c.scopes, null::int, null::text, null::int, null::bigint, null::text[],
               null::text, null::text, null::text
          from auth.clients c where c.client_id = p_client_id and c.status = 1;
    else
      return query
        select nextval('auth.token_seq'), c.scopes, 
  a.portal_id, p.name as portal_name, a.id as account_id, a.person_id, a.roles,
  coalesce(h.email, a.client_id || '@clients.invalid') as email, a.first_name, a.last_name
          from auth.clients c
          
  left join (identity.accounts a
             join identity.portals p on p.id = a.portal_id
             left join identity.persons h on h.id = a.person_id)
    on a.portal_id = p_portal_id and a.id = p_account_id
         where c.client_id = p_client_id and 
  (c.status = 1
   and (p_account_id is null
        or (a.status and a.closed_time is null and (a.person_id is not null or a.client_id = c.client_id)
            and (a.invitation_expires_at is null or a.invitation_expires_at > now())
            and not exists (
              select from auth.client_blocks b where b.portal_id = a.portal_id and b.client_id = c.client_id))));
    end if;
    if not found then return; end if;

    insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
    values (p_day, p_jti, p_sid, p_client_id, p_account_id, p_portal_id, currval('auth.token_seq'), p_expires_at);
  end $function$
;
grant execute on function auth.issue_access_token to lp_auth;
revoke execute on function auth.issue_access_token from public;

CREATE OR REPLACE FUNCTION auth.issue_access_tokens(p_portal_id integer[], p_client_id text[], p_version text[], p_account_id integer[], p_jti text[], p_sid text[], p_day date, p_expires_at timestamp with time zone)
 RETURNS TABLE(n integer, seq bigint, client_scopes text[], portal_id integer, portal_name text, account_id integer, person_id bigint, roles text[], email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$ begin end $function$
;
grant execute on function auth.issue_access_tokens to lp_auth;
revoke execute on function auth.issue_access_tokens from public;

CREATE OR REPLACE FUNCTION auth.issue_address_link(p_person_id bigint, p_email text, p_hash bytea, p_now timestamp with time zone, p_expires_at timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if not exists (
         select 1 from identity.mails m
          where m.person_id = p_person_id and m.template = 'address-change' and lower(m.recipient) = lower(p_email)
            and m.sent_time is null and m.next_try_time is not null and m.tries > 0) then
      raise exception 'no mail with a link waits for this address' using errcode = 'insufficient_privilege';
    end if;
    perform 1 from auth.address_changes
      where person_id = p_person_id and lower(email) = lower(p_email) and expires_at > p_now for update;
    if not found then return 'gone'; end if;
    if auth.is_address_taken(p_person_id, p_email, p_now) then return 'taken'; end if;
    update auth.address_changes set hash = p_hash, link_expires_at = least(p_expires_at, expires_at)
     where person_id = p_person_id;
    return 'stored';
  end $function$
;
grant execute on function auth.issue_address_link to lp_worker;
revoke execute on function auth.issue_address_link from public;

CREATE OR REPLACE FUNCTION auth.issue_code(p_portal_id integer, p_client_id text, p_account_id integer, p_day date, p_hash bytea, p_family_id text, p_redirect_uri text, p_scopes text[], p_code_challenge text, p_by_own_login boolean, p_expires_at timestamp with time zone, p_factor_time timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    
    if (p_portal_id is null or pg_advisory_xact_lock_shared(7511, p_portal_id) is not null)
       and pg_advisory_xact_lock_shared(7512, hashtext(p_client_id)) is not null
       and (p_account_id is null or pg_advisory_xact_lock_shared(7513, p_account_id) is not null) then end if;
    insert into auth.codes (day, hash, family_id, client_id, account_id, portal_id, redirect_uri, scopes,
                            code_challenge, by_own_login, expires_at, factor_time)
    select p_day, p_hash, p_family_id, c.client_id, a.id, a.portal_id, p_redirect_uri, p_scopes,
           p_code_challenge, p_by_own_login, p_expires_at, p_factor_time
      from auth.clients c, identity.accounts a
     where c.client_id = p_client_id and c.status = 1
       and a.portal_id = p_portal_id and a.id = p_account_id and a.status and a.closed_time is null
       and (a.invitation_expires_at is null or a.invitation_expires_at > now()) and (a.accepted_at is not null or not p_by_own_login);
    return found;
  end $function$
;
grant execute on function auth.issue_code to lp_auth;
revoke execute on function auth.issue_code from public;

CREATE OR REPLACE FUNCTION auth.issue_merge_link(p_person_id bigint, p_email text, p_hash bytea, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if not exists (
         select 1 from identity.mails m join identity.persons h on h.id = m.person_id
          where m.person_id = p_person_id and m.template = 'merge-accounts' and lower(m.recipient) = lower(p_email)
            and h.email_key = lower(p_email)
            and m.sent_time is null and m.next_try_time is not null and m.tries > 0) then
      raise exception 'no mail with a link waits for this address' using errcode = 'insufficient_privilege';
    end if;
    update auth.merge_requests set hash = p_hash where person_id = p_person_id and expires_at > p_now;
    return found;
  end $function$
;
grant execute on function auth.issue_merge_link to lp_worker;
revoke execute on function auth.issue_merge_link from public;

CREATE OR REPLACE FUNCTION auth.issue_one_time_token(p_day date, p_hash bytea, p_portal_id integer, p_account_id integer, p_redirect_path text, p_expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    insert into auth.one_time_tokens (day, hash, portal_id, account_id, redirect_path, expires_at)
    values (p_day, p_hash, p_portal_id, p_account_id, p_redirect_path, p_expires_at)
  $function$
;
grant execute on function auth.issue_one_time_token to lp_api;
revoke execute on function auth.issue_one_time_token from public;

CREATE OR REPLACE FUNCTION auth.issue_password_link(p_person_id bigint, p_hash bytea, p_portal_id integer, p_expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if session_user = 'lp_worker' then
      if not exists (
           select 1 from identity.mails m
            where m.person_id = p_person_id and m.template in ('login', 'password-reset')
              and m.portal_id is not distinct from p_portal_id
              and m.sent_time is null and m.next_try_time is not null and m.tries > 0)
         and not exists (
           select 1 from identity.persons h
             join identity.mails m on lower(m.recipient) = h.email_key and m.template in ('login', 'password-reset')
            where h.id = p_person_id and m.person_id is null and m.portal_id is not distinct from p_portal_id
              and m.sent_time is null and m.next_try_time is not null and m.tries > 0)
      then
        raise exception 'no mail with a link waits for this person' using errcode = 'insufficient_privilege';
      end if;
      p_expires_at := least(p_expires_at, clock_timestamp() + interval '25 hours');
    end if;
    insert into auth.password_links (person_id, hash, portal_id, expires_at)
    values (p_person_id, p_hash, p_portal_id, p_expires_at)
    on conflict (person_id, owner_key) do update
      set hash = excluded.hash, expires_at = excluded.expires_at, used_at = null;
  end $function$
;
grant execute on function auth.issue_password_link to lp_worker;
revoke execute on function auth.issue_password_link from public;

CREATE OR REPLACE FUNCTION auth.issue_undo_link(p_person_id bigint, p_email text, p_hash bytea, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if not exists (
         select 1 from identity.mails m
          where m.person_id = p_person_id and m.template = 'address-changed' and lower(m.recipient) = lower(p_email)
            and m.sent_time is null and m.next_try_time is not null and m.tries > 0) then
      raise exception 'no mail with a link waits for this address' using errcode = 'insufficient_privilege';
    end if;
    update auth.former_addresses set hash = p_hash
     where email_key = lower(p_email) and person_id = p_person_id and expires_at > p_now;
    return found;
  end $function$
;
grant execute on function auth.issue_undo_link to lp_worker;
revoke execute on function auth.issue_undo_link from public;

CREATE OR REPLACE FUNCTION auth.join_placeholder(p_placeholder bigint, p_person_id bigint, p_until timestamp with time zone)
 RETURNS integer[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_apart int[];
  begin
    -- a person who has proven the address since it was looked at is nobody's placeholder
    perform 1 from identity.persons where id = p_placeholder and verified_time is null for update;
    if not found then
      raise exception 'the address was taken just now' using errcode = 'serialization_failure';
    end if;
    perform 1 from identity.accounts where person_id = p_placeholder order by portal_id, id for update;
    perform auth.end_unverified_logins(p_placeholder, p_until);
    v_apart := array(
      select a.id from identity.accounts a
        join identity.accounts b on b.portal_id = a.portal_id and b.person_id = p_person_id and b.closed_time is null
       where a.person_id = p_placeholder and a.closed_time is null order by a.portal_id, a.id);
    update identity.accounts set person_id = p_person_id, accepted_at = null, left_by = null
     where person_id = p_placeholder and id <> all(v_apart);
    delete from auth.password_links where person_id = p_placeholder;
    update identity.mails set person_id = p_person_id where person_id = p_placeholder;
    if v_apart = '{}' then
      delete from identity.persons where id = p_placeholder;
    else
      update identity.persons set email = 'apart-' || id || '@apart.invalid' where id = p_placeholder;
      update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
       where id = any(v_apart);
    end if;
    return v_apart;
  end $function$
;
revoke execute on function auth.join_placeholder from public;

CREATE OR REPLACE FUNCTION auth.leave_offers(p_person_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_left bigint;
  begin
    perform 1 from identity.accounts where person_id = p_person_id and accepted_at is null order by portal_id, id for update;
    insert into identity.persons (email, first_name, last_name, locale)
    select 'left-' || p_person_id || '@apart.invalid', a.first_name, a.last_name, a.locale
      from identity.accounts a where a.person_id = p_person_id and a.accepted_at is null
     order by a.created_time desc, a.id desc limit 1
    returning id into v_left;
    if v_left is null then return null; end if;
    update identity.accounts set person_id = v_left, left_by = p_person_id
     where person_id = p_person_id and accepted_at is null;
    update identity.mails set person_id = v_left
     where person_id = p_person_id and template in ('login', 'invitation') and next_try_time is not null;
    return v_left;
  end $function$
;
revoke execute on function auth.leave_offers from public;

CREATE OR REPLACE FUNCTION auth.lock_approval(p_portal_id integer, p_client_id text)
 RETURNS SETOF auth.approvals
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    perform pg_advisory_xact_lock_shared(7511, p_portal_id);
    return query select * from auth.approvals a where a.portal_id = p_portal_id and a.client_id = p_client_id;
  end $function$
;
grant execute on function auth.lock_approval to lp_auth;
revoke execute on function auth.lock_approval from public;

CREATE OR REPLACE FUNCTION auth.lock_person_rights(p_person_id bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    perform pg_advisory_xact_lock(7513, a.id)
       from (select id from identity.accounts where person_id = p_person_id and closed_time is null
              order by portal_id, id) a;
  end $function$
;
revoke execute on function auth.lock_person_rights from public;

CREATE OR REPLACE FUNCTION auth.lock_portal_rights(p_portal_id integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    perform pg_advisory_xact_lock(7511, p_portal_id);
  end $function$
;
grant execute on function auth.lock_portal_rights to lp_auth;
revoke execute on function auth.lock_portal_rights from public;

CREATE OR REPLACE FUNCTION auth.merge_obstacle(p_person_id bigint, p_other_id bigint, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_portals jsonb;
  begin
    if exists (select 1 from auth.former_addresses
                where person_id in (p_person_id, p_other_id) and expires_at > p_now) then
      return '{"outcome": "recent"}';
    end if;
    select jsonb_agg(coalesce(d.name, p.title) order by coalesce(d.name, p.title)) into v_portals
      from identity.accounts a
      join identity.accounts b on b.portal_id = a.portal_id and b.person_id = p_person_id and b.closed_time is null
      join identity.portals p on p.id = a.portal_id
      left join identity.portal_brands d on d.portal_id = p.id
     where a.person_id = p_other_id and a.closed_time is null;
    if v_portals is null then return null; end if;
    return jsonb_build_object('outcome', 'both', 'portals', v_portals);
  end $function$
;
revoke execute on function auth.merge_obstacle from public;

CREATE OR REPLACE FUNCTION auth.merge_persons(p_hash bytea, p_session_id text, p_person_id bigint, p_now timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare
    v_request auth.merge_requests; v_other identity.persons; v_left bigint; v_moved int[]; v_obstacle jsonb;
  begin
    select * into v_request from auth.merge_requests where hash = p_hash and session_id = p_session_id;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from identity.persons where id in (p_person_id, v_request.person_id) order by id for update;
    delete from auth.merge_requests
     where hash = p_hash and session_id = p_session_id and person_id = v_request.person_id and expires_at > p_now
    returning * into v_request;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id and by_password for key share;
    if not found then return '{"outcome": "dead"}'; end if;
    select * into v_other from identity.persons
     where id = v_request.person_id and id <> p_person_id and verified_time is not null;
    if not found or not auth.is_same_login(v_other.id, v_request.password_mark, v_request.by_factor) then
      return '{"outcome": "dead"}';
    end if;
    v_obstacle := auth.merge_obstacle(p_person_id, v_other.id, p_now);
    if v_obstacle is not null then return v_obstacle; end if;

    v_left := auth.leave_offers(v_other.id);
    v_moved := auth.move_accounts(v_other.id, p_person_id, p_until);
    delete from identity.persons where id = v_other.id;
    perform auth.settle_left(v_left, v_other.email);
    return jsonb_build_object('outcome', 'done', 'personId', v_other.id, 'email', v_other.email,
                              'locale', v_other.locale, 'moved', to_jsonb(v_moved));
  end $function$
;
grant execute on function auth.merge_persons to lp_auth;
revoke execute on function auth.merge_persons from public;

CREATE OR REPLACE FUNCTION auth.move_accounts(p_from bigint, p_to bigint, p_until timestamp with time zone)
 RETURNS integer[]
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_open int[];
  begin
    perform 1 from identity.accounts where person_id = p_from order by portal_id, id for update;
    perform auth.end_access_tokens(p_from, p_until);
    perform auth.end_logins(p_from, 'merged', null, p_until);
    delete from auth.consents c using identity.accounts a
     where a.person_id = p_from and c.portal_id = a.portal_id and c.account_id = a.id;
    v_open := array(select id from identity.accounts where person_id = p_from and closed_time is null
                     order by portal_id, id);
    update identity.accounts
       set person_id = p_to,
           updated_time = case when closed_time is null then clock_timestamp() else updated_time end,
           updated_xid = case when closed_time is null then pg_current_xact_id() else updated_xid end
     where person_id = p_from;
    update identity.accounts set left_by = p_to where left_by = p_from;
    delete from auth.password_links where person_id = p_from;
    delete from auth.address_changes where person_id = p_from;
    delete from auth.former_addresses where person_id = p_from;
    delete from auth.second_factors where person_id = p_from;
    delete from auth.recovery_codes where person_id = p_from;
    delete from auth.passwords where person_id = p_from;
    update identity.mails set person_id = p_to where person_id = p_from;
    return v_open;
  end $function$
;
revoke execute on function auth.move_accounts from public;

CREATE OR REPLACE FUNCTION auth.onboarding_rights(p_client_id text, p_partner_portal_id integer)
 RETURNS TABLE(client_portal_id integer, client_portal_is_partner boolean, partner_exists boolean, partner_approved boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    select c.portal_id, coalesce(own.is_distribution_partner, false),
           exists (select 1 from identity.portals where id = p_partner_portal_id and is_distribution_partner),
           exists (select 1 from auth.approvals a
                    where a.portal_id = p_partner_portal_id and a.client_id = p_client_id and a.makes_portals)
      from auth.clients c left join identity.portals own on own.id = c.portal_id
     where c.client_id = p_client_id and c.status = 1
  $function$
;
grant execute on function auth.onboarding_rights to lp_api;
grant execute on function auth.onboarding_rights to lp_auth;
revoke execute on function auth.onboarding_rights from public;

CREATE OR REPLACE FUNCTION auth.read_audit_log(p_portal_id integer, p_event text, p_account_id integer, p_about_id integer, p_client_id text, p_from timestamp with time zone, p_before timestamp with time zone, p_after_time timestamp with time zone, p_after_id bigint, p_limit integer)
 RETURNS TABLE(id bigint, "time" timestamp with time zone, event text, account_id integer, client_id text, ip text, user_agent text, request_id text, details jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  begin
    return query
    select l.id, l.time, l.event, l.account_id, l.client_id, l.ip, l.user_agent, l.request_id, l.details
      from auth.audit_log l
     where l.portal_id = p_portal_id
       and (p_event is null or l.event = p_event)
       and (p_account_id is null or l.account_id = p_account_id)
       and (p_about_id is null or l.details->>'user_id' = p_about_id::text)
       and (p_client_id is null or l.client_id = p_client_id)
       and l.time >= p_from and l.time < p_before
       and l.day between (p_from at time zone 'utc')::date and (p_before at time zone 'utc')::date
       and (p_after_time is null or (l.time, l.id) < (p_after_time, p_after_id))
     order by l.time desc, l.id desc
     limit p_limit;
  end $function$
;
grant execute on function auth.read_audit_log to lp_api;
revoke execute on function auth.read_audit_log from public;

CREATE OR REPLACE FUNCTION auth.refresh_access_token(p_client_id text, p_client_version text, p_day date, p_hash bytea, p_jti text, p_next_hash bytea, p_now timestamp with time zone, p_new_day date, p_expires_at timestamp with time zone, p_family_until timestamp with time zone, p_replaced_hash bytea)
 RETURNS TABLE(seq bigint, family_id text, scopes text[], client_scopes text[], portal_id integer, portal_name text, account_id integer, person_id bigint, roles text[], email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
  #variable_conflict use_column
  declare
    v_family_id text; v_portal_id int; v_account_id int; v_scopes text[]; v_factor_time timestamptz;
    v_used_at timestamptz; v_replaced_day date;
  begin
    select t.family_id, t.portal_id, t.account_id into v_family_id, v_portal_id, v_account_id
      from auth.refresh_tokens t
      join auth.grant_families f on f.id = t.family_id
      join auth.clients c on c.client_id = t.client_id
     where t.day = p_day and t.hash = p_hash and t.client_id = p_client_id and t.expires_at > p_now
       and (t.used_at is null or t.next_hash = p_replaced_hash)
       and (p_client_version is null or c.xmin::text = p_client_version and f.openid_scopes = '{}');
    if not found then return; end if;
    
    if (v_portal_id is null or pg_advisory_xact_lock_shared(7511, v_portal_id) is not null)
       and pg_advisory_xact_lock_shared(7512, hashtext(p_client_id)) is not null
       and (v_account_id is null or pg_advisory_xact_lock_shared(7513, v_account_id) is not null) then end if;
    select f.scopes, f.factor_time into v_scopes, v_factor_time
      from auth.grant_families f where f.id = v_family_id and f.ended_at is null for no key update;
    if not found then return; end if;
    if p_replaced_hash is not null then
      select t.used_at, t.next_day into v_used_at, v_replaced_day
        from auth.refresh_tokens t
       where t.day = p_day and t.hash = p_hash and t.next_hash = p_replaced_hash;
      -- not a join: it would read every partition between the two days
      perform from auth.refresh_tokens s
        where s.day = v_replaced_day and s.hash = p_replaced_hash and s.used_at is null;
      if not found then return; end if;
    end if;

    return query
    with allowed as materialized (
      select c.scopes as client_scopes, 
  a.portal_id, p.name as portal_name, a.id as account_id, a.person_id, a.roles,
  coalesce(h.email, a.client_id || '@clients.invalid') as email, a.first_name, a.last_name
        from auth.clients c
        
  left join (identity.accounts a
             join identity.portals p on p.id = a.portal_id
             left join identity.persons h on h.id = a.person_id)
    on a.portal_id = v_portal_id and a.id = v_account_id
        left join auth.second_factors s on s.person_id = a.person_id
       where c.client_id = p_client_id and 
  (c.status = 1
   and (v_account_id is null
        or (a.status and a.closed_time is null and (a.person_id is not null or a.client_id = c.client_id)
            and (a.invitation_expires_at is null or a.invitation_expires_at > now())
            and not exists (
              select from auth.client_blocks b where b.portal_id = a.portal_id and b.client_id = c.client_id))))
         and (
  (a.status and a.closed_time is null and 'Administrator' = any(a.roles)
   and p.configuration -> 'require_second_factor' = 'true'::jsonb) is not true or v_factor_time >= s.confirmed_at)
    ), used as (
      update auth.refresh_tokens t
         set used_at = coalesce(v_used_at, clock_timestamp()), next_day = p_new_day, next_hash = p_next_hash,
             repeated_at = case when v_used_at is not null then clock_timestamp() end
        from allowed
       where t.day = p_day and t.hash = p_hash and t.used_at is not distinct from v_used_at
      returning t.hash
    ), issued as materialized (
      select nextval('auth.token_seq') as seq, v_family_id as family_id, v_scopes as scopes, allowed.* from allowed, used
    ), extended as (
      update auth.grant_families f set last_used_time = p_now, expires_at = p_family_until
        from issued i where f.id = i.family_id
    ), stored as (
      insert into auth.access_tokens (day, jti, sid, client_id, account_id, portal_id, seq, expires_at)
      select p_new_day, p_jti, i.family_id, p_client_id, i.account_id, i.portal_id, i.seq, p_expires_at from issued i
    ), followed as (
      insert into auth.refresh_tokens (day, hash, family_id, client_id, account_id, portal_id, expires_at)
      select p_new_day, p_next_hash, i.family_id, p_client_id, i.account_id, i.portal_id, p_family_until from issued i
    )
    select * from issued;

    if found and v_used_at is not null then
      update auth.refresh_tokens s set used_at = v_used_at where s.day = v_replaced_day and s.hash = p_replaced_hash;
    end if;
  end $function$
;
grant execute on function auth.refresh_access_token to lp_auth;
revoke execute on function auth.refresh_access_token from public;

CREATE OR REPLACE FUNCTION auth.refresh_access_tokens(p_client_id text[], p_version text[], p_day date[], p_hash bytea[], p_jti text[], p_next bytea[], p_now timestamp with time zone, p_new_day date, p_expires_at timestamp with time zone, p_families_until timestamp with time zone)
 RETURNS TABLE(n integer, seq bigint, family_id text, scopes text[], client_scopes text[], portal_id integer, portal_name text, account_id integer, person_id bigint, roles text[], email text, first_name text, last_name text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$ begin end $function$
;
grant execute on function auth.refresh_access_tokens to lp_auth;
revoke execute on function auth.refresh_access_tokens from public;

CREATE OR REPLACE FUNCTION auth.remove_expired(p_table text, p_before timestamp with time zone, p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare removed int;
  begin
    if p_table not in ('sessions', 'grant_families', 'spent_assertions', 'revocations') then
      raise exception 'nothing in % expires', p_table;
    end if;
    execute format(
      'delete from auth.%1$I where ctid = any(array(
         select ctid from auth.%1$I where expires_at < $1 order by expires_at limit $2 for update skip locked))',
      p_table) using p_before, p_limit;
    get diagnostics removed = row_count;
    return removed;
  end $function$
;
grant execute on function auth.remove_expired to lp_auth;
revoke execute on function auth.remove_expired from public;

CREATE OR REPLACE FUNCTION auth.rename_person(p_person_id bigint, p_session_id text, p_first_name text, p_last_name text)
 RETURNS integer[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_former identity.persons; v_accounts int[];
  begin
    select * into v_former from identity.persons where id = p_person_id and verified_time is not null for update;
    if not found then return null; end if;
    perform 1 from auth.sessions
      where id = p_session_id and person_id = p_person_id and only_account_id is null for key share;
    if not found then return null; end if;
    update identity.persons set first_name = p_first_name, last_name = p_last_name where id = p_person_id;
    select coalesce(array_agg(id), '{}') into v_accounts from (
      select id from identity.accounts
       where person_id = p_person_id and accepted_at is not null and closed_time is null
         and first_name = v_former.first_name and last_name = v_former.last_name
       order by portal_id, id for update) named;
    update identity.accounts
       set first_name = p_first_name, last_name = p_last_name,
           updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = p_person_id and id = any(v_accounts);
    return v_accounts;
  end $function$
;
grant execute on function auth.rename_person to lp_auth;
revoke execute on function auth.rename_person from public;

CREATE OR REPLACE FUNCTION auth.request_address_change(p_person_id bigint, p_email text, p_now timestamp with time zone, p_expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    insert into auth.address_changes (person_id, email, requested_time, expires_at)
    select id, p_email, p_now, p_expires_at from identity.persons where id = p_person_id and verified_time is not null
    on conflict (person_id) do update
      set email = excluded.email, requested_time = excluded.requested_time, expires_at = excluded.expires_at,
          hash = null, link_expires_at = null
  $function$
;
grant execute on function auth.request_address_change to lp_auth;
revoke execute on function auth.request_address_change from public;

CREATE OR REPLACE FUNCTION auth.request_merge(p_session_id text, p_person_id bigint, p_other_id bigint, p_now timestamp with time zone, p_fresh_since timestamp with time zone, p_expires_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_login auth.merge_logins; v_other identity.persons; v_obstacle jsonb;
  begin
    perform 1 from identity.persons where id in (p_person_id, p_other_id) order by id for update;
    perform 1 from auth.sessions where id = p_session_id and person_id = p_person_id and by_password for key share;
    if not found then return '{"outcome": "sign in"}'; end if;
    select * into v_login from auth.merge_logins
     where session_id = p_session_id and person_id = p_other_id and signed_in_at > p_fresh_since;
    if not found then return '{"outcome": "sign in"}'; end if;
    select * into v_other from identity.persons
     where id = p_other_id and id <> p_person_id and verified_time is not null;
    if not found or not auth.is_same_login(p_other_id, v_login.password_mark, v_login.by_factor) then
      return '{"outcome": "sign in"}';
    end if;
    v_obstacle := auth.merge_obstacle(p_person_id, p_other_id, p_now);
    if v_obstacle is not null then return v_obstacle; end if;
    delete from auth.merge_requests where session_id = p_session_id or person_id = p_other_id;
    insert into auth.merge_requests (person_id, session_id, password_mark, by_factor, expires_at)
    values (p_other_id, p_session_id, v_login.password_mark, v_login.by_factor, p_expires_at);
    return jsonb_build_object('outcome', 'asked', 'personId', v_other.id, 'email', v_other.email,
                              'locale', v_other.locale);
  end $function$
;
grant execute on function auth.request_merge to lp_auth;
revoke execute on function auth.request_merge from public;

CREATE OR REPLACE FUNCTION auth.revoke_client_for_account(p_portal_id integer, p_client_id text, p_account_id integer, p_because text, p_expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_ended bigint; v_codes bigint;
  begin
    perform pg_advisory_xact_lock(7513, p_account_id);
    with consents as (
      delete from auth.consents
       where portal_id = p_portal_id and account_id = p_account_id and client_id = p_client_id returning 1
    ), families as (
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
       where f.portal_id = p_portal_id and f.account_id = p_account_id and f.client_id = p_client_id
         and f.ended_at is null
      returning f.id
    ), assertions as (
      delete from auth.assertion_families
       where portal_id = p_portal_id and account_id = p_account_id and client_id = p_client_id returning sid
    ), revoked as (
      insert into auth.revocations (sid, expires_at)
      select id, p_expires_at from families union all select sid, p_expires_at from assertions
      returning 1
    )
    select (select count(*) from consents) + (select count(*) from revoked) into v_ended;
    update auth.codes c set expires_at = 'epoch'
     where c.day >= (now() at time zone 'utc')::date - 1 and c.account_id = p_account_id and c.used_at is null
       and c.portal_id = p_portal_id and c.client_id = p_client_id and c.expires_at > 'epoch';
    get diagnostics v_codes = row_count;
    update auth.onboarding_grants g set expires_at = 'epoch'
     where g.portal_id = p_portal_id and g.account_id = p_account_id and g.client_id = p_client_id;
    return v_ended + v_codes > 0;
  end $function$
;
grant execute on function auth.revoke_client_for_account to lp_auth;
revoke execute on function auth.revoke_client_for_account from public;

CREATE OR REPLACE FUNCTION auth.revoke_client_in_portal(p_portal_id integer, p_client_id text, p_consents_too boolean, p_because text, p_expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_seq bigint;
  begin
    perform pg_advisory_xact_lock(7511, p_portal_id);
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (client_id, portal_id, seq, expires_at)
    values (p_client_id, p_portal_id, v_seq, p_expires_at);
    update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
     where f.ended_at is null and f.client_id = p_client_id and f.portal_id = p_portal_id
       and (p_consents_too or not exists (
         select 1 from auth.consents c where c.portal_id = f.portal_id and c.account_id = f.account_id
                                         and c.client_id = f.client_id));
    update auth.codes c set expires_at = 'epoch'
     where c.day >= (now() at time zone 'utc')::date - 1 and c.used_at is null
       and c.client_id = p_client_id and c.portal_id = p_portal_id
       and (p_consents_too or not exists (
         select 1 from auth.consents k where k.portal_id = c.portal_id and k.account_id = c.account_id
                                         and k.client_id = c.client_id));
  end $function$
;
grant execute on function auth.revoke_client_in_portal to lp_auth;
revoke execute on function auth.revoke_client_in_portal from public;

CREATE OR REPLACE FUNCTION auth.revoke_rights(p_kind text, p_subject text, p_end_families boolean, p_because text, p_expires_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_seq bigint;
  begin
    if p_kind = 'account' and exists (
         select 1 from identity.accounts a
          where a.id = p_subject::int and a.person_id is not null and a.closed_time is not null
            and a.updated_xid <> pg_current_xact_id()) then
      return;
    end if;
    case p_kind
      when 'portal' then perform pg_advisory_xact_lock(7511, p_subject::int);
      when 'client' then perform pg_advisory_xact_lock(7512, hashtext(p_subject));
      when 'account' then perform pg_advisory_xact_lock(7513, p_subject::int);
      else raise exception 'unknown kind %', p_kind;
    end case;
    select case when is_called then last_value else last_value - 1 end into v_seq from auth.token_seq;
    insert into auth.revocations (account_id, client_id, portal_id, seq, expires_at)
    values (case p_kind when 'account' then p_subject::int end, case p_kind when 'client' then p_subject end,
            case p_kind when 'portal' then p_subject::int end, v_seq, p_expires_at);
    if p_end_families then
      update auth.grant_families f set ended_at = clock_timestamp(), ended_because = p_because
       where f.ended_at is null
         and case p_kind
               when 'portal' then f.portal_id = p_subject::int
               when 'client' then f.client_id = p_subject
               else f.portal_id = (select a.portal_id from identity.accounts a where a.id = p_subject::int)
                    and f.account_id = p_subject::int
             end;
      if p_kind = 'account' then
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.account_id = p_subject::int and c.used_at is null;
        delete from auth.consents k using identity.accounts a
         where a.id = p_subject::int and a.closed_time is not null
           and k.portal_id = a.portal_id and k.account_id = a.id;
      else
        update auth.codes c set expires_at = 'epoch'
         where c.day >= (now() at time zone 'utc')::date - 1 and c.used_at is null
           and case p_kind when 'portal' then c.portal_id = p_subject::int else c.client_id = p_subject end;
      end if;
    end if;
  end $function$
;
grant execute on function auth.revoke_rights to lp_api;
grant execute on function auth.revoke_rights to lp_auth;
revoke execute on function auth.revoke_rights from public;

CREATE OR REPLACE FUNCTION auth.set_portal_password(p_portal_id integer, p_account_id integer, p_hash text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    insert into auth.portal_passwords (portal_id, account_id, hash)
    select a.portal_id, a.id, p_hash
      from identity.accounts a join identity.persons h on h.id = a.person_id
     where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is null and h.verified_time is null
       and (session_user <> 'lp_api' or a.made_xid = pg_current_xact_id() and a.created_time = now()) -- with the account alone
    on conflict (portal_id, account_id) do nothing
  $function$
;
grant execute on function auth.set_portal_password to lp_api;
revoke execute on function auth.set_portal_password from public;

CREATE OR REPLACE FUNCTION auth.settle_left(p_left bigint, p_email text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog'
AS $function$
    update identity.persons set email = p_email where id = p_left
  $function$
;
revoke execute on function auth.settle_left from public;

CREATE OR REPLACE FUNCTION auth.undo_address_change(p_hash bytea, p_now timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare
    v_former auth.former_addresses; v_person identity.persons; v_holder bigint; v_left bigint; v_apart int[] := '{}';
    v_factor boolean;
  begin
    select * into v_former from auth.former_addresses where hash = p_hash;
    if not found then return '{"outcome": "dead"}'; end if;
    perform 1 from identity.persons where id = v_former.person_id or email_key = v_former.email_key
      order by id for update;
    delete from auth.former_addresses where hash = p_hash and expires_at > p_now;
    if not found then return '{"outcome": "dead"}'; end if;
    if auth.is_address_taken(v_former.person_id, v_former.email, p_now) then return '{"outcome": "dead"}'; end if;

    select * into v_person from identity.persons where id = v_former.person_id;
    v_left := auth.leave_offers(v_person.id);
    select id into v_holder from identity.persons where email_key = v_former.email_key and id <> v_former.person_id;
    if found then v_apart := auth.join_placeholder(v_holder, v_former.person_id, p_until); end if;
    delete from auth.former_addresses where person_id = v_former.person_id and left_time >= v_former.left_time;
    delete from auth.address_changes where person_id = v_former.person_id;
    perform auth.assign_address(v_person.id, v_former.email, p_now);
    perform auth.settle_left(v_left, v_person.email);
    update identity.accounts set updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
     where person_id = v_person.id and accepted_at is not null and closed_time is null;
    perform auth.end_access_tokens(v_person.id, p_until);
    perform auth.end_logins(v_person.id, 'address change undone', v_former.left_time, p_until);
    delete from auth.consents c using identity.accounts a
     where a.person_id = v_person.id and c.portal_id = a.portal_id and c.account_id = a.id
       and c.granted_time >= v_former.left_time;
    update auth.password_links set used_at = clock_timestamp() where person_id = v_person.id and used_at is null;
    delete from auth.passwords where person_id = v_person.id;
    delete from auth.second_factors
     where person_id = v_person.id
       and (confirmed_at is null or confirmed_at >= v_former.left_time - interval '7 days')
    returning confirmed_at is not null into v_factor;
    if found then delete from auth.recovery_codes where person_id = v_person.id; end if;
    return jsonb_build_object('outcome', 'done', 'personId', v_person.id, 'lost', v_person.email,
                              'email', v_former.email, 'apart', to_jsonb(v_apart),
                              'hadFactor', coalesce(v_factor, false));
  end $function$
;
grant execute on function auth.undo_address_change to lp_auth;
revoke execute on function auth.undo_address_change from public;

CREATE OR REPLACE FUNCTION auth.verify_address(p_person_id bigint, p_by text, p_portal_id integer, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    update identity.persons set verified_time = clock_timestamp(), verified_by = p_by, verified_portal_id = p_portal_id
     where id = p_person_id and verified_time is null;
    if not found then return false; end if;
    update identity.accounts set left_by = null -- rows before the locks of their rights, as in every login
     where (portal_id, id) in (select portal_id, id from identity.accounts
                                where person_id = p_person_id and left_by is not null order by 1, 2 for update);
    perform auth.end_unverified_logins(p_person_id, p_until);
    return true;
  end $function$
;
grant execute on function auth.verify_address to lp_auth;
revoke execute on function auth.verify_address from public;

CREATE OR REPLACE FUNCTION identity.accept_by_token(p_portal_id integer, p_account_id integer, p_family_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    update identity.accounts a set accepted_at = clock_timestamp(), invitation_expires_at = null
     where a.portal_id = p_portal_id and a.id = p_account_id and a.accepted_at is null and a.closed_time is null
       and a.made_xid = pg_current_xact_id() and a.created_time = now() -- with the account alone
       and exists (select 1 from auth.grant_families f
                     join identity.accounts o on o.portal_id = f.portal_id and o.id = f.account_id
                    where f.id = p_family_id and f.by_own_login and f.ended_at is null
                      and o.status and o.closed_time is null and o.person_id = a.person_id);
    return found;
  end $function$
;
grant execute on function identity.accept_by_token to lp_api;
revoke execute on function identity.accept_by_token from public;

CREATE OR REPLACE FUNCTION identity.copy_closed_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    new.closed_email := case when new.closed_time is not null then
      coalesce(old.closed_email, (select email from identity.persons where id = new.person_id)) end;
    return new;
  end $function$
;
revoke execute on function identity.copy_closed_address from public;

CREATE OR REPLACE FUNCTION identity.correct_address(p_portal_id integer, p_account_id integer, p_person_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_former bigint;
  begin
    select a.person_id into v_former from identity.accounts a
     where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is null and a.accepted_at is null
       and a.person_id <> p_person_id
       and not exists (select 1 from identity.accounts b
                        where b.portal_id = p_portal_id and b.person_id = p_person_id and b.closed_time is null)
       for update;
    if v_former is null then return false; end if;
    update identity.accounts set person_id = p_person_id, left_by = null, declined_at = null
     where portal_id = p_portal_id and id = p_account_id;
    delete from auth.password_links where person_id = v_former and portal_id = p_portal_id;
    delete from auth.consents where portal_id = p_portal_id and account_id = p_account_id;
    delete from auth.portal_passwords w using identity.persons h
     where w.portal_id = p_portal_id and w.account_id = p_account_id and h.id = p_person_id
       and h.verified_time is not null;
    update identity.mails set next_try_time = null
     where person_id = v_former and portal_id = p_portal_id and template in ('login', 'invitation') and sent_time is null;
    perform 1 from identity.persons h where h.id = v_former and h.verified_time is null
       and not exists (select 1 from identity.accounts where person_id = v_former) for update;
    if found then
      delete from auth.sessions where person_id = v_former;
      delete from auth.password_links where person_id = v_former;
      update identity.mails set person_id = null where person_id = v_former;
      delete from identity.persons where id = v_former;
    end if;
    return true;
  end $function$
;
grant execute on function identity.correct_address to lp_api;
revoke execute on function identity.correct_address from public;

CREATE OR REPLACE FUNCTION identity.count_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'INSERT' then
      insert into identity.account_count_changes
        select portal_id, roles, status, count(*)
          from new_rows where person_id is not null and closed_time is null group by 1, 2, 3;
    elsif tg_op = 'DELETE' then
      insert into identity.account_count_changes
        select portal_id, roles, status, -count(*)
          from old_rows where person_id is not null and closed_time is null group by 1, 2, 3;
    else
      insert into identity.account_count_changes
        select portal_id, roles, status, sum(n) from (
            select *, 1 as n from new_rows union all select *, -1 from old_rows) changed
         where person_id is not null and closed_time is null group by 1, 2, 3 having sum(n) <> 0;
    end if;
    return null;
  end $function$
;
grant execute on function identity.count_accounts to public;

CREATE OR REPLACE FUNCTION identity.enqueue_mail(p_portal_id integer, p_person_id bigint, p_recipient text, p_template text, p_language text, p_data jsonb, p_templates text[], p_every interval, p_most integer, p_most_of_portal integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_all int; v_own int; v_silent boolean := false;
  begin
    if (session_user = 'lp_worker' and p_template not in ('webhook-parked', 'webhook-disabled'))
       or (session_user = 'lp_api' and p_template not in ('login', 'new-portal')
           and not (p_template = 'password-reset' and p_person_id is null and p_portal_id is null))
       or (session_user = 'lp_auth' and p_template in ('login', 'invitation', 'webhook-parked', 'webhook-disabled')) then
      raise exception '% sends no mails %', session_user, p_template using errcode = 'insufficient_privilege';
    end if;
    perform pg_advisory_xact_lock(7531, hashtext(lower(p_recipient)));
    select count(*), count(*) filter (where portal_id = p_portal_id) into v_all, v_own
      from identity.mails
     where lower(recipient) = lower(p_recipient) and created_time > clock_timestamp() - p_every
       and template = any(p_templates);
    if v_own >= p_most_of_portal then return 'portal'; end if;
    if v_all >= p_most then return 'address'; end if;
    if p_portal_id is not null and p_template in ('login', 'invitation') then
      select h.verified_time is not null
             and (exists (select 1 from identity.mails m
                           where m.person_id = h.id and m.template in ('login', 'invitation')
                             and m.portal_id = p_portal_id and m.created_time > clock_timestamp() - interval '30 days'
                             and (m.sent_time is not null or m.next_try_time is not null))
                  or exists (select 1 from identity.accounts a
                              where a.person_id = h.id and a.portal_id = p_portal_id
                                and a.declined_at > clock_timestamp() - interval '180 days'))
        into v_silent from identity.persons h where h.id = p_person_id;
    end if;
    insert into identity.mails (portal_id, person_id, recipient, template, language, data, created_time, next_try_time)
    values (p_portal_id, p_person_id, p_recipient, p_template, p_language, p_data, clock_timestamp(),
            case when v_silent then null else now() end);
    return 'stored';
  end $function$
;
grant execute on function identity.enqueue_mail to lp_api;
grant execute on function identity.enqueue_mail to lp_auth;
grant execute on function identity.enqueue_mail to lp_worker;
revoke execute on function identity.enqueue_mail from public;

CREATE OR REPLACE FUNCTION identity.remove_ended_payments(p_limit integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare removed int;
  begin
    delete from identity.payments where reference = any(array(
      select reference from identity.payments
       where state in ('declined', 'voided') and created_time < now() - interval '30 days'
       order by created_time limit p_limit for update skip locked));
    get diagnostics removed = row_count;
    return removed;
  end $function$
;
grant execute on function identity.remove_ended_payments to lp_worker;
revoke execute on function identity.remove_ended_payments from public;

CREATE OR REPLACE FUNCTION learning.add_counts(counts integer[], more integer[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select array(select coalesce(one, 0) + coalesce(another, 0)
                   from unnest(counts, more) with ordinality as pairs(one, another, place) order by place)
  $function$
;
grant execute on function learning.add_counts to public;

CREATE OR REPLACE FUNCTION learning.archive_enrollments_of_closed(p_portal_id integer, p_account_id integer, p_by integer)
 RETURNS SETOF learning.enrollments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if not exists (select 1 from identity.accounts a
                    where a.portal_id = p_portal_id and a.id = p_account_id and a.closed_time is not null) then
      return;
    end if;
    return query
      with archived as (
        update learning.enrollments e
           set archived_time = clock_timestamp(), archived_by = p_by, archived_because = 'account_closed',
               updated_time = clock_timestamp(), updated_xid = pg_current_xact_id()
         where e.portal_id = p_portal_id and e.account_id = p_account_id and e.archived_time is null returning e.*
      ), counted as (
        insert into learning.popularity_changes (lo_id, change)
        select a.lo_id, -count(*)::int from archived a group by a.lo_id
      )
      select a.* from archived a;
  end $function$
;
grant execute on function learning.archive_enrollments_of_closed to lp_auth;
revoke execute on function learning.archive_enrollments_of_closed from public;

CREATE OR REPLACE FUNCTION learning.composed(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select case when octet_length(given) = length(given) then given
                else regexp_replace(regexp_replace(translate(
                       case when given is nfkc normalized then given
                            else normalize(regexp_replace(given, '[™℠]|(?=[¼½¾⅐-⅞↉])' collate "pg_c_utf8", ' ', 'g'), nfkc) end,
                       'آأإٱىیکةۀہ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙၀၁၂၃၄၅၆၇၈၉០១២៣៤៥៦៧៨៩', 'ااااييكههه0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'),
                       '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]+' collate "pg_c_utf8", '', 'g'),
                       '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f\u1780-\u17d3\u17d7\u17dc\u17dd\u17e0-\u17e9\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3005-\u3007\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+' collate "pg_c_utf8", ' \& ', 'g') end
  $function$
;
grant execute on function learning.composed to public;

CREATE OR REPLACE FUNCTION learning.compounds(given text)
 RETURNS TABLE(parts text[], word text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select joined.parts, array_to_string(joined.parts, '')
      from regexp_matches(given collate "pg_c_utf8", '[^[:space:][:punct:]\u002d\u05be\u2010-\u2015\u2212\ufe63\uff0d]+(?:[\u002d\u05be\u2010-\u2015\u2212\ufe63\uff0d][^[:space:][:punct:]\u002d\u05be\u2010-\u2015\u2212\ufe63\uff0d]+)+', 'g') chain
     cross join lateral string_to_array(learning.plain(chain[1]), ' ') of_chain(parts)
     cross join lateral (
       select array[neighbours.part, neighbours.following]
         from (select u.part, lead(u.part) over (order by u.place) as following
                 from unnest(of_chain.parts) with ordinality u(part, place)) neighbours
        where neighbours.following is not null
       union all
       select of_chain.parts where cardinality(of_chain.parts) > 2) joined(parts)
  $function$
;
grant execute on function learning.compounds to public;

CREATE OR REPLACE FUNCTION learning.count_enrollment_hours()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if current_setting('learning.is_history', true) = 'on' then
      return null;
    end if;
    if tg_op = 'INSERT' then
      insert into learning.enrollment_hour_changes
        select portal_id, date_bin('30 minutes', time, 'epoch'), sum(created), sum(completed) from (
            select portal_id, created_time as time, 1 as created, 0 as completed
              from new_rows where parent_enrollment_id is null and archived_time is null
            union all
            select portal_id, updated_time, 0, 1
              from new_rows where parent_enrollment_id is null and archived_time is null and status = 'completed') happened
         group by 1, 2;
    else
      insert into learning.enrollment_hour_changes
        select n.portal_id, date_bin('30 minutes', n.updated_time, 'epoch'), 0, count(*)
          from new_rows n join old_rows o on o.id = n.id
         where n.parent_enrollment_id is null and n.status = 'completed' and o.status <> 'completed'
         group by 1, 2;
    end if;
    return null;
  end $function$
;
grant execute on function learning.count_enrollment_hours to public;

CREATE OR REPLACE FUNCTION learning.count_enrollments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    if tg_op = 'INSERT' then
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, count(*)
          from new_rows where archived_time is null group by 1, 2, 3, 4;
      insert into learning.enrollment_day_changes
        select portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null, count(*)
          from new_rows where archived_time is null group by 1, 2, 3, 4;
    elsif tg_op = 'DELETE' then
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, -count(*)
          from old_rows where archived_time is null group by 1, 2, 3, 4;
      insert into learning.enrollment_day_changes
        select portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null, -count(*)
          from old_rows where archived_time is null group by 1, 2, 3, 4;
    else
      insert into learning.enrollment_count_changes
        select portal_id, lo_id, status, parent_enrollment_id is not null, sum(n) from (
            select *, 1 as n from new_rows union all select *, -1 from old_rows) changed
         where archived_time is null group by 1, 2, 3, 4 having sum(n) <> 0;
      insert into learning.enrollment_day_changes
        select portal_id, (updated_time at time zone 'utc')::date, status, parent_enrollment_id is not null, sum(n) from (
            select *, 1 as n from new_rows union all select *, -1 from old_rows) changed
         where archived_time is null group by 1, 2, 3, 4 having sum(n) <> 0;
    end if;
    return null;
  end $function$
;
grant execute on function learning.count_enrollments to public;

CREATE OR REPLACE FUNCTION learning.enqueue_lost_facets()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if tg_op = 'DELETE' then
      insert into learning.facet_lost (code) select unnest(old.facet_codes);
    else
      insert into learning.facet_lost (code)
        select c.code from unnest(old.facet_codes) c(code) where c.code <> all(new.facet_codes);
    end if;
    return null;
  end $function$
;
revoke execute on function learning.enqueue_lost_facets from public;

CREATE OR REPLACE FUNCTION learning.enqueue_outbox()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    insert into learning.outbox_pending (shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide)
    select shard, id, created_on, portal_id, type, object_type, object_id, fired_at, wide from inserted;
    return null;
  end $function$
;
grant execute on function learning.enqueue_outbox to public;

CREATE OR REPLACE FUNCTION learning.enqueue_search_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if exists (select from learning.search_index) then
      if tg_argv[0] = 'id' then
        insert into learning.search_changes (lo_id) select distinct id from changed;
      else
        insert into learning.search_changes (lo_id) select distinct lo_id from changed;
      end if;
    end if;
    return null;
  end $function$
;
revoke execute on function learning.enqueue_search_changes from public;

CREATE OR REPLACE FUNCTION learning.facet_keys(o learning.learning_objects)
 RETURNS TABLE(facet smallint, key text)
 LANGUAGE sql
 STABLE
AS $function$
    select 1::smallint, o.type
    union select 2::smallint, o.language
    union select 3::smallint, o.provider_id::text
    union select 4::smallint, unnest(o.tags)
    union select 5::smallint, unnest(o.topics)
    union select 6::smallint, e.country from learning.learning_object_events e where e.lo_id = o.id
  $function$
;
grant execute on function learning.facet_keys to public;

CREATE OR REPLACE FUNCTION learning.index_documents(changed integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
  begin
    perform learning.index_objects(changed);
  end $function$
;
grant execute on function learning.index_documents to public;

CREATE OR REPLACE FUNCTION learning.index_objects(changed integer[])
 RETURNS integer[]
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  declare
    portals int[];
    names text[];
    grown int[];
  begin
    -- the values of facets that are written here are not removed meanwhile
    perform pg_advisory_xact_lock_shared(7535, 0);

    -- the topics that their documents have had until now; other changes of these objects have to wait for us
    select array_agg(had.portal_id), array_agg(had.name) into portals, names
      from (select distinct d.owner_portal as portal_id, v.key as name
              from learning.search_doc d
             cross join lateral unnest(d.facet_codes) c(code)
              join learning.facet_values v on v.code = c.code
             where d.lo_id = any(changed) and c.code & 7 = 5) had;

    perform learning.write_documents(changed);

    with made as (
      insert into learning.topics (portal_id, name)
        select used.portal_id, used.name
          from (select distinct o.portal_id, t.name
                  from learning.learning_objects o cross join lateral unnest(o.topics) t(name)
                 where o.id = any(changed) and o.retired_time is null) used
         where not exists (select 1 from learning.topics k
                            where k.portal_id = used.portal_id and k.name = used.name)
         order by 1, 2
      on conflict (portal_id, name) do nothing
      returning portal_id
    ) select coalesce(array_agg(distinct portal_id), '{}') into grown from made;

    update learning.topics k set lost_time = now()
      from (select portal_id, name from unnest(portals, names) had(portal_id, name)
            except
            select o.portal_id, t.name from learning.learning_objects o cross join lateral unnest(o.topics) t(name)
             where o.id = any(changed) and o.retired_time is null) lost
     where k.portal_id = lost.portal_id and k.name = lost.name and k.lost_time is null;

    return grown;
  end $function$
;
grant execute on function learning.index_objects to public;

CREATE OR REPLACE FUNCTION learning.is_stop_word(word text, language text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select case left(language, 2)
      when 'da' then ts_lexize('pg_catalog.danish_stem', word) = '{}'
      when 'de' then ts_lexize('pg_catalog.german_stem', word) = '{}'
      when 'en' then ts_lexize('pg_catalog.english_stem', word) = '{}'
      when 'es' then ts_lexize('pg_catalog.spanish_stem', word) = '{}'
      when 'fi' then ts_lexize('pg_catalog.finnish_stem', word) = '{}'
      when 'fr' then ts_lexize('pg_catalog.french_stem', word) = '{}'
      when 'hu' then ts_lexize('pg_catalog.hungarian_stem', word) = '{}'
      when 'it' then ts_lexize('pg_catalog.italian_stem', word) = '{}'
      when 'nb' then ts_lexize('pg_catalog.norwegian_stem', word) = '{}'
      when 'ne' then ts_lexize('pg_catalog.nepali_stem', word) = '{}'
      when 'nl' then ts_lexize('pg_catalog.dutch_stem', word) = '{}'
      when 'no' then ts_lexize('pg_catalog.norwegian_stem', word) = '{}'
      when 'pt' then ts_lexize('pg_catalog.portuguese_stem', word) = '{}'
      when 'ru' then ts_lexize('pg_catalog.russian_stem', word) = '{}'
      when 'sv' then ts_lexize('pg_catalog.swedish_stem', word) = '{}'
      when 'tr' then ts_lexize('pg_catalog.turkish_stem', word) = '{}'
      else false end
  $function$
;
grant execute on function learning.is_stop_word to public;

CREATE OR REPLACE FUNCTION learning.lock_objects(ids integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
  begin
    perform 1 from learning.learning_objects where id = any(ids) order by id for key share;
    perform pg_advisory_xact_lock(7503, portal_id)
      from (with recursive below(id) as (
              select unnest(ids)
              union
              select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id)
            select distinct o.portal_id from below b join learning.learning_objects o on o.id = b.id
             order by 1) owner;
  end $function$
;
grant execute on function learning.lock_objects to public;

CREATE OR REPLACE FUNCTION learning.new_labels(changed integer[])
 RETURNS TABLE(portal_id integer, made integer)
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
    select l.portal_id, count(*)::int from (
      select distinct o.portal_id, t.facet, t.key
        from learning.learning_objects o
       cross join lateral (select 4::smallint, unnest(o.tags) union all select 5::smallint, unnest(o.topics)) t(facet, key)
       where o.id = any(changed) and o.retired_time is null
         and not exists (select 1 from learning.facet_values k where k.facet = t.facet and k.key = t.key)) l
     group by l.portal_id
  $function$
;
grant execute on function learning.new_labels to public;

CREATE OR REPLACE FUNCTION learning.pieces(given text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select substr(part, place, 3)
      from regexp_matches(given collate "pg_c_utf8", '[\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f\u1780-\u17d3\u17d7\u17dc\u17dd\u17e0-\u17e9\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3005-\u3007\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+', 'g') run
     cross join lateral generate_series(1, length(run[1]), 64) start
     cross join lateral substr(run[1], start, 66) part
     cross join lateral generate_series(1, least(64, length(part))) place
  $function$
;
grant execute on function learning.pieces to public;

CREATE OR REPLACE FUNCTION learning.plain(given text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select btrim(regexp_replace(
      regexp_replace(
        replace(replace(
          public.unaccent('public.unaccent', lower(learning.composed(given) collate "pg_c_utf8")),
          'c++', 'cplusplus'), 'c#', 'csharp'),
        '(?<![[:alnum:]])[.]net\M' collate "pg_c_utf8", 'dotnet', 'g'),
      ' *[^[:alnum:]\u0900-\u0963\u0966-\u096f\u0971-\u0dff\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f\u1780-\u17d3\u17d7\u17dc\u17dd\u17e0-\u17e9\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3005-\u3007\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff ][^[:alnum:]\u0900-\u0963\u0966-\u096f\u0971-\u0dff\u0e01-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e80-\u0eff\u1000-\u1049\u1050-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f\u1780-\u17d3\u17d7\u17dc\u17dd\u17e0-\u17e9\u1100-\u11ff\ua960-\ua97f\uac00-\ud7ff\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3005-\u3007\u3105-\u312f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]*|  +' collate "pg_c_utf8", ' ', 'g'))
  $function$
;
grant execute on function learning.plain to public;

CREATE OR REPLACE FUNCTION learning.record_new_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    if tg_level = 'STATEMENT' then
      if not exists (select from fresh) then
        return null;
      end if;
    end if;
    update learning.catalogue_version set words = words + 1 where shard = pg_backend_pid() % 16;
    return null;
  end $function$
;
revoke execute on function learning.record_new_words from public;

CREATE OR REPLACE FUNCTION learning.remove_unused_facets(most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
  declare
    lost int[];
    unused int[];
  begin
    with taken as (
      delete from learning.facet_lost
       where ctid = any(array(select ctid from learning.facet_lost limit most))
      returning code
    ) select array_agg(distinct code) into lost from taken;

    select array_agg(l.code) into unused from unnest(lost) l(code)
     where not exists (select 1 from learning.search_doc d where d.doc @@ quote_literal('!' || l.code)::tsquery);

    if unused is not null then
      -- those who write now end first; who comes later waits behind us, so not for long
      perform set_config('lock_timeout', '100', true);
      perform pg_advisory_xact_lock(7535, 0);

      delete from learning.facet_values v
       where v.code = any(unused)
         and not exists (select 1 from learning.search_doc d where d.doc @@ quote_literal('!' || v.code)::tsquery);
      if found then
        update learning.catalogue_version set version = version + 1 where shard = 16;
      end if;
    end if;
    return coalesce(cardinality(lost), 0);
  exception when lock_not_available then
    return null;
  end $function$
;
grant execute on function learning.remove_unused_facets to public;

CREATE OR REPLACE FUNCTION learning.remove_unused_topics(before timestamp with time zone, most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
  declare
    portal int;
    looked_at int;
  begin
    select portal_id into portal from learning.topics where lost_time < before order by lost_time limit 1;
    if portal is null then return 0; end if;

    perform pg_advisory_xact_lock(7503, portal);

    with due as materialized (
      select t.id, exists (
          select 1 from learning.facet_values v
            join learning.search_doc d on d.doc @@ quote_literal('!' || v.code)::tsquery
           where v.facet = 5 and v.key = t.name and d.owner_portal = t.portal_id) as is_used
        from (select id, portal_id, name from learning.topics
               where portal_id = portal and lost_time < before order by lost_time limit most) t
    ), kept as (
      update learning.topics set lost_time = null where id in (select id from due where is_used)
    ), gone as (
      delete from learning.topics where id in (select id from due where not is_used)
    ) select count(*) into looked_at from due;
    return looked_at;
  end $function$
;
grant execute on function learning.remove_unused_topics to public;

CREATE OR REPLACE FUNCTION learning.remove_unused_words(after_portal integer, after_surface text, after_language text, most integer)
 RETURNS TABLE(portal_id integer, surface text, language text, removed integer)
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
  #variable_conflict use_column
  declare
    owner int;
    found_unused tid[];
  begin
    select w.portal_id into owner from learning.search_word w
     where (w.portal_id, w.surface, w.language) > (after_portal, after_surface, after_language)
     order by w.portal_id, w.surface, w.language limit 1;
    if not found then return; end if;

    with next as materialized (
      select w.ctid as place, w.surface, w.language, w.lexeme from learning.search_word w
       where w.portal_id = owner
         and (w.portal_id, w.surface, w.language) > (after_portal, after_surface, after_language)
       order by w.surface, w.language limit most
    ), newest as (
      select d.doc from learning.search_doc d where d.owner_portal = owner
       order by d.created_time desc limit 500
    ), newest_for_all as (
      select d.doc from learning.search_doc d where owner = 0 and d.shared and (d.premium or d.audience <> '{}')
       order by d.created_time desc limit 500
    ), frequent as materialized (
      -- most words are in one of these, and frequent ones cost most to look up
      select distinct unnest(tsvector_to_array(doc)) as lexeme
        from (select doc from newest union all select doc from newest_for_all) d
    ), rare as materialized (
      select n.* from next n where not exists (select from frequent f where f.lexeme = n.lexeme)
    ), gone as materialized (
      select w.* from rare w where 
  not case when owner = 0
           then exists (select from learning.search_doc d
                         where d.doc @@ quote_literal(w.lexeme)::tsquery and d.shared
                           and (d.premium or d.audience <> '{}'))
           else exists (select from learning.search_doc d
                         where d.doc @@ quote_literal(w.lexeme)::tsquery and d.owner_portal = owner) end order by w.surface, w.language limit 250
    ), last as (
      select surface, language from (
        select * from (select surface, language from next order by surface desc, language desc limit 1) of_all
         where (select count(*) from gone) < 250
        union all
        select * from (select surface, language from gone order by surface desc, language desc limit 1) of_gone
         where (select count(*) from gone) = 250) either
    )
    select owner, last.surface, last.language, array(select place from gone)
      into portal_id, surface, language, found_unused from last;

    removed := 0;
    if found_unused <> '{}' then
      -- those who write now end first; who comes later waits behind us, so not for long
      perform set_config('lock_timeout', '100', true);
      perform pg_advisory_xact_lock(7535, 0);

      delete from learning.search_word w where w.ctid = any(found_unused) and w.portal_id = owner and 
  not case when owner = 0
           then exists (select from learning.search_doc d
                         where d.doc @@ quote_literal(w.lexeme)::tsquery and d.shared
                           and (d.premium or d.audience <> '{}'))
           else exists (select from learning.search_doc d
                         where d.doc @@ quote_literal(w.lexeme)::tsquery and d.owner_portal = owner) end;
      get diagnostics removed = row_count;
      update learning.catalogue_version set words = words + 1 where shard = pg_backend_pid() % 16;
    end if;
    return next;
  exception when lock_not_available then
    removed := null;
    return next;
  end $function$
;
grant execute on function learning.remove_unused_words to public;

CREATE OR REPLACE FUNCTION learning.stem(word text, language text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select coalesce(nullif((ts_lexize(learning.stemmer(language), word))[1], ''), word)
  $function$
;
grant execute on function learning.stem to public;

CREATE OR REPLACE FUNCTION learning.stem_by(dictionary regdictionary, word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select coalesce(nullif((ts_lexize(dictionary, word))[1], ''), word)
  $function$
;
grant execute on function learning.stem_by to public;

CREATE OR REPLACE FUNCTION learning.stemmer(language text)
 RETURNS regdictionary
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select case left(language, 2)
      when 'ar' then 'learning.stem_ar'::regdictionary
      when 'ca' then 'learning.stem_ca'::regdictionary
      when 'da' then 'learning.stem_da'::regdictionary
      when 'de' then 'learning.stem_de'::regdictionary
      when 'el' then 'learning.stem_el'::regdictionary
      when 'en' then 'learning.stem_en'::regdictionary
      when 'es' then 'learning.stem_es'::regdictionary
      when 'eu' then 'learning.stem_eu'::regdictionary
      when 'fi' then 'learning.stem_fi'::regdictionary
      when 'fr' then 'learning.stem_fr'::regdictionary
      when 'ga' then 'learning.stem_ga'::regdictionary
      when 'hi' then 'learning.stem_hi'::regdictionary
      when 'hu' then 'learning.stem_hu'::regdictionary
      when 'hy' then 'learning.stem_hy'::regdictionary
      when 'id' then 'learning.stem_id'::regdictionary
      when 'it' then 'learning.stem_it'::regdictionary
      when 'lt' then 'learning.stem_lt'::regdictionary
      when 'nb' then 'learning.stem_nb'::regdictionary
      when 'ne' then 'learning.stem_ne'::regdictionary
      when 'nl' then 'learning.stem_nl'::regdictionary
      when 'no' then 'learning.stem_no'::regdictionary
      when 'pt' then 'learning.stem_pt'::regdictionary
      when 'ro' then 'learning.stem_ro'::regdictionary
      when 'ru' then 'learning.stem_ru'::regdictionary
      when 'sr' then 'learning.stem_sr'::regdictionary
      when 'sv' then 'learning.stem_sv'::regdictionary
      when 'ta' then 'learning.stem_ta'::regdictionary
      when 'tr' then 'learning.stem_tr'::regdictionary
      when 'yi' then 'learning.stem_yi'::regdictionary
      else 'pg_catalog.simple'::regdictionary end
  $function$
;
grant execute on function learning.stemmer to public;

CREATE OR REPLACE FUNCTION learning.subscribe_new_portal(p_portal_id integer, p_content jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  begin
    insert into learning.collections (portal_id, slug, name) values (p_portal_id, 'default', 'Default')
      on conflict do nothing;
    insert into learning.subscriptions (portal_id, audience_id, licenses, package)
      select p_portal_id, g.id, (wish->>'licenses')::int, wish->>'package'
        from jsonb_array_elements(coalesce(p_content->'content_groups', '[]')) wish
        join learning.content_groups g on g.slug = wish->>'slug'
      union all
      select p_portal_id, c.id, (wish->>'licenses')::int, wish->>'package'
        from jsonb_array_elements(coalesce(p_content->'collections', '[]')) wish
        join identity.portals p on p.name = wish->>'portal'
        join learning.collections c on c.portal_id = p.id and c.slug = wish->>'slug'
      on conflict do nothing;
    update learning.catalogue_version set version = version + 1 where shard = pg_backend_pid() % 16;
  end $function$
;
grant execute on function learning.subscribe_new_portal to lp_api;
grant execute on function learning.subscribe_new_portal to lp_auth;
revoke execute on function learning.subscribe_new_portal from public;

CREATE OR REPLACE FUNCTION learning.words(given text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select string_to_array(learning.plain(h.hyphenated), ' ') || array(select c.word from learning.compounds(h.hyphenated) c)
      from (select translate(given, U&'\200C', '-')) h(hyphenated)
  $function$
;
grant execute on function learning.words to public;

CREATE OR REPLACE FUNCTION learning.write_documents(changed integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
  declare
    affected int[];
  begin
    with recursive below(id) as (
      select unnest(changed)
      union
      select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id
    ) select coalesce(array_agg(id), '{}') into affected from below;

    -- two changes around one tree must not each write what the other has already changed
    perform pg_advisory_xact_lock(7503, portal_id)
      from (select distinct portal_id from learning.learning_objects where id = any(affected) order by 1) owner;

    -- again, with what others committed while the lock was awaited
    with recursive below(id) as (
      select unnest(changed)
      union
      select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id
    ) select coalesce(array_agg(id), '{}') into affected from below;

    delete from learning.search_doc d
     where d.lo_id = any(array(select o.id from learning.learning_objects o
                                where o.id = any(affected) and o.retired_time is not null));

    insert into learning.facet_values (code, facet, key)
      select nextval('learning.facet_number') * 8 + facet, facet, key
        from (select distinct v.facet, v.key from learning.learning_objects o, learning.facet_keys(o) v
               where o.id = any(affected) and o.retired_time is null
                 and not exists (select 1 from learning.facet_values k where k.facet = v.facet and k.key = v.key)
               order by 1, 2) missing
      on conflict (facet, key) do nothing;

    with object as materialized (
      select o.id, o.portal_id, o.type, o.price, o.duration, o.created_time, o.updated_time, o.published,
             left(o.language, 2) as language, learning.stemmer(o.language) as stemmer,
             learning.plain(o.title) as title_key,
             learning.words(o.title) as title, learning.words(array_to_string(o.tags, ' ')) as tags,
             learning.words(concat_ws(' ', p.name, o.summary, regexp_replace(o.description, '<[^>]*>', ' ', 'g'))) as text,
             array(select k.code from learning.facet_keys(o) v
                     join learning.facet_values k on k.facet = v.facet and k.key = v.key order by 1) as codes
        from learning.learning_objects o
        join learning.providers p on p.id = o.provider_id
       where o.id = any(affected) and o.retired_time is null
    ), placed as materialized (
      select o.*, o.published and s.stands as shared, s.premium, coalesce(s.audience, '{}') as audience, s.lineage, s.within
        from object o
       cross join lateral (
          with recursive above(holder) as (
            select o.id
            union
            select h.id from above a
              join learning.learning_object_items i on i.child_id = a.holder
              join learning.learning_objects h on h.id = i.parent_id and h.retired_time is null and h.published
          )
          select bool_or(h.premium) as premium, bool_or(h.published and not h.embedded) as stands,
                 array_agg(h.id order by h.id) as lineage,
                 bool_or(h.id <> o.id and h.type in ('course', 'module')) as within,
                 (select array_agg(distinct m.audience_id) from above a cross join lateral (
                    select g.content_group_id as audience_id from learning.content_group_items g where g.lo_id = a.holder
                    union all
                    select c.id from learning.collection_items ci
                      join learning.collections c on c.id = ci.collection_id
                      join learning.learning_objects own on own.id = ci.lo_id
                     where ci.lo_id = a.holder
                       and (c.portal_id = own.portal_id or own.premium or exists (
                         select 1 from learning.content_group_items g
                           join learning.content_groups cg on cg.id = g.content_group_id
                          where g.lo_id = a.holder and (cg.portal_id = c.portal_id or exists (
                            select 1 from learning.subscriptions s
                             where s.portal_id = c.portal_id and s.audience_id = cg.id))))
                  ) m) as audience
            from above a join learning.learning_objects h on h.id = a.holder) s
    ), found as (
      select p.portal_id, w.surface, p.language, min(w.place) as place,
             bool_or(p.shared and (p.premium or p.audience <> '{}')) as is_offered
        from placed p
       cross join lateral (
          select left(t.word, 60) as surface, min(t.place) as place
            from unnest(p.title || p.tags || p.text) with ordinality t(word, place)
           where t.word <> '' group by 1 order by 2 limit 2000) w
       group by p.portal_id, w.surface, p.language
    ), lacking as materialized (
      select * from (
        select f.*, exists (select 1 from learning.search_word k
                             where k.portal_id = f.portal_id and k.surface = f.surface
                               and k.language = f.language) as is_own,
               not f.is_offered or exists (select 1 from learning.search_word k
                                            where k.portal_id = 0 and k.surface = f.surface
                                              and k.language = f.language) as is_for_others
          from found f) known
       where not (is_own and is_for_others)
    ), stored as materialized (
      select l.portal_id, (select count(*) from (select 1 from learning.search_word k
                                                  where k.portal_id = l.portal_id limit 200000) there) as words
        from (select distinct portal_id from lacking where not is_own) l
    ), accepted as (
      select * from (
        select l.*, s.words + row_number() over (partition by l.portal_id, l.is_own order by l.place, l.surface) as number
          from lacking l left join stored s on s.portal_id = l.portal_id) numbered
       where is_own or number <= 200000
    ), new_words as (
      insert into learning.search_word (portal_id, surface, language, lexeme)
        select t.portal_id, a.surface, a.language, learning.stem(a.surface, a.language)
          from accepted a
         cross join lateral (select a.portal_id where not a.is_own
                             union all select 0 where not a.is_for_others) t(portal_id)
         order by t.portal_id, a.surface collate "C", a.language collate "C"
        on conflict do nothing
    )
    insert into learning.search_doc as d (lo_id, owner_portal, price, duration, created_time, updated_time, shared,
                                          premium, title_key, audience, lineage, facet_codes, doc)
    select o.id, o.portal_id, round(o.price * 100)::int, o.duration, o.created_time, o.updated_time,
           o.shared, o.premium, o.title_key, o.audience, o.lineage, o.codes,
           array_to_tsvector(
             array(select learning.stem_by(o.stemmer, left(w, 60)) from unnest(o.text) w where w <> '')
             || array(select learning.pieces(array_to_string(o.text, ' ')) limit 20000)
             || array(select unnest(array[lexeme, '^' || lexeme, '#' || lexeme])
                        from (select learning.stem_by(o.stemmer, left(w, 60)) as lexeme from unnest(o.title) w where w <> ''
                              union all select learning.pieces(array_to_string(o.title, ' '))) l)
             || array(select unnest(array[lexeme, '#' || lexeme])
                        from (select learning.stem_by(o.stemmer, left(w, 60)) as lexeme from unnest(o.tags) w where w <> ''
                              union all select learning.pieces(array_to_string(o.tags, ' '))) l)
             || array(select '!' || code from unnest(o.codes) code)
             || array(select '!' || l || '.' || t from unnest(o.codes) l, unnest(o.codes) t where l & 7 = 2 and t & 7 = 1)
             -- each event has a country, and so a code of the facet location
             || case when exists (select 1 from unnest(o.codes) code where code & 7 = 6) then array['!e'] end
             || case when not o.within and o.type not in ('course', 'module', 'award') then array['!r'] end)
      from placed o
     order by o.id
    on conflict (lo_id) do update set
      owner_portal = excluded.owner_portal, price = excluded.price, duration = excluded.duration,
      created_time = excluded.created_time, updated_time = excluded.updated_time, shared = excluded.shared,
      premium = excluded.premium, title_key = excluded.title_key, audience = excluded.audience,
      lineage = excluded.lineage, facet_codes = excluded.facet_codes, doc = excluded.doc
     where (d.owner_portal, d.price, d.duration, d.created_time, d.updated_time, d.shared, d.premium, d.title_key,
            d.audience, d.lineage, d.facet_codes, d.doc)
        is distinct from
           (excluded.owner_portal, excluded.price, excluded.duration, excluded.created_time, excluded.updated_time,
            excluded.shared, excluded.premium, excluded.title_key, excluded.audience, excluded.lineage,
            excluded.facet_codes, excluded.doc);

    update learning.catalogue_version set version = version + 1 where shard = pg_backend_pid() % 16;
  end $function$
;
grant execute on function learning.write_documents to public;

CREATE OR REPLACE FUNCTION maintenance.add_secrets_key(p_fingerprint text, p_known text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    insert into maintenance.secrets_keys (id, fingerprint)
    select max(id) + 1, p_fingerprint from maintenance.secrets_keys
    having bool_or(fingerprint = any(p_known))
    on conflict do nothing
  $function$
;
grant execute on function maintenance.add_secrets_key to lp_api;
grant execute on function maintenance.add_secrets_key to lp_auth;
grant execute on function maintenance.add_secrets_key to lp_worker;
revoke execute on function maintenance.add_secrets_key from public;

CREATE OR REPLACE FUNCTION maintenance.count_towards(p_limit text, p_owner text, p_every interval, p_most bigint, p_more bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare v_start timestamptz := date_bin(p_every, clock_timestamp(), 'epoch');
  begin
    if p_more > p_most then return false; end if;
    insert into maintenance.limit_counts as c (limit_name, owner, window_start, count, expires_at)
    values (p_limit, p_owner, v_start, p_more, v_start + p_every)
    on conflict (limit_name, owner, window_start) do update set count = c.count + excluded.count
     where c.count + excluded.count <= p_most;
    return found;
  end $function$
;
grant execute on function maintenance.count_towards to lp_api;
grant execute on function maintenance.count_towards to lp_auth;
revoke execute on function maintenance.count_towards from public;

CREATE OR REPLACE FUNCTION maintenance.drop_day_partitions(parent regclass, before date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare
    kept int; keeper text; last_day date; child record; dropped int := 0;
  begin
    select r.days, r.role into kept, keeper
      from (values
        ('auth', 'access_tokens', 2, 'lp_auth'),
        ('auth', 'authorization_requests', 2, 'lp_auth'),
        ('auth', 'one_time_tokens', 7, 'lp_auth'),
        ('auth', 'codes', 30, 'lp_auth'),
        ('auth', 'refresh_tokens', 92, 'lp_auth'),
        ('auth', 'audit_log', 400, 'lp_auth'),
        ('learning', 'outbox', 31, 'lp_worker'),
        ('learning', 'webhook_deliveries', 31, 'lp_worker'),
        ('learning', 'webhook_attempts', 31, 'lp_worker')
      ) as r (schema, name, days, role)
      join pg_class c on c.oid = parent and c.relname = r.name
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = r.schema;
    if kept is null then raise exception 'no rule says how long % is kept', parent; end if;
    -- who calls: the function itself runs as the owner
    if session_user in ('lp_auth', 'lp_api', 'lp_worker') and session_user <> keeper then
      raise exception '% does not look after %', session_user, parent using errcode = 'insufficient_privilege';
    end if;
    last_day := least(before, (now() at time zone 'utc')::date - kept);
    for child in
      select n.nspname, c.relname from pg_inherits i
        join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
       where i.inhparent = parent and c.relname ~ '_[0-9]{8}$'
         and to_date(right(c.relname, 8), 'YYYYMMDD') < last_day
       order by 2
    loop
      execute format('drop table %I.%I', child.nspname, child.relname);
      dropped := dropped + 1;
    end loop;
    return dropped;
  end $function$
;
grant execute on function maintenance.drop_day_partitions to lp_auth;
grant execute on function maintenance.drop_day_partitions to lp_worker;
revoke execute on function maintenance.drop_day_partitions from public;

CREATE OR REPLACE FUNCTION maintenance.ensure_day_partitions(parent regclass, first_day date, days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare today date := (now() at time zone 'utc')::date;
  begin
    if session_user in ('lp_auth', 'lp_worker')
      and (days > 500 or first_day not between today - 500 and today + 60 or first_day + days > today + 61) then
      raise exception 'partitions are made for the days from 500 ago until 60 to come';
    end if;
    return maintenance.make_day_partitions(parent, first_day, days);
  end $function$
;
grant execute on function maintenance.ensure_day_partitions to lp_auth;
grant execute on function maintenance.ensure_day_partitions to lp_worker;
revoke execute on function maintenance.ensure_day_partitions from public;

CREATE OR REPLACE FUNCTION maintenance.keep_first_secrets_key(p_fingerprint text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    insert into maintenance.secrets_keys (id, fingerprint)
    select 1, p_fingerprint where not exists (select from maintenance.secrets_keys)
    on conflict do nothing
  $function$
;
grant execute on function maintenance.keep_first_secrets_key to lp_api;
grant execute on function maintenance.keep_first_secrets_key to lp_auth;
grant execute on function maintenance.keep_first_secrets_key to lp_worker;
revoke execute on function maintenance.keep_first_secrets_key from public;

CREATE OR REPLACE FUNCTION maintenance.limits_used(p_portal integer, p_windows text[])
 RETURNS TABLE(limit_name text, used bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
    select c.limit_name, c.count from maintenance.limit_counts c
     where c.limit_name = any(p_windows) and c.owner in (p_portal::text, 'portal ' || p_portal)
       and c.window_start <= clock_timestamp() and c.expires_at > clock_timestamp()
    union all select 'approvals', count(*) from auth.approvals where portal_id = p_portal
    union all select 'blocked_clients', count(*) from auth.client_blocks where portal_id = p_portal
    union all select 'clients', count(*) from auth.clients where portal_id = p_portal
  $function$
;
grant execute on function maintenance.limits_used to lp_api;
revoke execute on function maintenance.limits_used from public;

CREATE OR REPLACE FUNCTION maintenance.make_day_partitions(parent regclass, first_day date, days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  declare
    parent_schema text; parent_name text; part_key text; part text; day date; made int := 0; has_default boolean;
  begin
    select n.nspname, c.relname, a.attname into parent_schema, parent_name, part_key
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_partitioned_table t on t.partrelid = c.oid
      join pg_attribute a on a.attrelid = c.oid and a.attnum = t.partattrs[0]
     where c.oid = parent and n.nspname in ('auth', 'learning');
    if parent_name is null then raise exception 'not a partitioned table of ours: %', parent; end if;
    perform pg_advisory_xact_lock(7502, parent::oid::int);
    has_default := to_regclass(format('%I.%I', parent_schema, parent_name || '_default')) is not null;
    for i in 0 .. days - 1 loop
      day := first_day + i;
      part := parent_name || '_' || to_char(day, 'YYYYMMDD');
      if to_regclass(format('%I.%I', parent_schema, part)) is null then
        execute format('create table %I.%I (like %I.%I including all)', parent_schema, part, parent_schema, parent_name);
        if has_default then
          execute format('with moved as (delete from %I.%I where %I >= %L and %I < %L returning *) insert into %I.%I select * from moved',
                         parent_schema, parent_name || '_default', part_key, day, part_key, day + 1, parent_schema, part);
        end if;
        execute format('alter table %I.%I attach partition %I.%I for values from (%L) to (%L)',
                       parent_schema, parent_name, parent_schema, part, day, day + 1);
        made := made + 1;
      end if;
    end loop;
    return made;
  end $function$
;
revoke execute on function maintenance.make_day_partitions from public;

CREATE OR REPLACE FUNCTION maintenance.record_writer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
  begin
    perform pg_advisory_xact_lock_shared(7510, floor(extract(epoch from clock_timestamp()) - 1767225600)::int);
    return null;
  end $function$
;
grant execute on function maintenance.record_writer to public;

CREATE OR REPLACE FUNCTION maintenance.settled_until()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
  declare
    asked timestamptz := clock_timestamp();
    oldest bigint;
  begin
    select min(objid::bigint) into oldest from pg_locks
     where locktype = 'advisory' and classid = 7510 and objsubid = 2
       and database = (select oid from pg_database where datname = current_database());
    return date_trunc('milliseconds', least(asked, to_timestamp(1767225600 + oldest)));
  end $function$
;
grant execute on function maintenance.settled_until to lp_api;
grant execute on function maintenance.settled_until to public;
