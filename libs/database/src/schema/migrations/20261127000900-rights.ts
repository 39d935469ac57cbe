import { familyOfAssertions } from '../functions/auth/family-of-assertions.js';
import { holdApproval } from '../functions/auth/hold-approval.js';
import { holdRightsOfPortal } from '../functions/auth/hold-rights-of-portal.js';
import { isBlocked } from '../functions/auth/is-blocked.js';
import { issueAccessToken } from '../functions/auth/issue-access-token.js';
import { issueAccessTokens } from '../functions/auth/issue-access-tokens.js';
import { issueCode } from '../functions/auth/issue-code.js';
import { refreshAccessTokens } from '../functions/auth/refresh-access-tokens.js';
import { takeAwayRights } from '../functions/auth/take-away-rights.js';
import { takeClientFromAccount } from '../functions/auth/take-client-from-account.js';
import { takeClientFromPortal } from '../functions/auth/take-client-from-portal.js';
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
    takeAwayRights,
    takeClientFromPortal,
    takeClientFromAccount,
    holdApproval,
    holdRightsOfPortal,
    isBlocked,
  ];
}
