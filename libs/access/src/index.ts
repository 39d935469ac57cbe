export * from './access.decorators.js';
export { permit } from './access.guard.js';
export * from './access.module.js';
export type { AccessSettings } from './access.settings.js';
export { Actor } from './actor.js';
export { bearerToken, hasAuthorization } from './bearer-token.js';
export { KeySet } from './keys/key-set.js';
export { RevocationReader, revocationChannel } from './revocation/revocation-reader.js';
export { RevocationSet, type Revocation } from './revocation/revocation-set.js';
