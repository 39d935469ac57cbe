import { applyDecorators, HttpCode } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  ApiHeader,
  ApiOperation,
  ApiResponse,
  DocumentBuilder,
  SwaggerModule,
  type OpenAPIObject,
} from '@nestjs/swagger';
import { Access, type AccessRule } from '@app/access';
import { z } from 'zod';
import { WithETag } from './etag.js';
import { Idempotent, keptSeconds, type IdempotentRule } from './idempotent.js';

/** The error envelope as the OpenAPI document shows it. */
export const ErrorEnvelope = z
  .object({
    code: z.int().describe('The HTTP status.'),
    error_code: z.string().describe('A stable word for programs.'),
    message: z.string().describe('One sentence for people.'),
    ref: z.string().describe('Id of the request, to name when asking for help.'),
    additional_errors: z
      .array(z.object({ path: z.string(), message: z.string(), error_code: z.string() }))
      .optional()
      .describe('What is wrong with which field.'),
  })
  .meta({ id: 'Error' });

/** What every operation may answer. */
const refusals: Record<number, string> = {
  400: 'A parameter is malformed or missing; `additional_errors` names it.',
  401: 'The token is missing, malformed, expired or revoked.',
  403: 'The token lacks the scope, or its subject the role.',
  414: 'The address is too long.',
  429: 'Too many requests: wait as Retry-After says.',
  500: 'Something went wrong on our side; `ref` is what to name when asking for help.',
  503: 'The database is away or too busy: try again as Retry-After says.',
};
/** What an operation that takes a body may answer besides. */
const bodyRefusals: Record<number, string> = {
  413: 'The body is too large.',
  415: 'The body is neither JSON nor urlencoded nor multipart/form-data, or it is compressed.',
};
export const retryAfterHeader = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } as const },
};

/** Everything a protected operation declares: access, what it does, what it answers. */
export function Operation(options: {
  summary: string;
  description?: string;
  access: AccessRule;
  /** Success status; 200 unless told. */
  status?: number;
  answer?: z.ZodType;
  /** Media type of the answer when it is a file. */
  file?: string;
  /** Further refusals, by status, or further reasons for the general ones; with 412 the operation takes If-Match. */
  refusals?: Record<number, string>;
  deprecated?: boolean;
  /** The answer carries an ETag; reads answer 304 to If-None-Match, writes take If-Match. */
  etag?: boolean;
  /** Takes `Idempotency-Key`; everything that answers 201 or 202 does. */
  idempotent?: Partial<IdempotentRule>;
}) {
  const { status = 200, access } = options;
  const isIdempotent = status === 201 || status === 202 || options.idempotent !== undefined;
  const scopes = [access.scope ?? []].flat();
  const refused = joined(joined(refusals, options.refusals), isIdempotent ? { 409: keyReused } : {});
  return applyDecorators(
    Access(access),
    HttpCode(status),
    ApiOperation({
      summary: options.summary,
      description: [options.description, accessText(access)].filter(Boolean).join('\n\n'),
      ...(options.deprecated ? { deprecated: true } : {}),
      security: [{ oauth2: scopes }, { bearer: [] }],
    }),
    ApiResponse({
      status,
      description: options.answer || options.file ? 'Success.' : 'Success, without a body.',
      ...(options.answer ? { standardSchema: options.answer } : {}),
      ...(options.file
        ? { content: { [options.file]: { schema: { type: 'string', format: 'binary' } } } }
        : {}),
      ...(options.etag ? { headers: { ETag: etagHeader } } : {}),
    }),
    ...(options.etag ? [WithETag()] : []),
    ...(options.refusals?.[412] === undefined ? [] : [ApiHeader(ifMatchHeader)]),
    ...(isIdempotent ? [Idempotent({ keptSeconds, ...options.idempotent }), ApiHeader(keyHeader)] : []),
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
    'The same key with the same request gives the first answer again, for 24 hours or as long as a secret in it works. Errors are not kept.',
  schema: { type: 'string', minLength: 1, maxLength: 255 } as const,
};
const etagHeader = { description: 'Names this state of the object.', schema: { type: 'string' } as const };
const ifMatchHeader = {
  name: 'If-Match',
  required: false,
  description: 'An ETag: the change is refused when the object is no longer in the state that it names.',
  schema: { type: 'string' } as const,
};
const keyReused = 'The Idempotency-Key was used for another request.';

/** Reasons by status; where both have one, one after the other. */
function joined(some: Record<number, string>, others: Record<number, string> = {}): Record<number, string> {
  const all = { ...some };
  for (const [code, text] of Object.entries(others))
    all[Number(code)] = [some[Number(code)], text].filter(Boolean).join(' ');
  return all;
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

interface JsonSchema {
  $defs?: Record<string, object>;
  $schema?: string;
  [key: string]: unknown;
}

/** Zod to JSON Schema 2020-12, the dialect of OpenAPI 3.1; schemas with an id become components. */
export function toOpenApiSchema(schema: unknown, io: 'input' | 'output') {
  if (!(schema instanceof z.ZodType)) return undefined;
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input') sayDefault(zodSchema, jsonSchema);
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema;
  const { $defs = {}, $schema: _, ...rest } = json;
  return { schema: relocate(rest), components: relocate($defs) as Record<string, object> };
}

/** Defaults of what is sent, of values that are read from texts too: of those Zod itself does not tell it. */
function sayDefault(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: Partial<z.core.$ZodDefaultDef> };
  if (def.type !== 'default') return;
  const value = def.defaultValue;
  if (isSayable(value)) json.default = value;
  else delete json.default;
}

const isSayable = (value: unknown): value is string | number | boolean =>
  value !== '' && ['string', 'number', 'boolean'].includes(typeof value);

/** The schema with its defaults in words: some generators demand members that have the keyword (openapi-typescript). */
function withDefaultsInWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withDefaultsInWords);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { default: value, description, ...rest } = schema as JsonSchema;
  const told = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [key, withDefaultsInWords(inner)]),
  );
  if (description !== undefined) told['description'] = withDefaultsInWords(description);
  if (isSayable(value))
    told['description'] = [description, `Default: \`${value}\`.`].filter(Boolean).join(' ');
  else if (value !== undefined) told['default'] = withDefaultsInWords(value); // a member of this name
  return told;
}

