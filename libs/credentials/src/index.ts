export { landingPath, loginLinkAddress } from './login-links/landing-path.js';
export {
  issueOneTimeToken,
  LOGIN_LINK_SECONDS,
  ONE_TIME_TOKEN_KIND,
  type LoginLinkTarget,
} from './login-links/one-time-tokens.queries.js';
export { issuePasswordLink } from './login-links/password-links.queries.js';
export {
  ADDRESS_LINK_SECONDS,
  issueAddressLink,
  issueLink,
  MERGE_LINK_SECONDS,
  UNDO_SECONDS,
} from './login-links/address-links.queries.js';
export type { QueueOwner } from './passwords/priority-queue.js';
export { PasswordPool, passwordSettings } from './passwords/password-pool.js';
export {
  assertGoodPassword,
  passwordFault,
  passwordFaults,
  type PasswordFault,
} from './passwords/password-rule.js';
export { hashPassword, MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from './passwords/passwords.js';
export { setPortalPassword, insertInitialPassword } from './passwords/passwords.queries.js';
export { secondFactorContext } from './second-factor/sealed-secret.js';
export { demandsSecondFactor, removeSecondFactor } from './second-factor/second-factor.queries.js';
