/** The attributes of a span: our own names, numbers and codes, never values from a request. */
export type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  attributes?: SpanAttributes;
  /** The parent span: by default the running one; `root` begins a trace. */
  parent?: Traceparent | 'root' | undefined;
  /** A related span of another program. */
  link?: Traceparent | undefined;
  /** When it began, if not now; milliseconds since 1970. */
  startMs?: number;
}

/** The header of W3C Trace Context, version 00: ids of a trace and a span, and whether it is recorded. */
export type Traceparent = string & { readonly __brand: 'traceparent' };

export interface OpenSpan {
  readonly traceId: string;
  readonly traceparent: Traceparent;
  set(attributes: SpanAttributes): void;
  /** @param code of the error, because its message may contain values */
  fail(code: string): void;
  end(): void;
  /** Runs `work` with this span as the running one. */
  run<T>(work: () => T): T;
}

export interface Recorder {
  start(name: string, options: SpanOptions): OpenSpan;
  /** The running span, if it is recorded or belongs to a trace. */
  running(): { traceId: string; traceparent: Traceparent } | undefined;
  /** Sends the recorded spans, and stops. */
  close(): Promise<void>;
}

let recorder: Recorder | undefined;

/** Records all spans from now on; undefined: none. */
export function record(newRecorder: Recorder | undefined): void {
  recorder = newRecorder;
}

export const isTracing = (): boolean => recorder !== undefined;

export const startSpan = (name: string, options: SpanOptions = {}): OpenSpan | undefined =>
  recorder?.start(name, options);

/** Like {@link startSpan}, for details that are recorded only within another span. */
export const startDetail = (name: string, options: () => SpanOptions): OpenSpan | undefined =>
  recorder?.running() ? recorder.start(name, options()) : undefined;

/** The running span, for related work in another process. */
export const runningSpan = (): { traceId: string; traceparent: Traceparent } | undefined =>
  recorder?.running();

/** Runs `work` in a span, if tracing is on. */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span?: OpenSpan) => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options);
  return span ? within(span, work) : work();
}

/** Runs `work` as part of the running span, if there is one. */
export async function tracedDetail<T>(
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const span = startDetail(name, () => options);
  return span ? within(span, work) : work();
}

async function within<T>(span: OpenSpan, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(readErrorCode(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The SQLSTATE, Node's code, or the class of an error; never its message. */
export function readErrorCode(error: unknown): string {
  const { code, errorCode, name } = (error ?? {}) as { code?: unknown; errorCode?: unknown; name?: unknown };
  const safeCode = [code, errorCode, name].find((one) => typeof one === 'string' && /^\w{1,60}$/.test(one));
  return (safeCode as string | undefined) ?? 'unknown';
}

const pattern = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Parses a traceparent from another process; undefined when it is malformed, or of an unknown version. */
export const readTraceparent = (text: unknown): Traceparent | undefined =>
  typeof text === 'string' && pattern.test(text) ? (text as Traceparent) : undefined;

/** Whether a trace is recorded. */
export const isSampled = (traceparent: Traceparent): boolean =>
  (Number.parseInt(traceparent.slice(-2), 16) & 1) === 1;
