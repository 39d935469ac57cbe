import { familyOfAssertions } from '../functions/auth/family-of-assertions.js';
import { lockApproval } from '../functions/auth/lock-approval.js';
import { lockPortalRights } from '../functions/auth/lock-portal-rights.js';
import { isBlocked } from '../functions/auth/is-blocked.js';
import { issueAccessToken } from '../functions/auth/issue-access-token.js';
import { issueAccessTokens } from '../functions/auth/issue-access-tokens.js';
import { issueCode } from '../functions/auth/issue-code.js';
import { refreshAccessTokens } from '../functions/auth/refresh-access-tokens.js';
import { revokeRights } from '../functions/auth/revoke-rights.js';
import { revokeClientForAccount } from '../functions/auth/revoke-client-for-account.js';
import { revokeClientInPortal } from '../functions/auth/revoke-client-in-portal.js';
import { Baseline } from './baseline.js';

/**
 * Issuing and taking away exclude each other by advisory locks (ADR 8). All of this is plpgsql because each of its
 * statements sees what was committed before it began: what is read is read after the locks, in one round trip. A
 * service account speaks for its own client alone.
 */
export class Rights20261127000900 extends Baseline {
  name = 'Rights20261127000900';
  parts = [
    issueAccessToken,
    issueAccessTokens,
    refreshAccessTokens,
    familyOfAssertions,
    issueCode,
    revokeRights,
    revokeClientInPortal,
    revokeClientForAccount,
    lockApproval,
    lockPortalRights,
    isBlocked,
  ];
}
