import { setPortalPassword } from '../functions/auth/set-portal-password.js';
import { isFreshLogin } from '../functions/auth/is-fresh-login.js';
import { isOfOwnLogin } from '../functions/auth/is-of-own-login.js';
import { verifyAddress } from '../functions/auth/verify-address.js';
import { acceptByToken } from '../functions/identity/accept-by-token.js';
import { Baseline } from './baseline.js';

/** Who a person is, only their mailbox or the operator can say. */
export class Proofs20261127001300 extends Baseline {
  name = 'Proofs20261127001300';
  parts = [setPortalPassword, verifyAddress, isOfOwnLogin, acceptByToken, isFreshLogin];
}
