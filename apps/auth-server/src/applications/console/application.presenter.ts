import { listRedirectUris } from '@app/clients';
import { wireTime, wireTimeOrNull } from '@app/contracts';
import type { Approval } from '../approvals/index.js';
import type {
  ApplicationAnswer,
  ApplicationDetail,
  ApprovableApplication,
  ApprovalAnswer,
} from './application.schema.js';
import type { Application, ApprovableClient, PersonsConsent } from './application.queries.js';
import { redirectHosts, type ClientKey, type ClientRow } from '../clients/index.js';

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

/** What an administrator sees before an approval. The name and the host are also displayed at a sign-in. */
export const presentApprovable = (
  client: ApprovableClient,
  approval: Approval | undefined,
): ApprovableApplication => ({
  client_id: client.clientId,
  client_name: client.name,
  owner: {
    kind: client.isFirstParty ? 'service' : client.portalId === null ? 'none' : 'portal',
    portal_title: client.portalTitle,
  },
  redirect_hosts: redirectHosts(client),
  scopes: client.scopes,
  approval: approval ? presentApproval(approval) : null,
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
