export { usePlainMessages } from './messages.js';
export { toNetwork } from './network.js';
export { preferredType } from './accept.js';
export { escapeHtml, Html, html, jsonData } from './html.js';
export { prefersHtml } from './prefers-html.js';
export { createHttpApp, type HttpApp, type HttpOptions } from './bootstrap.js';
export { currentOrigin } from './caller.js';
export { CoreModule } from './core.module.js';
export {
  bodyKinds,
  IsForm,
  listenToBodies,
  TakesImage,
  type BodyKind,
  type ImageBody,
} from './body-reader.js';
export {
  envelopeShape,
  problemOfStatus,
  createRenderer,
  type ErrorRenderer,
  type ErrorShape,
} from './error.filter.js';
export {
  limitSettings,
  parseLimits,
  MAX_OAUTH_BODY_BYTES,
  REQUEST_LIMITS,
  type RequestLimits,
} from './limits.js';
export { assertMatch, computeEtag, IfMatch } from './etag.js';
export { HealthModule, type ReadinessCheck } from './health.module.js';
export {
  IDEMPOTENCY,
  IDEMPOTENT,
  KEPT_SECONDS,
  type Completion,
  type IdempotentRule,
  type RepeatGuard,
} from './idempotent.js';
export { DOCUMENT_VERSION, openApiDocument, serveDocument } from './openapi.js';
export * from './api-decorators.js';
export { serveLazily } from './lazy-routes.js';
export { startListening } from './start-listening.js';
export { toOpenApiSchema } from './openapi-schema.js';
export { ErrorEnvelope, generalRefusals, Operation, retryAfterHeader, withReasons } from './operation.js';
export { enterExpensiveOperation, EXPENSIVE_TEXT } from './expensive-operation.js';
export { prototypeNames } from './name-value-pairs.js';
export { noSchemas } from './no-schemas.js';
export { setLoggedClient } from './request-facts.js';
export { RouteTable, type RouteEntry } from './routes.js';
export { RequestWarnings, warnOfIgnoredFields } from './request-warnings.js';
export { SchemaPipe } from './validation.pipe.js';
export { BodyMemoryLimit } from './body-memory-limit.js';
export { hasBody, readBody } from './read-body.js';
export { jsonAnswer, WholeAnswer } from './whole-answer.js';
export { decodedPath, loggedPath } from './path.js';
export { waitForSchema } from './wait-for-schema.js';
