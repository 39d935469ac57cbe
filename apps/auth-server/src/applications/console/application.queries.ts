import { Injectable } from '@nestjs/common';
import { otherRedirectUris } from '@app/clients';
import type { OpenidScope, Scope } from '@app/contracts';
import { shownEmail } from '@app/identity';
import { Database, sql, type Reader, type Statement, type Transaction } from '@app/database';
import type { PortalsClient } from '../approvals/index.js';

/** An application as one portal sees it. */
export interface Application {
  clientId: string;
  name: string;
  /** Own: bound to this portal. Connected: approved by the portal, or with consents of its people. */
  kind: 'own' | 'connected';
  status: 0 | 1;
  redirectUri: string | null;
  /** The scopes that the application has here: its own scopes, those of the approval, or those of people's consents. */
  scopes: Scope[];
  /** All scopes that the application may be granted. */
  clientScopes: Scope[];
  isApproved: boolean;
  blockedTime: Date | null;
  consentsCount: number;
  since: Date;
  lastUsedTime: Date | null;
  previousSecretUntil: Date | null;
  /** The account of this portal that registered the application, if any. */
  madeBy: { userId: number; name: string } | null;
}

export interface PersonsConsent {
  userId: number;
  name: string;
  email: string;
  scopes: Scope[];
  openidScopes: OpenidScope[];
  since: Date;
  lastUsedTime: Date | null;
}

/** A client that a portal may approve or block. */
export interface ApprovableClient {
  clientId: string;
  name: string;
  portalId: number | null;
  status: 0 | 1;
  scopes: Scope[];
  redirectUri: string | null;
  otherRedirectUris: string[];
  isFirstParty: boolean;
  /** The title of the portal that it is bound to. */
  portalTitle: string | null;
  /** Whether it is bound to this portal, or has been approved, blocked or connected here. */
  isKnown: boolean;
}

export type ApplicationKind = Application['kind'];
export interface ApplicationFilters {
  kind?: ApplicationKind | undefined;
  /** A part of the name, or the client id. */
  q?: string | undefined;
}
export interface ApplicationPage {
  offset: number;
  limit: number;
}

/** Each client once, regardless of its number of rows: one index lookup per client. */
const clientsIn = (table: Statement, portalId: number): Statement => sql`
  select client_id from (
    with recursive step as (
      (select t.client_id from ${table} t where t.portal_id = ${portalId} order by t.client_id limit 1)
      union all
      select (select t.client_id from ${table} t where t.portal_id = ${portalId} and t.client_id > step.client_id
               order by t.client_id limit 1)
        from step where step.client_id is not null)
    select client_id from step where client_id is not null) each_once`;

const activeFamilies = sql`(select portal_id, client_id from auth.grant_families where ended_at is null)`;

/** Ids of the clients that a portal has a relation to. */
const knownClients = (portalId: number, kind: ApplicationKind | undefined): Statement => {
  const ownClients = sql`select client_id from auth.clients where portal_id = ${portalId}`;
  const connected = sql`
    select client_id from (
      select client_id from auth.approvals where portal_id = ${portalId}
      union select client_id from auth.client_blocks where portal_id = ${portalId}
      union ${clientsIn(sql`auth.consents`, portalId)}
      union ${clientsIn(activeFamilies, portalId)}) any_way
     where client_id not in (${ownClients})`;
  if (kind === 'own') return ownClients;
  return kind === 'connected' ? connected : sql`${ownClients} union all ${connected}`;
};

/** A portal's applications, as its administrators see them. */
@Injectable()
export class ApplicationQueries {
  constructor(private readonly database: Database) {}

