import { addressVerified } from '../functions/auth/address-verified.js';
import { requestAddressChange } from '../functions/auth/request-address-change.js';
import { isAddressTaken } from '../functions/auth/is-address-taken.js';
import { issueAddressLink } from '../functions/auth/issue-address-link.js';
import { issueUndoLink } from '../functions/auth/issue-undo-link.js';
import { Baseline } from './baseline.js';

/**
 * People change their address: nothing changes before the new one is proven, and whoever reads the old one may
 * undo it for seven days. The address of a person who is there already is changed by these functions alone, and
 * each of them takes a link that was mailed.
 */
export class AddressChanges20261127001400 extends Baseline {
  name = 'AddressChanges20261127001400';
  parts = [
    tables,
    addressVerified,
    provingTriggers,
    isAddressTaken,
    requestAddressChange,
    issueAddressLink,
    issueUndoLink,
  ];
}

const tables = /* sql */ `
  -- The one change that a person waits for; a newer one takes its place, and the older link stops working.
  create table auth.address_changes (
    person_id bigint primary key references identity.persons(id),
    email text not null,
    requested_time timestamptz not null,
    expires_at timestamptz not null,
    hash bytea unique,                                     -- of the link; null until the mail is written
    link_expires_at timestamptz
  );
  create index address_changes_expiry on auth.address_changes (expires_at);
  grant select, delete on auth.address_changes to lp_auth;

  -- Addresses that people have left: kept free for them as long as the change can be undone.
  create table auth.former_addresses (
    email_key text primary key,
    person_id bigint not null references identity.persons(id),
    email text not null,
    left_time timestamptz not null,
    expires_at timestamptz not null,
    hash bytea unique
  );
  -- what can still be undone for a person
  create index former_addresses_person on auth.former_addresses (person_id, left_time);
  create index former_addresses_expiry on auth.former_addresses (expires_at);
  grant select, delete on auth.former_addresses to lp_auth;
`;

/** A trigger, because there are several ways to prove one: whoever it is, an address that is kept is not for them. */
const provingTriggers = /* sql */ `
  create trigger address_verified after update on identity.persons
    for each row execute function auth.address_verified();
`;
