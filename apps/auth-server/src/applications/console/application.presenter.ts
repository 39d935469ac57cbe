import { listRedirectUris } from '@app/clients';
import { wireTime, wireTimeOrNull } from '@app/contracts';
import type { Approval } from '../approvals/index.js';
import type { ApplicationAnswer, ApplicationDetail, ApprovalAnswer } from './application.schema.js';
import type { Application, PersonsConsent } from './application.queries.js';
import type { ClientKey, ClientRow } from '../clients/index.js';

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

/** The part of a registration that is public to the application's own portal. */
export interface Registration {
  client: ClientRow;
  keys: readonly ClientKey[];
}

export const presentApplicationDetail = (
  row: Application,
  {
    approval,
    consents,
    registration,
  }: {
    approval: Approval | undefined;
    consents: readonly PersonsConsent[];
    registration: Registration | undefined;
  },
): ApplicationDetail => ({
  ...presentApplication(row),
  ...presentRegistration(registration),
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

const presentRegistration = (
  registration: Registration | undefined,
): Pick<ApplicationDetail, 'redirect_uris' | 'grants' | 'keys'> =>
  registration
    ? {
        redirect_uris: listRedirectUris(registration.client),
        grants: registration.client.grants,
        keys: registration.keys.map(({ kid, alg, createdTime }) => ({
          kid,
          alg,
          created_time: wireTime(createdTime),
        })),
      }
    : { redirect_uris: null, grants: null, keys: null };
