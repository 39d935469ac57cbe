import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';

/** Additional answers of an operation that takes a body. */
const bodyRefusals: Record<number, string> = {
  413: 'The body is too large.',
  415: 'The body is neither JSON nor urlencoded nor multipart/form-data, or it is compressed.',
};

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

/** Defaults of input, including values parsed from text, for which Zod itself does not report them. */
function sayDefault(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: Partial<z.core.$ZodDefaultDef> };
  if (def.type !== 'default') return;
  const value = def.defaultValue;
  if (isSayable(value)) json.default = value;
  else delete json.default;
}

const isSayable = (value: unknown): value is string | number | boolean =>
  value !== '' && ['string', 'number', 'boolean'].includes(typeof value);

/**
 * The schema with its defaults in words: some generators require members that have the keyword (openapi-typescript).
 */
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
 * A body may be left out if none of its members is required, and an unreadable one is refused. Only for operations
 * that refuse with the envelope: those of OAuth state both themselves.
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
 * Members of objects as separate parameters, named as they are sent (`price[min]`, `location[country][]`). Given one
 * object, Swagger UI would fill it with zeros, and generated clients cannot write lists inside it.
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
