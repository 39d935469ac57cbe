export { ApplicationMails, type Doer } from './application-mails.js';
export { ClientCredentials, operatorsCredentials } from './client-credentials.js';
export { kidGrammar, readClientKeys, type RegisteredKey } from './client-keys.js';
export {
  clientSecretGrammar,
  defaultGrants,
  findNamedClient,
  isFitForSpecial,
  registerClient,
  type ClientRegistration,
} from './client-registry.queries.js';
export { endTokensOfClient } from './client-tokens.queries.js';
export { generateCredential, LONGEST_GRACE_SECONDS, type NewSecret } from './client-secrets.queries.js';
