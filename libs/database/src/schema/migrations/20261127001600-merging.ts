import { requestMerge } from '../functions/auth/request-merge.js';
import { isSameLogin } from '../functions/auth/is-same-login.js';
import { issueMergeLink } from '../functions/auth/issue-merge-link.js';
import { mergeObstacle } from '../functions/auth/merge-obstacle.js';
import { mergePersons } from '../functions/auth/merge-persons.js';
import { moveAccounts } from '../functions/auth/move-accounts.js';
import { Baseline } from './baseline.js';

/**
 * Two people turn out to be one: whoever has signed in to both, freshly and in one browser, may say so. Two passwords
 * do not merge two people: the mailbox of the one that ends says yes, by a link that works only in that browser.
 */
export class Merging20261127001600 extends Baseline {
  name = 'Merging20261127001600';
  parts = [tables, mergeObstacle, isSameLogin, requestMerge, issueMergeLink, moveAccounts, mergePersons];
}

const tables = /* sql */ `
  -- Who has signed in to another account besides, in the browser of this session.
  create table auth.merge_logins (
    session_id text primary key references auth.sessions(id) on delete cascade,
    person_id bigint not null references identity.persons(id) on delete cascade,
    password_mark text not null,                           -- stands for the password that was given
    by_factor boolean not null,
    signed_in_at timestamptz not null
  );
  create index merge_logins_person on auth.merge_logins (person_id);
  grant select, insert, update, delete on auth.merge_logins to lp_auth;

  -- The one merge that waits for the mailbox of a person; a newer one takes its place, and the older link stops
  -- working.
  create table auth.merge_requests (
    person_id bigint primary key references identity.persons(id) on delete cascade, -- who ends
    session_id text not null unique references auth.sessions(id) on delete cascade, -- of who stays
    password_mark text not null,
    by_factor boolean not null,
    expires_at timestamptz not null,
    hash bytea unique                                      -- of the link; null until the mail is written
  );
  create index merge_requests_expiry on auth.merge_requests (expires_at);
  grant select, delete on auth.merge_requests to lp_auth;
`;
