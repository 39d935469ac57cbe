import { BatchedChange } from './outside-transaction.js';

/** What people allowed in accounts that were closed before closing ended it. */
export class ConsentsOfClosed20261124150104 extends BatchedChange {
  name = 'ConsentsOfClosed20261124150104';
  statement = /* sql */ `
    with next as (
      select k.portal_id, k.account_id, k.client_id from auth.consents k
        join identity.accounts a on a.portal_id = k.portal_id and a.id = k.account_id
       where a.closed_time is not null limit 5000)
    delete from auth.consents k using next n
     where k.portal_id = n.portal_id and k.account_id = n.account_id and k.client_id = n.client_id`;
}
