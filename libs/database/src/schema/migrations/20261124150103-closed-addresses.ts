import { BatchedChange } from './outside-transaction.js';

/**
 * Accounts that were closed before get the address that they show. Of a person who has proven an address since then,
 * nobody knows whether it is the one of before: those show none that exists.
 */
export class ClosedAddresses20261124150103 extends BatchedChange {
  name = 'ClosedAddresses20261124150103';
  statement = /* sql */ `
    with next as (
      select a.portal_id, a.id from identity.accounts a
       where a.closed_time is not null and a.person_id is not null and a.closed_email is null
       order by a.portal_id, a.created_time desc, a.id desc limit 5000)
    update identity.accounts a
       set closed_email = case when a.accepted_at is not null and p.proven_time > a.closed_time
                               then 'closed-' || a.id || '@closed.invalid' else p.email end
      from next n, identity.persons p
     where a.portal_id = n.portal_id and a.id = n.id and p.id = a.person_id`;
}
