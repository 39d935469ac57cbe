import { dbFunction } from '../../db-function.js';

export const countAccounts = dbFunction(
  'identity.count_accounts',
  { execute: { public: 'a trigger; runs with the rights of the writer' } },
  /* sql */ `
  create or replace function identity.count_accounts() returns trigger language plpgsql as $$
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
  end $$`,
);
