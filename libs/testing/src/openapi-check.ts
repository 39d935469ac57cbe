import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import type { AnswerCheck } from './http-client.js';
import { readWebhooks } from './openapi-faults.js';

interface Response {
  $ref?: string;
  content?: Record<string, { schema?: object }>;
}
interface Operation {
  responses?: Record<string, Response>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { responses?: Record<string, Response> };
}
interface WebhooksDocument {
  webhooks: object;
  components?: object;
}

function validator(document: { components?: object }): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'openapi', components: document.components });
  return (schema) => ajv.compile(absolute(schema) as object);
}

/**
 * Checks the body of a delivery against the `webhooks` section of the OpenAPI document.
 * @throws Error that describes the difference
 */
export function assertWebhookFits(document: WebhooksDocument, body: { type: string }): void {
  const content = readWebhooks(document)[body.type]?.['post']?.requestBody.content;
  const schema = content?.['application/json']?.schema as object | undefined;
  if (!schema) throw new Error(`${body.type} is not in the OpenAPI document.`);
  const validate = validator(document)(schema);
  const fits: boolean = validate(body);
  if (fits) return;
  const errors = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  throw new Error(
    `${body.type} does not fit the OpenAPI document: ${errors.join(', ')}\n${JSON.stringify(body)}`,
  );
}

/**
 * Checks every answer in an end-to-end test against the OpenAPI document: its status must be declared, and its body
 * must match. Paths that are in no document (health, pages) pass.
 */
export function answersFit(document: Document): AnswerCheck {
  const compile = validator(document);
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}/?$`),
    operations,
  }));
  const compiled = new Map<object, ValidateFunction>();
  return (method, path, answer) => {
    const bare = path.split('?', 1)[0] ?? '';
    // a literal path takes precedence over one with a placeholder
    const route = routes
      .filter(({ pattern }) => pattern.test(bare))
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    const operation = route?.operations[method.toLowerCase()];
    if (!route || !operation || isGeneral(answer.status)) return;
    const name = `${method} ${route.path} ${answer.status}`;
    const documented = operation.responses?.[String(answer.status)];
    const shared = documented?.$ref?.replace('#/components/responses/', '');
    const declared = shared === undefined ? documented : document.components?.responses?.[shared];
    if (!declared) throw new Error(`${name} is not in the OpenAPI document: ${answer.text.slice(0, 300)}`);
    if (!declared.content) return;
    const type = String(answer.headers['content-type'] ?? '').split(';', 1)[0] ?? '';
    if (!(type in declared.content))
      throw new Error(`${name} answers ${type}, which the OpenAPI document does not say.`);
    const schema = declared.content[type]?.schema;
    if (!schema || type !== 'application/json') return;
    let validate = compiled.get(schema);
    if (!validate) {
      validate = compile(schema);
      compiled.set(schema, validate);
    }
    if (!validate(answer.body)) {
      throw new Error(
        `${name} does not fit the OpenAPI document: ${new Ajv2020().errorsText(validate.errors)}\n${answer.text.slice(0, 600)}`,
      );
    }
  };
}

/** Answers that no operation needs to declare. */
const isGeneral = (status: number): boolean => [304, 404, 405, 412, 413, 415].includes(status);

const checks = new Map<string, Promise<AnswerCheck>>();

/**
 * {@link answersFit} for an app, cached per process. The document describes answers the same way with any settings, and
 * creating and compiling it costs as much as starting the app.
 * @param app its name
 * @param document creates the document; called only by the first caller
 */
export function checkAnswers(app: string, document: () => Promise<object>): Promise<AnswerCheck> {
  let check = checks.get(app);
  if (!check) {
    check = document().then((loadedDocument) => answersFit(loadedDocument as Document));
    check.catch(() => checks.delete(app));
    checks.set(app, check);
  }
  return check;
}

function absolute(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(absolute);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string' ? inner.replace(/^#/, 'openapi#') : absolute(inner),
    ]),
  );
}
