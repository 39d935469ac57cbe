import { defaultScopes, type Scope } from '@app/contracts';
import { sql } from '@app/database';
import { type AuthStack } from './auth-stack.js';

interface ApprovalValues {
  portalId?: number;
  scopes?: readonly Scope[];
  actsForPeople?: boolean;
  forAdministrators?: boolean;
  makesPortals?: boolean;
  approvedBy?: number;
}

/** A portal's approval of an unbound client, given by an administrator. */
export async function approve(
  stack: AuthStack,
  clientId: string,
  approval: ApprovalValues = {},
): Promise<void> {
  await stack.db.many(sql`
    insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, for_administrators, makes_portals,
                                came_by, approved_by, approved_time)
    values (${approval.portalId ?? 1}, ${clientId}, ${approval.scopes ?? defaultScopes},
           ${approval.actsForPeople ?? true}, ${approval.forAdministrators ?? false},
           ${approval.makesPortals ?? false}, 'administrator', ${approval.approvedBy ?? null}, now())`);
}

/** Deletes all approvals, blocks and consents. */
export async function forgetAnswers(stack: AuthStack): Promise<void> {
  await stack.db.many(sql`
    delete from auth.approvals; delete from auth.client_blocks; delete from auth.consents`);
}
