import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import * as swagger from '@nestjs/swagger';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { applyApiDecorators } from './api-decorators.js';
import { fillInExamples } from './openapi-examples.js';
import { shareResponses } from './shared-responses.js';
import { toOpenApiSchema, withDefaultsInWords, type JsonSchema } from './openapi-schema.js';

/** Additional answers of an operation that takes a body. */
const bodyRefusals: Record<number, string> = {
  413: 'The body is too large.',
  415: 'The body is neither JSON nor urlencoded nor multipart/form-data, or it is compressed.',
};

/** The version of the interface, in the documents of both servers. */
const DOCUMENT_VERSION = '2.0';

/** {@link openApiDocument}, with @nestjs/swagger loaded. */
export function makeDocument(
  app: NestFastifyApplication,
  configure: (builder: DocumentBuilder) => DocumentBuilder,
): OpenAPIObject {
  applyApiDecorators(swagger);
  const config = configure(new DocumentBuilder().setOpenAPIVersion('3.1.0'))
    .setVersion(DOCUMENT_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'Takes a token that you have already; paste it without “Bearer”.',
      },
      'bearer',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    standardSchemaConverter: (schema, { schemaType }) => toOpenApiSchema(schema, schemaType),
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  writeOutObjects(document);
  describeBodies(document);
  fillInExamples(document);
  describePaths(document);
  shareResponses(document);
  return document;
}

const inPaths: Record<string, string> = {
  clientId: 'The `client_id` of the application.',
  collectionId: 'The id of the collection.',
  deliveryId: 'The id of the delivery, from the list of deliveries.',
  enrollmentId: 'The id of the enrollment.',
  groupId: 'The id of the content group.',
  loId: 'The id of the learning object.',
  userId: 'The id of the account, as in the list of users.',
  webhookId: 'The id of the webhook.',
};

function describePaths(document: OpenAPIObject): void {
  for (const path of Object.values(document.paths))
    for (const { parameters = [] } of Object.values(path) as { parameters?: ParameterObject[] }[])
      for (const one of parameters)
        if (one.in === 'path' && inPaths[one.name]) one.description ??= inPaths[one.name]!;
}

/** A header that all operations accept. */
const apiVersion = {
  name: 'Api-Version',
  in: 'header',
  required: false,
  description: 'Accepted from clients that send one; it changes nothing.',
  schema: { type: 'string' },
} as const;

const FORM =
  'The members of the JSON body as fields: lists as `roles[]`, members of objects as `custom_fields[department]`.';

/** Bodies besides JSON (contract 1.7); each with its own class, by which generated clients choose. */
const forms = {
  'application/x-www-form-urlencoded': 'UrlencodedForm',
  'multipart/form-data': 'MultipartForm',
};

/**
 * Describes bodies of operations with the envelope: JSON or a form; an unreadable one is refused. A POST body is
 * optional if none of its members is required; a change always needs one. Operations of OAuth declare all this
 * themselves.
 */
function describeBodies(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, { required?: string[] }>;
  for (const name of Object.values(forms))
    (schemas as Record<string, JsonSchema>)[name] = {
      type: 'object',
      description: FORM,
      additionalProperties: { type: 'string' },
    };
  for (const named of Object.values(schemas)) Object.assign(named, withDefaultsInWords(named));
  for (const { put, post, patch } of Object.values(document.paths))
    for (const operation of [put, post, patch]) {
      if (!operation) continue;
      const { requestBody, responses } = operation;
      if (!requestBody || '$ref' in requestBody || !responses || !refusesInEnvelope(responses)) continue;
      const content = requestBody.content['application/json'];
      if (!content) continue; // an image
      const schema = (content.schema ?? {}) as JsonSchema;
      const named = schemas[String(schema['$ref']).replace('#/components/schemas/', '')] ?? schema;
      const demands = Array.isArray(named['required']) && named['required'].length > 0;
      requestBody.required = operation !== post || demands;
      requestBody.content = { 'application/json': content, ...toFormExamples(named) };
      const parameters = (operation.parameters ??= []);
      // for several body types and no optional parameter, openapi-python-client generates code that cannot be
      // imported
      if (parameters.every((one) => 'required' in one && one.required)) parameters.push(apiVersion);
      for (const [code, description] of Object.entries(bodyRefusals))
        responses[code] = { ...structuredClone(responses['400']), description };
    }
}

/** The example of the JSON body, in the notation of both kinds of form. */
function toFormExamples({ example }: JsonSchema): Record<string, object> {
  const fields = Object.fromEntries(flattenFields('', example));
  return Object.fromEntries(
    Object.entries(forms).map(([type, name]) => [
      type,
      { schema: { $ref: `#/components/schemas/${name}` }, example: fields },
    ]),
  );
}

/** `{a: {b: [1]}}` as the field `a[b][0]`. */
function flattenFields(name: string, value: unknown): [name: string, value: string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, inner]) =>
    flattenFields(name ? `${name}[${key}]` : key, inner),
  );
}

const refusesInEnvelope = (responses: object): boolean =>
  JSON.stringify((responses as Record<string, unknown>)['400'] ?? '').includes('#/components/schemas/Error"');

/**
 * Lists the members of objects as separate parameters, with their names in queries (`price[min]`,
 * `location[country][]`). If they were one object, Swagger UI would fill it with zeros, and generated clients could not
 * write lists inside it.
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
  if (schema.type !== 'object') return [parameter];
  // any member: custom_fields[badge_no]
  if (!properties) return [{ ...parameter, style: 'deepObject', explode: true }];
  return Object.entries(properties).flatMap(([member, inner]) =>
    writtenOut({
      ...parameter,
      name: `${name}[${member}]`,
      schema: inner,
      ...('description' in inner && inner.description ? { description: inner.description } : {}),
    }),
  );
}
