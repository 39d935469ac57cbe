import { defaultScopes, type Scope } from '@app/contracts';
import { rows, type AuthStack } from './auth-stack.js';

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
  await rows(
    stack,
    `insert into auth.approvals (portal_id, client_id, scopes, acts_for_people, for_administrators, makes_portals,
                                 came_by, approved_by, approved_time)
     values ($1, $2, $3, $4, $5, $6, 'administrator', $7, now())`,
    [
      approval.portalId ?? 1,
      clientId,
      approval.scopes ?? defaultScopes,
      approval.actsForPeople ?? true,
      approval.forAdministrators ?? false,
      approval.makesPortals ?? false,
      approval.approvedBy ?? null,
    ],
  );
}

/** Deletes all approvals, blocks and consents. */
export async function forgetAnswers(stack: AuthStack): Promise<void> {
  await stack.db.query(
    'delete from auth.approvals; delete from auth.client_blocks; delete from auth.consents',
  );
}
