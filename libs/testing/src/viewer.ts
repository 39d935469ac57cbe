import { seesDrafts, type SeesDrafts } from '@app/contracts';

/** A viewer in the portal who sees drafts, or (a learner) does not. */
export const viewerIn = (portalId: number, sees = true): { portalId: number; seesDrafts: SeesDrafts } => ({
  portalId,
  seesDrafts: seesDrafts({ roles: [sees ? 'Administrator' : 'Learner'] }),
});
