import { seesDrafts, type SeesDrafts } from '@app/contracts';

/** Somebody in the portal: one who sees its drafts, or a learner, who does not. */
export const viewerIn = (portalId: number, sees = true): { portalId: number; seesDrafts: SeesDrafts } => ({
  portalId,
  seesDrafts: seesDrafts({ roles: [sees ? 'Administrator' : 'Learner'] }),
});
