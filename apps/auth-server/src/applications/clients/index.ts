export { createBudgetKey } from './budget-key.js';
export { assertMayUse, toClient, isClientId, type Client, type ClientRow } from './client.js';
export { clientParameters, presentedClient, type PresentedClient } from './presented-client.js';
export { ClientAuthenticator } from './client-authenticator.js';
export { ClientKeyQueries, type ClientKey } from './client-key.queries.js';
export { clientColumns, ClientQueries, clientTables } from './client.queries.js';
export { isRegisteredRedirectUri, redirectHost, redirectHosts, redirectUriProblem } from './redirect-uri.js';
