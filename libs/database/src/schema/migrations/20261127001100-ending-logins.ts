import { endAccessTokens } from '../functions/auth/end-access-tokens.js';
import { endLogins } from '../functions/auth/end-logins.js';
import { endUnverifiedLogins } from '../functions/auth/end-unverified-logins.js';
import { lockPersonRights } from '../functions/auth/lock-person-rights.js';
import { Baseline } from './baseline.js';

/**
 * Ending what people's logins opened, for all accounts of a person at once. What applications got for themselves (an
 * assertion, the first tokens of a portal that they made) is no login's: it has no family, or says so. Access tokens of
 * people's logins all have a family.
 */
export class EndingLogins20261127001100 extends Baseline {
  name = 'EndingLogins20261127001100';
  parts = [lockPersonRights, endLogins, endUnverifiedLogins, endAccessTokens];
}
