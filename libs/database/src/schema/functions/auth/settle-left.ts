import { dbFunction } from '../../db-function.js';

export const settleLeft = dbFunction(
  'auth.settle_left',
  {},
  /* sql */ `
  create or replace function auth.settle_left(p_left bigint, p_email text)
  returns void language sql set search_path = pg_catalog as $$
    update identity.persons set email = p_email where id = p_left
  $$`,
);
