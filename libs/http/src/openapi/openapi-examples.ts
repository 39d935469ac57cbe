import { errorCodes, oauthErrorCodes, type ErrorCodeText } from '@app/kernel';
import type { OpenAPIObject } from '@nestjs/swagger';

interface Schema {
  $ref?: string;
  example?: unknown;
}
interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: unknown;
}
interface DescribedBody {
  description?: string;
  content?: Record<string, Content>;
}

const usual: Record<string, keyof typeof errorCodes> = {
  400: 'validation_failed',
  401: 'invalid_token',
  404: 'not_found',
  412: 'precondition_failed',
  413: 'payload_too_large',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  431: 'headers_too_large',
  500: 'internal_error',
  503: 'temporarily_unavailable',
};
const usualOfOAuth: Record<string, keyof typeof oauthErrorCodes> = {
  ...{ 400: 'invalid_request', 404: 'invalid_request', 413: 'invalid_request', 414: 'invalid_request' },
  ...{ 429: 'temporarily_unavailable', 431: 'invalid_request', 500: 'server_error' },
  503: 'temporarily_unavailable',
};

/** Members that only certain codes have. */
const extras: Record<string, object> = {
  validation_failed: {
    additional_errors: [{ path: 'limit', message: 'must be at most 50', error_code: 'too_big' }],
  },
  limit_reached: { limit: 'accounts_made', most: 1000 },
  enrollment_exists: { enrollment_id: 501, id: 501 },
  server_busy: { limit: 'connections' },
};

/**
 * Adds an example to each body and answer: that of a named schema. A refusal gets one for each code that its
 * description names, and the usual one of its status.
 */
export function fillInExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const path of Object.values(document.paths))
    for (const { requestBody, responses = {} } of Object.values(path) as {
      requestBody?: DescribedBody;
      responses?: Record<string, DescribedBody>;
    }[]) {
      for (const content of Object.values(requestBody?.content ?? {})) fillIn(content, schemas);
      for (const [status, { description = '', content = {} }] of Object.entries(responses)) {
        const json = content['application/json'];
        if (json && Number(status) >= 400) Object.assign(json, refusals(status, description, json.schema));
        else for (const one of Object.values(content)) fillIn(one, schemas);
      }
    }
}

const getSchemaName = (schema: Schema = {}): string =>
  (schema.$ref ?? '').replace('#/components/schemas/', '');

function fillIn(content: Content, schemas: Record<string, Schema>): void {
  if (content.example !== undefined || content.examples !== undefined) return;
  const example = schemas[getSchemaName(content.schema)]?.example ?? content.schema?.example;
  if (example !== undefined) content.example = example;
}

function refusals(status: string, description: string, schema?: Schema): { examples?: object } {
  const isOAuth = getSchemaName(schema) === 'OAuthError';
  const table: Record<string, ErrorCodeText> = isOAuth ? oauthErrorCodes : errorCodes;
  const named = [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code!);
  const first = isOAuth ? usualOfOAuth[status] : usual[status];
  const codes = [...(first ? [first] : []), ...named].filter((code) =>
    table[code]?.statuses.includes(Number(status)),
  );
  const shown = [...new Set(codes)].map((code) => {
    const { message } = table[code]!;
    return [code, { value: isOAuth ? oauthRefusal(code, message) : envelope(status, code, message) }];
  });
  return shown.length > 0 ? { examples: Object.fromEntries(shown) as object } : {};
}

const envelope = (status: string, code: string, message: string): object => ({
  code: Number(status),
  error_code: code,
  message,
  ref: '6f1c2a9e-4b7d-4f0a-9c3e-2d8b5a7e1f60',
  ...extras[code],
});

const oauthRefusal = (code: string, message: string): object => ({
  error: code,
  error_description: message,
  hint: message,
  message,
});
