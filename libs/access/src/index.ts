export * from './access.decorators.js';
export { assertAllowed } from './access.guard.js';
export * from './access.module.js';
export { AccessTokens } from './access-tokens.js';
export type { AccessSettings } from './access.settings.js';
export { Actor } from './actor.js';
export {
  auditEvents,
  commandLine,
  schedule,
  type AuditDetail,
  type AuditEntry,
  type AuditEvent,
  type AuditOrigin,
} from './audit/audit.js';
export { recordAudit } from './audit/audit.queries.js';
export { bearerToken, hasAuthorization } from './bearer-token.js';
export { FRESH_LOGIN_SECONDS, FreshLoginRequired } from './fresh-login.js';
export { KeySet } from './keys/key-set.js';
export { KEY_SOURCE, type KeySource } from './keys/key-source.js';
export { RevocationReader, revocationChannel } from './revocation/revocation-reader.js';
export { RevocationSet, type Revocation } from './revocation/revocation-set.js';
export { RevocationsModule } from './revocation/revocations.module.js';
export { Revocations, type TakenFrom } from './revocation/revoke.queries.js';
