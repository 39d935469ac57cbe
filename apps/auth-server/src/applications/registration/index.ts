export { isActingOnItself, assertHasAllScopes } from './client.policy.js';
export { CreateOwnClient, RegenerateSecret, SECRET_EXAMPLE } from './client.schema.js';
export { ClientRegistrations } from './client-registrations.service.js';