/** `#/$defs/X` as `#/components/schemas/X`. */
function relocate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relocate);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'id' || typeof (value as { id: unknown }).id !== 'string')
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace('#/$defs/', '#/components/schemas/')
          : relocate(inner),
      ]),
  );
}

/** The OpenAPI 3.1 document of the app. */
export function openApiDocument(
  app: NestFastifyApplication,
  configure: (builder: DocumentBuilder) => DocumentBuilder,
): OpenAPIObject {
  const config = configure(new DocumentBuilder().setOpenAPIVersion('3.1.0')).build();
  const document = SwaggerModule.createDocument(app, config, {
    standardSchemaConverter: (schema, { schemaType }) => toOpenApiSchema(schema, schemaType),
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  writeOutObjects(document);
  describeBodies(document);
  return document;
}

/**
 * A body may be left out where no member of it must be there, and one that cannot be read is refused. Of operations
 * that refuse in the envelope: those of OAuth say both themselves.
 */
function describeBodies(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, { required?: string[] }>;
  for (const { put, post, patch } of Object.values(document.paths))
    for (const { requestBody, responses } of [put, post, patch].filter((one) => one !== undefined)) {
      if (!requestBody || '$ref' in requestBody || !refusesInEnvelope(responses)) continue;
      const schema = (requestBody.content['application/json']?.schema ?? {}) as JsonSchema;
      const named = schemas[String(schema['$ref']).replace('#/components/schemas/', '')] ?? schema;
      requestBody.required = Array.isArray(named['required']) && named['required'].length > 0;
      Object.assign(named, withDefaultsInWords(named));
      for (const [code, description] of Object.entries(bodyRefusals))
        responses[code] = { ...responses['400'], description };
    }
}

const refusesInEnvelope = (responses: object): boolean =>
  JSON.stringify((responses as Record<string, unknown>)['400'] ?? '').includes('#/components/schemas/Error"');

/**
 * Members of objects as the parameters that they are, named as they are sent (`price[min]`, `location[country][]`).
 * As one object Swagger UI would fill it in with zeros, and generated clients cannot write lists inside of it.
 */
function writeOutObjects(document: OpenAPIObject): void {
  for (const path of Object.values(document.paths))
    for (const operation of [path.get, path.post])
      if (operation?.parameters)
        operation.parameters = operation.parameters.flatMap((one) =>
          '$ref' in one || one.in !== 'query' ? [one] : writtenOut(one),
        );
}

type ParameterObject = Exclude<
  NonNullable<NonNullable<OpenAPIObject['paths'][string]['get']>['parameters']>[number],
  { $ref: string }
>;

function writtenOut(parameter: ParameterObject): ParameterObject[] {
  const { schema, name } = parameter;
  if (!schema || !('type' in schema)) return [parameter];
  const { items, properties } = schema;
  if (schema.type === 'array' && items && 'type' in items && items.type === 'object') {
    return writtenOut({ ...parameter, name: `${name}[0]`, schema: items });
  }
  if (schema.type === 'array' && name.includes('[')) return [{ ...parameter, name: `${name}[]` }];
  if (schema.type !== 'object' || !properties) return [parameter];
  return Object.entries(properties).flatMap(([member, inner]) =>
    writtenOut({
      ...parameter,
      name: `${name}[${member}]`,
      schema: inner,
      ...('description' in inner && inner.description ? { description: inner.description } : {}),
    }),
  );
}
