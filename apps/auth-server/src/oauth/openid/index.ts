export { IdTokenHints, type HintClaims } from './id-token-hints.js';
export { IdTokens } from './id-tokens.js';
export { OpenidClaims } from './openid-claims.js';
export { listMethods, readLogin, type OpenidLogin } from './openid-login.js';
export { OpenidSids } from './openid-sids.js';
export { OpenidModule } from './openid.module.js';
