export { hashPassword, MAX_PASSWORD_BYTES, MIN_PASSWORD_LENGTH } from './passwords.js';
export { holdPassword, storeFirstPassword } from './passwords.queries.js';
export { assertGoodPassword, passwordFault, passwordFaults, type PasswordFault } from './password-rule.js';
export { PasswordPool, passwordSettings } from './password-pool.js';
export type { Asker } from './fair-turns.js';
