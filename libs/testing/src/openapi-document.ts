import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  example?: unknown;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
}

/** The parts of an OpenAPI operation that tests use. */
export interface DocumentedOperation {
  /** `post /v2/users` */
  name: string;
  summary?: string;
  parameters?: { name: string; in: string; schema?: Schema; description?: string }[];
  requestBody?: {
    required: boolean;
    content: Record<string, { schema: Schema; examples?: Record<string, { value: Record<string, string> }> }>;
  };
  responses: Record<
    string,
    {
      headers?: object;
      content?: Record<string, { schema: Schema; examples?: Record<string, { value: object }> }>;
    }
  >;
}

interface Document {
  openapi: string;
  paths: Record<string, Record<string, Omit<DocumentedOperation, 'name'>>>;
  components: { schemas: Record<string, Schema>; responses?: DocumentedOperation['responses'] };
}

/** An OpenAPI document, with its operations as a list. */
export class DocumentReader {
  readonly document: Document;
  readonly operations: DocumentedOperation[];

  constructor(text: string) {
    this.document = JSON.parse(text) as Document;
    this.operations = Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        name: `${method} ${path}`,
        ...operation,
        responses: this.#written(operation.responses),
      })),
    );
  }

  /** Responses with references to shared ones resolved. */
  #written(responses: DocumentedOperation['responses']): DocumentedOperation['responses'] {
    const named = (response: DocumentedOperation['responses'][string] & { $ref?: string }) =>
      response.$ref === undefined
        ? response
        : this.document.components.responses![response.$ref.replace('#/components/responses/', '')]!;
    return Object.fromEntries(Object.entries(responses).map(([status, one]) => [status, named(one)]));
  }

  /** The schema itself, with a reference resolved. */
  named(schema: Schema): Schema {
    return schema.$ref
      ? this.document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]!
      : schema;
  }

  /** Every field of every body, with its {@link describeSchema}. */
  bodyFields(): [method: string, path: string, field: string, kind: string][] {
    return this.operations.flatMap(({ name, requestBody }) => {
      const [method, path] = name.split(' ') as [string, string];
      const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => this.named(schema));
      const fields = new Map(schemas.flatMap(({ properties }) => Object.entries(properties ?? {})));
      return [...fields].map(([field, schema]): [string, string, string, string] => [
        method,
        path,
        field,
        describeSchema(field, schema),
      ]);
    });
  }

  /** Every query parameter of every operation, with its schema. */
  queryParameters(): [method: string, path: string, parameter: string, schema: Schema][] {
    return this.operations.flatMap(({ name, parameters = [] }) => {
      const [method, path] = name.split(' ') as [string, string];
      return parameters
        .filter((one) => one.in === 'query')
        .map((one): [string, string, string, Schema] => [method, path, one.name, one.schema ?? {}]);
    });
  }

  /** Parameters of paths and queries without a description. */
  undescribed(): [operation: string, parameter: string][] {
    return this.operations.flatMap(({ name, parameters = [] }) =>
      parameters
        .filter((one) => one.in !== 'header' && !one.description)
        .map((one): [string, string] => [name, one.name]),
    );
  }
}

/**
 * The code that parses a parameter or field. It is identified by its schema without descriptions, and for free text by
 * its name.
 */
export function describeSchema(name: string, schema: Schema = {}): string {
  const prose = ['description', 'example', 'examples', 'title', 'default'];
  const text = JSON.stringify(schema, (key, value: unknown) => (prose.includes(key) ? undefined : value));
  const isParsedByType =
    ['integer', 'number', 'boolean'].includes(schema.type ?? '') || schema.enum !== undefined;
  return isParsedByType ? text : `${name} ${text}`;
}

/**
 * Compares a document with the one in docs/openapi, which has the URLs of `npm start`; `npm run openapi:write` updates
 * that one.
 */
export function expectKeptDocument(
  name: string,
  body: unknown,
  addresses: { AUTH_PUBLIC_URL: string; API_PUBLIC_URL: string },
): void {
  const file = join(__dirname, '..', '..', '..', 'docs', 'openapi', name);
  const now = `${JSON.stringify(body, null, 2)}\n`
    .replaceAll(addresses.AUTH_PUBLIC_URL, 'http://localhost:4000')
    .replaceAll(addresses.API_PUBLIC_URL, 'http://localhost:4001');
  if (process.env['WRITE_OPENAPI'] === '1') writeFileSync(file, now);
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(now);
}
