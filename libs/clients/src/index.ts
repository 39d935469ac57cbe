export { kidGrammar, readClientKeys, type RegisteredKey } from './client-keys.js';
export {
  applyClient,
  clientSecretGrammar,
  defaultGrants,
  isFitForSpecial,
  registerClient,
  type ClientRegistration,
} from './client-registry.js';
export { endTokensOfClient } from './client-tokens.queries.js';
export {
  generateCredential,
  longestGraceSeconds,
  replaceClientSecret,
  type NewSecret,
} from './client-secrets.js';
