import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import { Access, type AccessRule } from '@app/access';
import { errorCodes, fieldErrorCodes } from '@app/kernel';
import { limitText, type LimitName } from '@app/limits';
import { z } from 'zod';
import { ApiHeader, ApiOperation, ApiResponse } from './api-decorators.js';
import { WithETag } from '../etag.js';
import { EXPENSIVE_TEXT, ExpensiveOperationGate } from '../limits/expensive-operation.js';
import { Idempotent, KEPT_SECONDS, type IdempotentRule } from '../idempotent.js';

const listNames = <Name extends string>(table: Record<Name, unknown>): [Name, ...Name[]] =>
  Object.keys(table) as [Name, ...Name[]];

const FieldProblem = z
  .object({
    path: z.string().describe('The field, with dots between the parts of its name.'),
    message: z.string().describe('The fault of the field.'),
    error_code: z.enum(listNames(fieldErrorCodes)).meta({ id: 'FieldErrorCode' }),
  })
  .meta({ id: 'FieldError' });

export const ErrorEnvelope = z
  .object({
    code: z.int().describe('The HTTP status.'),
    error_code: z
      .enum(listNames(errorCodes))
      .meta({ id: 'ErrorCode', description: 'A stable code for programs; docs/errors.md lists them all.' }),
    message: z.string().describe('A sentence for people.'),
    ref: z.string().describe('The id of the request; quote it when asking for help.'),
    additional_errors: z
      .array(FieldProblem)
      .optional()
      .describe('Which fields are wrong, and how: at most a hundred.'),
    limit: z
      .string()
      .optional()
      .describe('With `limit_reached` and `server_busy`: the limit that was reached.'),
    most: z.int().optional().describe('With `limit_reached`: the maximum.'),
    enrollment_id: z.int().optional().describe('With `enrollment_exists`: the existing enrollment.'),
    id: z.int().optional().describe('With `enrollment_exists`: the same.'),
  })
  .meta({ id: 'Error' });

/** Answers that every operation of every server may give. */
export const generalRefusals: Record<number, string> = {
  414: 'The address is too long.',
  429: 'Too many requests; `Retry-After` states how long to wait.',
  431: 'The headers are too large.',
  503: 'The database is unavailable or too busy; `Retry-After` states when to retry.',
};
/** Answers that every operation with the envelope may give. */
const refusals: Record<number, string> = {
  400: 'A parameter is malformed or missing; `additional_errors` names it.',
  401: 'The token is missing, malformed, expired or revoked.',
  500: 'Something went wrong on our side; quote `ref` when asking for help.',
  ...generalRefusals,
  503: 'The database is unavailable, or `server_busy`; `Retry-After` states when to retry.',
};
export const retryAfterHeader = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } as const },
};

const describeFiles = (file: string | Readonly<Record<string, string>>): Record<string, object> => {
  const schema = { type: 'string', format: 'binary' };
  if (typeof file === 'string') return { [file]: { schema } };
  return Object.fromEntries(Object.entries(file).map(([type, example]) => [type, { schema, example }]));
};

