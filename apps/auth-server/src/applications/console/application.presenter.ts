import { wireTime, wireTimeOrNull } from '@app/contracts';
import type { Approval } from '../approvals/index.js';
import type { ApplicationAnswer, ApplicationDetail, ApprovalAnswer } from './application.schema.js';
import type { Application, PersonsConsent } from './application.queries.js';

export const presentApplication = (row: Application): ApplicationAnswer => ({
  client_id: row.clientId,
  client_name: row.name,
  kind: row.kind,
  status: row.status,
  is_approved: row.isApproved,
  is_blocked: row.blockedTime !== null,
  scopes: row.scopes,
  consents_count: row.consentsCount,
  made_by: row.madeBy && { user_id: row.madeBy.userId, name: row.madeBy.name },
  since: wireTime(row.since),
  last_used_time: wireTimeOrNull(row.lastUsedTime),
  previous_secret_until: wireTimeOrNull(row.previousSecretUntil),
});

const presentApproval = (approval: Approval): ApprovalAnswer => ({
  scopes: approval.scopes,
  acts_for_people: approval.actsForPeople,
  for_administrators: approval.forAdministrators,
  makes_portals: approval.makesPortals,
  came_by: approval.cameBy,
  approved_by:
    approval.approvedBy === null ? null : { user_id: approval.approvedBy, name: approval.approvedByName },
  approved_time: wireTime(approval.approvedTime),
  last_used_time: wireTimeOrNull(approval.lastUsedTime),
});

export const presentApplicationDetail = (
  row: Application,
  approval: Approval | undefined,
  consents: readonly PersonsConsent[],
): ApplicationDetail => ({
  ...presentApplication(row),
  approval: approval ? presentApproval(approval) : null,
  blocked_time: wireTimeOrNull(row.blockedTime),
  consents: consents.map(({ userId, name, scopes, since, lastUsedTime }) => ({
    user_id: userId,
    name,
    scopes,
    since: wireTime(since),
    last_used_time: wireTimeOrNull(lastUsedTime),
  })),
});
