export { kidGrammar, readClientKeys, type RegisteredKey } from './client-keys.js';
export {
  applyClient,
  clientSecretGrammar,
  isFitForSpecial,
  defaultGrants,
  registerClient,
  type ClientRegistration,
} from './client-registry.js';
export { generateCredential, longestGraceSeconds, replaceClientSecret } from './client-secrets.js';
export { GrantsModule } from './grants.module.js';
export { issueOneTimeToken, loginLinkSeconds, oneTimeTokenKind, type LoginLink } from './one-time-tokens.js';
export { landingPath, loginLinkAddress } from './landing-path.js';
export { issuePasswordLink } from './password-links.js';
export { hashPassword, maxPasswordBytes, minPasswordLength, storeFirstPassword } from './passwords.js';
export { assertGoodPassword, passwordFault, passwordFaults, type PasswordFault } from './password-rule.js';
export { PasswordPool, passwordSettings } from './password-pool.js';
export { removeSecondFactor } from './second-factor.js';
export { Revocations, type TakenFrom } from './revocations.js';
