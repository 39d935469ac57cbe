export { OneTimeLogin } from './one-time-login.js';
export type { LivingLink } from './one-time-token.queries.js';
export { OneTimeTokensModule } from './one-time-tokens.module.js';
