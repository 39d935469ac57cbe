export { isGuessable, type Attempt } from './attempt-counters.js';
export { PasswordCheck } from './password-check.js';
export { throttleFailure, type ThrottleFailure } from './throttle-failure.js';
export {
  lockPassword,
  passwordFingerprint,
  PasswordQueries,
  type PortalPasswordOwner,
  type PersonWithPassword,
  type StoredPassword,
} from './password.queries.js';
