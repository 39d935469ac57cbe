import { approveByOnboarding } from '../functions/auth/approve-by-onboarding.js';
import { onboardingRights } from '../functions/auth/onboarding-rights.js';
import { removeEndedPayments } from '../functions/identity/remove-ended-payments.js';
import { subscribeNewPortal } from '../functions/learning/subscribe-new-portal.js';
import { Baseline } from './baseline.js';

/** Portals made through the API or on the way: who bought, what is paid, and the grant for their first tokens. */
export class Onboarding20261127002300 extends Baseline {
  name = 'Onboarding20261127002300';
  parts = [tables, onboardingRights, approveByOnboarding, subscribeNewPortal, removeEndedPayments];
}

const tables = /* sql */ `
  -- Who bought a portal.
  create table identity.customers (
    portal_id int primary key references identity.portals(id),
    creation_path text not null,
    name text not null,
    industry text,
    country text,
    billing_interval text not null,
    referrer text,
    client_id text,                                        -- the application through which it came
    created_time timestamptz not null
  );
  grant insert on identity.customers to lp_api, lp_auth;

  -- What the first administrator agreed to.
  create table identity.term_consents (
    portal_id int not null,
    account_id int not null,
    term_privacy boolean not null,
    term_tos boolean not null,
    term_collection boolean not null,
    given_time timestamptz not null,
    primary key (portal_id, account_id),
    foreign key (portal_id, account_id) references identity.accounts(portal_id, id)
  );
  grant insert on identity.term_consents to lp_api;

  -- The card token itself is never stored: the gateway knows the payment by our reference.
  create table identity.payments (
    reference uuid primary key,
    request_hash bytea,                                    -- the same request finds its payment again; null: the key was used anew
    amount numeric not null,
    currency text not null,
    state text not null default 'asked'
      check (state in ('asked', 'declined', 'capture', 'captured', 'void', 'voided')),
    portal_id int references identity.portals(id),
    created_time timestamptz not null,
    next_try_time timestamptz,                             -- null: settled
    tries int not null default 0,
    last_error text
  );
  -- a request that comes late finds the payment of its twin, captured or not
  create unique index payments_once on identity.payments (request_hash)
    where state in ('asked', 'capture', 'captured');
  -- what the worker settles next
  create index payments_due on identity.payments (next_try_time) where next_try_time is not null;
  -- what came to nothing, by age
  create index payments_ended on identity.payments (created_time) where state in ('declined', 'voided');
  -- counted at every look at the metrics
  create index payments_failing on identity.payments (reference) where last_error is not null;
  grant select, insert, update (next_try_time, portal_id, request_hash, state) on identity.payments to lp_api;
  grant select, update (last_error, next_try_time, state, tries) on identity.payments to lp_worker;

  -- The grant with which the application that made a portal gets its first tokens.
  create table auth.onboarding_grants (
    hash bytea primary key,
    portal_id int not null,
    account_id int not null,
    client_id text not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    answer_sealed bytea                                    -- what it gave, for a caller that did not hear it
  );
  create index onboarding_grants_expiry on auth.onboarding_grants (expires_at);
  grant insert on auth.onboarding_grants to lp_api;
  grant select, update (answer_sealed, expires_at, used_at) on auth.onboarding_grants to lp_auth;
  grant select (expires_at), delete on auth.onboarding_grants to lp_worker;

  create trigger made_now before insert on auth.onboarding_grants
    for each row execute function auth.check_created_now();
`;
