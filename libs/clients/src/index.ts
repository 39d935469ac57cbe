export { kidGrammar, readClientKeys, type RegisteredKey } from './client-keys.js';
export {
  applyClient,
  clientSecretGrammar,
  defaultGrants,
  isFitForSpecial,
  registerClient,
  type ClientRegistration,
} from './client-registry.queries.js';
export { endTokensOfClient } from './client-tokens.queries.js';
export {
  generateCredential,
  LONGEST_GRACE_SECONDS,
  replaceClientSecret,
  type NewSecret,
} from './client-secrets.queries.js';
