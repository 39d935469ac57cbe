import { dbFunction } from '../../db-function.js';

/** The first caller wins; of two concurrent ones, the second waits and stores nothing. */
export const keepFirstSecretsKey = dbFunction(
  'maintenance.keep_first_secrets_key',
  {
    execute: {
      api: 'the fingerprint of the first SECRETS_KEY is noted at its first use',
      auth: 'the fingerprint of the first SECRETS_KEY is noted at its first use',
      worker: 'the fingerprint of the first SECRETS_KEY is noted at its first use',
    },
  },
  /* sql */ `
  create or replace function maintenance.keep_first_secrets_key(p_fingerprint text)
  returns void language sql security definer set search_path = pg_catalog as $$
    insert into maintenance.secrets_keys (id, fingerprint)
    select 1, p_fingerprint where not exists (select from maintenance.secrets_keys)
    on conflict do nothing
  $$`,
);
