export { OneTimeLogin, type LinkFailure, type ShownLink } from './one-time-login.js';
export { OneTimeTokensModule } from './one-time-tokens.module.js';
