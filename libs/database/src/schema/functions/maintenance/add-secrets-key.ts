import { dbFunction } from '../../db-function.js';

/** Adds the fingerprint of the next key if the caller also has a known one; otherwise does nothing. */
export const addSecretsKey = dbFunction(
  'maintenance.add_secrets_key',
  {
    execute: {
      api: 'a server with a known SECRETS_KEY records the next one',
      auth: 'a server with a known SECRETS_KEY records the next one',
      worker: 'a server with a known SECRETS_KEY records the next one',
    },
  },
  /* sql */ `
  create or replace function maintenance.add_secrets_key(p_fingerprint text, p_known text[])
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into maintenance.secrets_keys (id, fingerprint)
    select max(id) + 1, p_fingerprint from maintenance.secrets_keys
    having bool_or(fingerprint = any(p_known))
    on conflict do nothing
  $$`,
);
