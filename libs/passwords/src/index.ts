export {
  hashPassword,
  holdPassword,
  maxPasswordBytes,
  minPasswordLength,
  storeFirstPassword,
} from './passwords.js';
export { provePerson, type ProofOfAddress } from './proof.js';
export { assertGoodPassword, passwordFault, passwordFaults, type PasswordFault } from './password-rule.js';
export { PasswordPool, passwordSettings } from './password-pool.js';
export { demandsSecondFactor, removeSecondFactor } from './second-factor.js';