  async list(
    portalId: number,
    { kind, q }: ApplicationFilters,
    page: ApplicationPage,
    now: Date,
  ): Promise<{ total: number; hits: Application[] }> {
    const isFound = sql`client_id in (${knownClients(portalId, kind)})
      and (${q ?? null}::text is null or client_id = ${q ?? null} or strpos(lower(name), lower(${q ?? null})) > 0)`;
    const [count, hits] = await Promise.all([
      this.database.heavy.one<{ total: number }>(
        sql`select count(*) as total from auth.clients where ${isFound}`,
      ),
      this.database.heavy.many<Application>(
        this.#applications(
          portalId,
          sql`select client_id, name from auth.clients where ${isFound}
               order by lower(name), client_id offset ${page.offset} limit ${page.limit}`,
          now,
        ),
      ),
    ]);
    return { total: count?.total ?? 0, hits };
  }

  /** Undefined when the portal has no relation to the client. */
  find(
    { portalId, clientId }: PortalsClient,
    now: Date,
    reader: Reader = this.database.heavy,
  ): Promise<Application | undefined> {
    return reader.one<Application>(
      this.#applications(
        portalId,
        sql`select c.client_id, c.name from auth.clients c
             where c.client_id = ${clientId} and ${isKnown(portalId)}`,
        now,
      ),
    );
  }

  #applications(portalId: number, which: Statement, now: Date): Statement {
    return sql.camelCase`
      select c.client_id, c.name, c.status, c.redirect_uri,
             case when c.portal_id = ${portalId} then 'own' else 'connected' end as kind,
             case when c.portal_id = ${portalId} then c.scopes else coalesce(k.scopes, n.scopes, '{}') end as scopes,
             c.scopes as client_scopes, k.client_id is not null as is_approved,
             b.blocked_time, coalesce(n.count, 0)::int as consents_count,
             coalesce(case when c.portal_id = ${portalId} then c.created_time end,
                      least(k.approved_time, n.since, f.since), b.blocked_time) as since,
             greatest(case when c.portal_id = ${portalId} then c.last_used_time end, k.last_used_time, f.used)
               as last_used_time,
             case when c.portal_id = ${portalId} and c.previous_secret_until > ${now} then c.previous_secret_until end
               as previous_secret_until,
             case when m.id is not null then jsonb_build_object('userId', m.id, 'name', m.first_name || ' ' || m.last_name)
             end as made_by
        from (${which}) w
        join auth.clients c on c.client_id = w.client_id
        left join auth.approvals k on k.portal_id = ${portalId} and k.client_id = c.client_id
        left join auth.client_blocks b on b.portal_id = ${portalId} and b.client_id = c.client_id
        left join identity.accounts m on m.portal_id = ${portalId} and m.id = c.owner_account_id
        left join lateral (
          select count(distinct o.account_id) as count, min(o.granted_time) as since,
                 array_agg(distinct s.scope) filter (where s.scope is not null) as scopes
            from auth.consents o left join lateral unnest(o.scopes) as s(scope) on true
           where o.portal_id = ${portalId} and o.client_id = c.client_id) n on true
        left join lateral (
          select min(g.created_time) as since, max(g.last_used_time) as used from auth.grant_families g
           where g.portal_id = ${portalId} and g.client_id = c.client_id and g.ended_at is null) f on true
       order by lower(c.name), c.client_id`;
  }

  /** The consents of the portal's people to the application, most recent first. */
  consents(
    { portalId, clientId }: PortalsClient,
    { offset, limit }: ApplicationPage,
  ): Promise<PersonsConsent[]> {
    return this.database.heavy.many<PersonsConsent>(sql.camelCase`
      select a.id as user_id, a.first_name || ' ' || a.last_name as name, coalesce(${shownEmail(sql`h.email`)}, '') as email, o.scopes,
             o.openid_scopes, o.granted_time as since, f.used as last_used_time
        from (select * from auth.consents where portal_id = ${portalId} and client_id = ${clientId}
               order by granted_time desc, account_id offset ${offset} limit ${limit}) o
        join identity.accounts a on a.portal_id = o.portal_id and a.id = o.account_id
        left join identity.persons h on h.id = a.person_id
        left join lateral (
          select max(g.last_used_time) as used from auth.grant_families g
           where g.portal_id = o.portal_id and g.account_id = o.account_id and g.client_id = o.client_id
             and g.ended_at is null) f on true
       order by o.granted_time desc, a.id`);
  }

  client(
    { portalId, clientId }: PortalsClient,
    reader: Reader = this.database,
  ): Promise<ApprovableClient | undefined> {
    return reader.one<ApprovableClient>(sql.camelCase`
      select c.client_id, c.name, c.portal_id, c.status, c.scopes, c.redirect_uri, c.is_first_party,
             p.title as portal_title, ${otherRedirectUris} as other_redirect_uris, ${isKnown(portalId)} as is_known
        from auth.clients c left join identity.portals p on p.id = c.portal_id
       where c.client_id = ${clientId}`);
  }

  /** Whether the family began with the person's own login in the last ten minutes. */
  async isFreshFamily(familyId: string, now: Date): Promise<boolean> {
    return this.database.has(sql`
      select 1 from auth.family_logins where family_id = ${familyId} and expires_at > ${now}`);
  }

  async isServiceAccount(clientId: string, accountId: number): Promise<boolean> {
    return this.database.has(sql`
      select 1 from auth.clients where client_id = ${clientId} and service_account_id = ${accountId}`);
  }

  /**
   * Locks the account as an administrator's until the transaction ends.
   * @returns false when it is not an administrator's
   */
  async lockAdministrator(tx: Transaction, portalId: number, accountId: number): Promise<boolean> {
    return tx.has(sql`
      select 1 from identity.accounts
       where portal_id = ${portalId} and id = ${accountId} and status and closed_time is null
         and 'Administrator' = any(roles) for share`);
  }

  /** Disables a bound client; waits for concurrent changes to it. */
  async switchOff(tx: Transaction, { portalId, clientId }: PortalsClient, now: Date): Promise<void> {
    await tx.run(sql`
      update auth.clients set status = 0, updated_time = ${now}
       where client_id = ${clientId} and portal_id = ${portalId}`);
  }

  async forgetConsents(tx: Transaction, { portalId, clientId }: PortalsClient): Promise<void> {
    await tx.run(sql`delete from auth.consents where portal_id = ${portalId} and client_id = ${clientId}`);
  }

  /** Expires the grants for the first tokens of portals that were created through the client. */
  async endOnboardingGrants(tx: Transaction, { portalId, clientId }: PortalsClient): Promise<void> {
    await tx.run(sql`
      update auth.onboarding_grants set expires_at = 'epoch'
       where portal_id = ${portalId} and client_id = ${clientId}`);
  }
}

/** Whether the portal has a relation to the client of the `auth.clients` row `c`. */
const isKnown = (portalId: number): Statement => sql`(
  c.portal_id is not distinct from ${portalId}
  or exists (select 1 from auth.approvals o where o.portal_id = ${portalId} and o.client_id = c.client_id)
  or exists (select 1 from auth.client_blocks o where o.portal_id = ${portalId} and o.client_id = c.client_id)
  or exists (select 1 from auth.consents o where o.portal_id = ${portalId} and o.client_id = c.client_id)
  or exists (select 1 from auth.grant_families o
              where o.portal_id = ${portalId} and o.client_id = c.client_id and o.ended_at is null))`;
