import { Baseline } from './baseline.js';

/** What was done, by whom: nobody who writes it can read or change it. */
export class AuditLog20261127001200 extends Baseline {
  name = 'AuditLog20261127001200';
  parts = [table];
}

const table = /* sql */ `
  create sequence auth.audit_log_id;
  grant usage on sequence auth.audit_log_id to lp_auth, lp_api;

  create table auth.audit_log (
    day date not null,
    id bigint not null default nextval('auth.audit_log_id'),
    time timestamptz not null,
    event text not null,
    portal_id int,
    person_id bigint,
    account_id int,
    client_id text,
    ip text,
    user_agent text,
    request_id text,
    details jsonb not null default '{}',
    primary key (day, id)
  ) partition by range (day);
  -- what concerns an account, a client
  create index audit_log_account on auth.audit_log (account_id, time) where account_id is not null;
  create index audit_log_client on auth.audit_log (client_id, time) where client_id is not null;
  create table auth.audit_log_default partition of auth.audit_log default;
  grant insert on auth.audit_log to lp_api, lp_auth;

  select maintenance.ensure_day_partitions('auth.audit_log', current_date - 1, 9);
`;
