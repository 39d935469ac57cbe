import { BadRequest, Forbidden } from '@app/kernel';

/** The facts that decide where an application may create portals. */
export interface OnboardingRights {
  client_portal_id: number | null;
  client_portal_is_partner: boolean;
  partner_exists: boolean;
  partner_approved: boolean;
}

/**
 * The portal above the new one (contract 4.28): an unbound application creates independent portals, or portals below a
 * distribution partner that approved it. An application bound to a distribution partner creates only portals below that
 * partner.
 * @param rights undefined: the application is unknown or disabled
 * @throws Forbidden, BadRequest naming partner_portal_id
 */
export function parentPortal(
  rights: OnboardingRights | undefined,
  partnerPortalId: number | undefined,
): number | null {
  if (!rights || (rights.client_portal_id !== null && !rights.client_portal_is_partner)) {
    throw new Forbidden('onboarding_not_allowed', 'This application may not create portals.');
  }
  if (partnerPortalId === undefined) return rights.client_portal_id;
  if (!rights.partner_exists) {
    throw BadRequest.field('partner_portal_id', 'is not a distribution partner portal', 'unknown_partner');
  }
  const isAllowed =
    rights.client_portal_id === null ? rights.partner_approved : rights.client_portal_id === partnerPortalId;
  if (!isAllowed) {
    throw new Forbidden('partner_not_approved', 'This partner portal has not approved the application.');
  }
  return partnerPortalId;
}