/** Everything that a protected operation declares: access, description, answer. */
export function Operation(options: {
  summary: string;
  description?: string;
  access: AccessRule;
  /** Success status; 200 by default. */
  status?: number;
  answer?: z.ZodType;
  /** For an answer that is a file: its media type, or possible types, each with an example. */
  file?: string | Readonly<Record<string, string>>;
  /** Further refusals, by status, or further reasons for the general ones; with 412 the operation takes If-Match. */
  refusals?: Record<number, string>;
  /** Limits that the operation may reach: 409 `limit_reached`. */
  limits?: readonly LimitName[];
  deprecated?: boolean;
  /** Whether it takes more than five times the processor time of `GET /v2/me` (`npm run bench -- operations`). */
  isExpensive?: boolean;
  /** The answer has an ETag; reads answer 304 to If-None-Match, writes take If-Match. */
  etag?: boolean;
  /** Accepts `Idempotency-Key`; everything that answers 201 or 202 does. */
  idempotent?: Partial<IdempotentRule>;
}) {
  const { status = 200, access } = options;
  const isIdempotent = status === 201 || status === 202 || options.idempotent !== undefined;
  const scopes = [access.scope ?? []].flat();
  const refused = withReasons(
    withReasons({ ...refusals, 403: notAllowedText(access) }, options.refusals),
    withReasons(
      options.limits ? { 409: limitsText(options.limits) } : {},
      isIdempotent ? { 409: KEY_REUSED } : {},
    ),
  );
  return applyDecorators(
    Access(access),
    HttpCode(status),
    ApiOperation({
      summary: options.summary,
      description: [options.description, options.isExpensive && EXPENSIVE_TEXT, accessText(access)]
        .filter(Boolean)
        .join('\n\n'),
      ...(options.deprecated ? { deprecated: true } : {}),
      security: [{ oauth2: scopes }, { bearer: [] }],
    }),
    ApiResponse({
      status,
      description: options.answer || options.file ? 'Success.' : 'Success, without a body.',
      ...(options.answer ? { standardSchema: options.answer } : {}),
      ...(options.file
        ? {
            content: describeFiles(options.file),
          }
        : {}),
      ...(options.etag ? { headers: { ETag: etagHeader } } : {}),
    }),
    ...(options.isExpensive ? [UseInterceptors(ExpensiveOperationGate)] : []),
    ...(options.etag ? [WithETag()] : []),
    ...(options.refusals?.[412] === undefined ? [] : [ApiHeader(ifMatchHeader)]),
    ...(isIdempotent
      ? [Idempotent({ keptSeconds: KEPT_SECONDS, ...options.idempotent }), ApiHeader(keyHeader)]
      : []),
    ...Object.entries(refused).map(([code, description]) =>
      ApiResponse({
        status: Number(code),
        description,
        standardSchema: ErrorEnvelope,
        ...(code === '429' || code === '503' ? { headers: retryAfterHeader } : {}),
      }),
    ),
  );
}

const keyHeader = {
  name: 'Idempotency-Key',
  required: false,
  description:
    'A repeated request with the same key gets the first answer again, for 24 hours or for as long as a secret in it works. Errors are not kept.',
  schema: { type: 'string', minLength: 1, maxLength: 255 } as const,
};
const etagHeader = {
  description: 'Identifies this state of the object.',
  schema: { type: 'string' } as const,
};
const ifMatchHeader = {
  name: 'If-Match',
  required: false,
  description: 'An ETag; the change is refused if the object is no longer in that state.',
  schema: { type: 'string' } as const,
};
const limitsText = (names: readonly LimitName[]): string =>
  names.map((name) => `\`limit_reached\`: ${limitText(name)}`).join(' ');

const KEY_REUSED = '`idempotency_key_reused`: the Idempotency-Key was used for another request.';

/** Merges reasons by status. */
export function withReasons(
  some: Record<number, string>,
  otherReasons: Record<number, string> = {},
): Record<number, string> {
  const all = { ...some };
  for (const [code, text] of Object.entries(otherReasons))
    all[Number(code)] = [some[Number(code)], text].filter(Boolean).join(' ');
  return all;
}

/** A sentence about the rights that a token may lack, as in AccessGuard. */
function notAllowedText({ scope, role, portal }: AccessRule): string {
  const roles = [role ?? []].flat();
  const roleCode = roles.length === 1 && roles[0] === 'Administrator' ? 'administrator' : 'role';
  const reasons = [
    [scope ?? []].flat().length > 0 ? 'the required scope: `insufficient_scope`' : '',
    roles.length > 0 ? `the required role: \`${roleCode}_required\`` : '',
    portal === 'optional' ? '' : 'a portal: `portal_required`',
  ].filter(Boolean);
  return reasons.length > 0 ? `The token lacks ${reasons.join('; or ')}.` : 'The token may not do this.';
}

function accessText(access: AccessRule): string {
  const scopes = [access.scope ?? []].flat();
  const roles = [access.role ?? []].flat();
  return [
    scopes.length > 0 ? `Scope: ${scopes.map((scope) => `\`${scope}\``).join(' or ')}.` : 'Any token.',
    roles.length > 0 ? `Role: ${roles.join(' or ')}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
