import { Injectable } from '@nestjs/common';
import type { Scope } from '@app/contracts';
import { Database, sql, type Reader, type Transaction } from '@app/database';
import { enforceLimit } from '@app/limits';
import { addSeconds } from '@app/kernel';

/** How an approval came about. */
export type GrantOrigin = 'administrator' | 'onboarding' | 'operator';

/** The approval that a portal gives an application for itself. */
export interface ApprovedRights {
  scopes: Scope[];
  /** Whether it may name people of the portal in assertions (service_jwt). */
  actsForPeople: boolean;
  /** Whether the people named in assertions may be administrators. */
  forAdministrators: boolean;
  /** Whether it may create portals below this one, which is a distribution partner. */
  makesPortals: boolean;
}

export interface Approval extends ApprovedRights {
  cameBy: GrantOrigin;
  approvedBy: number | null;
  /** Null if unknown, or if the account no longer exists. */
  approvedByName: string | null;
  approvedTime: Date;
  lastUsedTime: Date | null;
}

export interface PortalsClient {
  portalId: number;
  clientId: string;
}

const columns = sql`
  k.scopes, k.acts_for_people, k.for_administrators, k.makes_portals, k.came_by, k.approved_by, k.approved_time,
  k.last_used_time`;

/** Seconds between two updates of the time of the last use. */
const USE_UPDATE_SECONDS = 300;

/** Approvals and blocks: what portals decide about applications. */
@Injectable()
export class ApprovalQueries {
  constructor(private readonly database: Database) {}

  /** Locks the portal's approvals until the transaction ends, and returns the current one. */
  lock(tx: Transaction, { portalId, clientId }: PortalsClient): Promise<ApprovedRights | undefined> {
    return tx.one<ApprovedRights>(sql.camelCase`
      select ${columns} from auth.lock_approval(${portalId}, ${clientId}) k`);
  }

  /** Records a use occasionally; never waits for a concurrent update. */
  async recordUse(tx: Transaction, { portalId, clientId }: PortalsClient, now: Date): Promise<void> {
    const before = addSeconds(now, -USE_UPDATE_SECONDS);
    await tx.run(sql`
      update auth.approvals set last_used_time = ${now}
       where (portal_id, client_id) in (
         select portal_id, client_id from auth.approvals
          where portal_id = ${portalId} and client_id = ${clientId}
            and (last_used_time is null or last_used_time < ${before}) for update skip locked)`);
  }

  find({ portalId, clientId }: PortalsClient, reader: Reader = this.database): Promise<Approval | undefined> {
    return reader.one<Approval>(sql.camelCase`
      select ${columns}, a.first_name || ' ' || a.last_name as approved_by_name
        from auth.approvals k left join identity.accounts a on a.portal_id = k.portal_id and a.id = k.approved_by
       where k.portal_id = ${portalId} and k.client_id = ${clientId}`);
  }

  /** Serialises changes of this portal's approvals and blocks, and excludes concurrent issuing in this portal. */
  async lockPortalRights(tx: Transaction, portalId: number): Promise<void> {
    await tx.one(sql`select auth.lock_portal_rights(${portalId})`);
  }

  async isBlocked({ portalId, clientId }: PortalsClient, reader: Reader = this.database): Promise<boolean> {
    return (await reader.value<boolean>(
      sql`select auth.is_blocked(${portalId}, ${clientId}) as is_blocked`,
    ))!;
  }

  /** @throws LimitReached */
  async assertApprovalLimit(tx: Transaction, { portalId, clientId }: PortalsClient): Promise<void> {
    const otherApprovals = sql`select 1 from auth.approvals where portal_id = ${portalId} and client_id <> ${clientId}`;
    await enforceLimit(tx, 'approvals', portalId, otherApprovals);
  }

  /** @throws LimitReached */
  async assertBlockLimit(tx: Transaction, { portalId, clientId }: PortalsClient): Promise<void> {
    const otherBlocks = sql`select 1 from auth.client_blocks where portal_id = ${portalId} and client_id <> ${clientId}`;
    await enforceLimit(tx, 'blocked_clients', portalId, otherBlocks);
  }

  async save(
    tx: Transaction,
    { portalId, clientId }: PortalsClient,
    rights: ApprovedRights,
    approvedBy: number,
    now: Date,
  ): Promise<void> {
    const { scopes, actsForPeople, forAdministrators, makesPortals } = rights;
    await tx.run(sql`
      insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, for_administrators, makes_portals,
                                  came_by, approved_by, approved_time)
      values (${portalId}, ${clientId}, ${scopes}, ${actsForPeople}, ${forAdministrators}, ${makesPortals},
              'administrator', ${approvedBy}, ${now})
      on conflict (portal_id, client_id) do update
        set scopes = excluded.scopes, acts_for_people = excluded.acts_for_people,
            for_administrators = excluded.for_administrators, makes_portals = excluded.makes_portals,
            came_by = excluded.came_by, approved_by = excluded.approved_by, approved_time = excluded.approved_time`);
  }

  /** @returns whether there was an approval */
  async withdraw(tx: Transaction, { portalId, clientId }: PortalsClient): Promise<boolean> {
    const withdrawn = await tx.run(sql`
      delete from auth.approvals where portal_id = ${portalId} and client_id = ${clientId}`);
    return withdrawn === 1;
  }

  /** @returns false when it was already blocked */
  async block(
    tx: Transaction,
    { portalId, clientId }: PortalsClient,
    blockedBy: number,
    now: Date,
  ): Promise<boolean> {
    const blocked = await tx.run(sql`
      insert into auth.client_blocks (portal_id, client_id, blocked_by, blocked_time)
      values (${portalId}, ${clientId}, ${blockedBy}, ${now}) on conflict do nothing`);
    return blocked === 1;
  }

  /** @returns whether it was blocked */
  async unblock(tx: Transaction, { portalId, clientId }: PortalsClient): Promise<boolean> {
    const unblocked = await tx.run(sql`
      delete from auth.client_blocks where portal_id = ${portalId} and client_id = ${clientId}`);
    return unblocked === 1;
  }

  /**
   * Whether people of this portal cannot connect the application, because it is blocked or not approved. Approval is
   * needed only if the portal requires it (configuration `approved_applications_only`), and not for the portal's own
   * applications and first parties.
   */
  async isClosedTo({ portalId, clientId }: PortalsClient, reader: Reader = this.database): Promise<boolean> {
    return reader.has(sql`
      select 1 from auth.client_blocks where portal_id = ${portalId} and client_id = ${clientId}
      union all
      select 1 from identity.portals p join auth.clients c on c.client_id = ${clientId}
       where p.id = ${portalId} and p.configuration -> 'approved_applications_only' = 'true'::jsonb
         and c.portal_id is distinct from p.id and not c.is_first_party
         and not exists (select 1 from auth.approvals k where k.portal_id = p.id and k.client_id = c.client_id)
      limit 1`);
  }
}
