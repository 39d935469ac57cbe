import { dbFunction } from '../../db-function.js';

export const removeEndedPayments = dbFunction(
  'identity.remove_ended_payments',
  { execute: { worker: 'declined and voided payments are removed after 30 days' } },
  /* sql */ `
  create or replace function identity.remove_ended_payments(p_limit int)
  returns int language plpgsql security definer set search_path = pg_catalog as $$
  declare removed int;
  begin
    delete from identity.payments where reference = any(array(
      select reference from identity.payments
       where state in ('declined', 'voided') and created_time < now() - interval '30 days'
       order by created_time limit p_limit for update skip locked));
    get diagnostics removed = row_count;
    return removed;
  end $$`,
);
