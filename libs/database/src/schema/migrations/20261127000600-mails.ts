import { enqueueMail } from '../functions/identity/enqueue-mail.js';
import { Baseline } from './baseline.js';

/** What is to be sent. */
export class Mails20261127000600 extends Baseline {
  name = 'Mails20261127000600';
  parts = [table, enqueueMail];
}

const table = /* sql */ `
  -- No secret is in it: links are made when the mail is written.
  create table identity.mails (
    id bigint generated always as identity primary key,
    portal_id int,
    person_id bigint references identity.persons(id),
    recipient text not null,
    template text not null,
    language text not null default 'en',
    data jsonb not null default '{}',
    created_time timestamptz not null default now(),
    next_try_time timestamptz default now(),               -- null: sent or given up
    tries int not null default 0,
    sent_time timestamptz,
    last_error text
  );
  -- what the worker takes next
  create index mails_due on identity.mails (next_try_time) where next_try_time is not null;
  -- the mails that wait, by portal: portals take turns
  create index mails_turns on identity.mails (coalesce(portal_id, 0), next_try_time) where next_try_time is not null;
  -- counted at every look at the metrics
  create index mails_given_up on identity.mails (id)
    where sent_time is null and next_try_time is null and last_error is not null;
  -- how many mails an address has had lately
  create index mails_address on identity.mails (lower(recipient), created_time);
  create index mails_recipient on identity.mails (template, lower(recipient), created_time);
  -- whether a person has had this mail lately
  create index mails_person on identity.mails (person_id, template, created_time);
  grant select, update (last_error, next_try_time, sent_time, tries), delete on identity.mails to lp_worker;
`;
