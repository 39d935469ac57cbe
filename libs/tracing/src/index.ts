export {
  readErrorCode,
  isSampled,
  isTracing,
  readTraceparent,
  record,
  runningSpan,
  startDetail,
  startSpan,
  traced,
  tracedDetail,
  type OpenSpan,
  type Recorder,
  type SpanOptions,
  type Traceparent,
} from './tracing.js';
export { TracingModule } from './tracing.module.js';
