export { usePlainMessages } from './errors/messages.js';
export { toNetwork } from './edge/network.js';
export { preferredType } from './accept.js';
export { escapeHtml, Html, html, jsonData } from './html.js';
export { prefersHtml } from './prefers-html.js';
export { createHttpApp, type HttpApp, type HttpOptions } from './edge/bootstrap.js';
export { currentOrigin } from './edge/caller.js';
export { CoreModule } from './edge/core.module.js';
export {
  bodyKinds,
  IsForm,
  listenToBodies,
  TakesImage,
  type BodyKind,
  type ImageBody,
} from './body/body-reader.js';
export {
  envelopeShape,
  problemOfStatus,
  createRenderer,
  type ErrorRenderer,
  type ErrorShape,
} from './errors/error.filter.js';
export {
  limitSettings,
  parseLimits,
  MAX_OAUTH_BODY_BYTES,
  REQUEST_LIMITS,
  type RequestLimits,
} from './limits/limits.js';
export { assertMatch, computeEtag, IfMatch } from './etag.js';
export { HealthModule, type ReadinessCheck } from './edge/health.module.js';
export {
  IDEMPOTENCY,
  IDEMPOTENT,
  KEPT_SECONDS,
  type Completion,
  type IdempotentRule,
  type RepeatGuard,
} from './idempotent.js';
export { openApiDocument, serveDocument } from './openapi/openapi.js';
export * from './openapi/api-decorators.js';
export { WithDryRun } from './openapi/with-dry-run.js';
export { serveLazily } from './openapi/lazy-routes.js';
export { startListening } from './edge/start-listening.js';
export { toOpenApiSchema } from './openapi/openapi-schema.js';
export {
  ErrorEnvelope,
  generalRefusals,
  Operation,
  retryAfterHeader,
  withReasons,
} from './openapi/operation.js';
export { enterExpensiveOperation, EXPENSIVE_TEXT } from './limits/expensive-operation.js';
export { prototypeNames } from './body/name-value-pairs.js';
export { noSchemas } from './openapi/no-schemas.js';
export { setLoggedClient } from './edge/request-facts.js';
export { RouteTable, type RouteEntry } from './routes.js';
export { RequestWarnings, warnOfIgnoredFields } from './errors/request-warnings.js';
export { SchemaPipe } from './validation.pipe.js';
export { BodyMemoryLimit } from './body/body-memory-limit.js';
export { hasBody, readBody } from './body/read-body.js';
export { jsonAnswer, WholeAnswer } from './whole-answer.js';
export { decodedPath, loggedPath } from './edge/path.js';
export { waitForSchema } from './edge/wait-for-schema.js';
