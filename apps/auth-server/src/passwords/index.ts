export type { Attempt } from './attempt-counters.js';
export { PasswordCheck } from './password-check.js';
export { PasswordsModule } from './passwords.module.js';
export { throttleFailure, type ThrottleFailure } from './throttle-failure.js';
export {
  passwordMark,
  PersonQueries,
  type HeldFor,
  type PersonsAccount,
  type PersonWithPassword,
  type StoredPassword,
} from './person.queries.js';
