export { CODE_SECONDS, CodeQueries } from './code.queries.js';
export { FamilyQueries, type RefreshTokenRow } from './family.queries.js';
export { newFamilyId, TokenIssuer } from './token-issuer.js';
export {
  requestsOpenid,
  narrowToClient,
  narrowToRoles,
  requestedScopes,
  requestedWithOpenid,
} from './scope-narrowing.js';
export { tokenResponse, type TokenResponse } from './token-response.js';
export { isS256Challenge } from './pkce.js';
