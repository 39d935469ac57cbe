export { ApplicationMails, displayHost, type ActingUser } from './application-mails.js';
export { readClientNames } from './client-names.queries.js';
export { CredentialChanges, operatorsCredentials } from './credential-changes.js';
export {
  clientKeyAlgs,
  kidGrammar,
  readClientKeys,
  type ClientKeyAlg,
  type RegisteredKey,
} from './client-keys.js';
export {
  clientSecretGrammar,
  defaultGrants,
  findNamedClient,
  firstPartyProblem,
  idTokenAlgs,
  isFitForSpecial,
  otherRedirectUris,
  listRedirectUris,
  registerClient,
  setPostLogoutRedirectUris,
  type ClientRegistration,
  type IdTokenAlg,
  type RedirectUris,
} from './client-registry.queries.js';
export { endTokensOfClient } from './client-tokens.queries.js';
export { generateCredential, MAX_GRACE_SECONDS, type NewSecret } from './client-secrets.queries.js';
