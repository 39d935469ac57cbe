export { createHttpApp, type HttpApp, type HttpOptions } from './bootstrap.js';
export { CoreModule } from './core.module.js';
export {
  ErrorFilter,
  fieldErrors,
  problemOfStatus,
  renderEnvelope,
  type ErrorRenderer,
} from './error.filter.js';
export { assertMatch, etagOf, IfMatch } from './etag.js';
export { HealthModule, type ReadinessCheck } from './health.module.js';
export { IDEMPOTENCY, IDEMPOTENT, keptSeconds, type Completion, type IdempotentRule } from './idempotent.js';
export { ErrorEnvelope, openApiDocument, Operation } from './openapi.js';
export { parseForm, parseQuery } from './query-parser.js';
export { RouteTable, type RouteEntry } from './routes.js';
export { SchemaPipe } from './validation.pipe.js';
