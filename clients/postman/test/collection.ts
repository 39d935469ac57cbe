import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { documentFile } from '../../typescript/test/types-of.js';

type Json = Record<string, unknown>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Json;
}

interface Media {
  schema?: Json;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: Json }>;
}

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
}

interface Entry {
  key: string;
  value: string;
  description?: string;
  disabled?: boolean;
}

interface Request {
  method: string;
  header: Entry[];
  auth?: { type: 'noauth' };
  description: string;
  url: { raw: string; host: string[]; path: string[]; query: Entry[]; variable: Entry[] };
  body?: Json;
}

export interface Item {
  name: string;
  request: Request;
  event?: object[];
}

export interface Folder {
  name: string;
  item: Item[];
}

export interface Collection {
  info: Json;
  auth: Json;
  item: Folder[];
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The servers, each with the variable that holds its address. */
const servers = [
  ['auth-server', 'auth'],
  ['resource-api', 'api'],
] as const;

/** Names of form fields whose values are variables. */
const variables = new Map([
  ['client_id', '{{client_id}}'],
  ['client_secret', '{{client_secret}}'],
  ['token', '{{token}}'],
]);

/** Keeps what the token endpoint answers for all other requests; Postman and Bruno read it. */
const keepToken = {
  listen: 'test',
  script: {
    type: 'text/javascript',
    exec: [
      'const { access_token } = pm.response.json();',
      "if (access_token) pm.environment.set('token', access_token);",
    ],
  },
};

const read = (name: string): Document => JSON.parse(readFileSync(documentFile(name), 'utf8')) as Document;

/** The same id at every run: a new one would be a change. */
const computeId = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');

/** All operations of both documents as a Postman collection (v2.1): a folder for each tag, the token first. */
export function collection(): Collection {
  const folders = new Map<string, Item[]>();
  for (const [name, variable] of servers) {
    const document = read(name);
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, operation] of Object.entries(operations)) {
        const [tag = ''] = operation.tags;
        const items = createItems(document, variable, path, method, operation);
        folders.set(tag, [...(folders.get(tag) ?? []), ...items]);
      }
  }
  const item = [...folders]
    .map(([name, items]) => ({ name, item: items }))
    .sort((one, other) => Number(other.name === 'Tokens') - Number(one.name === 'Tokens'));
  for (const folder of item.slice(0, 1))
    folder.item.sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
  return {
    info: {
      _postman_id: computeId('collection'),
      name: 'Learning Platform Service',
      description:
        'Made from docs/openapi. Choose the environment, send *Tokens / client_credentials*: its token goes with ' +
        'every other request.',
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    item,
  };
}

const isFirst = ({ name }: Item): boolean => name === 'client_credentials';

/** The addresses of `npm start`, and acme's application. */
export const environment = (): Json => ({
  id: computeId('environment'),
  name: 'npm start',
  values: [
    ['auth', 'http://localhost:4000'],
    ['api', 'http://localhost:4001'],
    ['client_id', 'acme-app'],
    ['client_secret', 'acme-app-secret', 'secret'],
    ['token', '', 'secret'],
  ].map(([key, value, type = 'default']) => ({ key, value, type, enabled: true })),
  _postman_variable_scope: 'environment',
});

/** One request for each operation; of forms with several examples, one for each. */
function createItems(
  document: Document,
  variable: string,
  path: string,
  method: string,
  operation: Operation,
): Item[] {
  const plain = createRequest(document, variable, path, method, operation);
  const media = operation.requestBody?.content[FORM_TYPE];
  if (operation.requestBody?.content[JSON_TYPE] || !media)
    return [{ name: operation.summary, request: plain }];
  const examples = Object.values(media.examples ?? {});
  return examples.map(({ summary, value }) => ({
    name: examples.length > 1 ? (summary ?? operation.summary) : operation.summary,
    request: {
      ...plain,
      body: {
        mode: 'urlencoded',
        urlencoded: Object.entries(value).map(([key, one]) => ({
          key,
          value: variables.get(key) ?? String(one),
          type: 'text',
        })),
      },
    },
    ...(path === '/oauth/token' ? { event: [keepToken] } : {}),
  }));
}

function createRequest(
  document: Document,
  variable: string,
  path: string,
  method: string,
  operation: Operation,
): Request {
  const { parameters = [], security = [], requestBody } = operation;
  const entriesIn = (place: string) => parameters.filter((one) => one.in === place).map(toEntry);
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const query = entriesIn('query');
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  const types = Object.keys(requestBody?.content ?? {});
  const type = types.includes(JSON_TYPE) ? JSON_TYPE : types[0];
  return {
    method: method.toUpperCase(),
    header: [...(type === undefined ? [] : [{ key: 'Content-Type', value: type }]), ...entriesIn('header')],
    ...(security.some((one) => 'bearer' in one) ? {} : { auth: { type: 'noauth' } }),
    description: operation.description ?? '',
    url: {
      raw: `{{${variable}}}/${segments.join('/')}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
      host: [`{{${variable}}}`],
      path: segments,
      query,
      variable: entriesIn('path').map(({ key, value, description }) => ({
        key,
        value,
        ...(description === undefined ? {} : { description }),
      })),
    },
    ...createBody(document, type, type === undefined ? undefined : requestBody?.content[type]),
  };
}

function createBody(document: Document, type: string | undefined, media: Media | undefined): { body?: Json } {
  if (!media || type === FORM_TYPE) return {};
  if (type !== JSON_TYPE) return { body: { mode: 'file', file: {} } };
  const example =
    media.example ??
    Object.values(media.examples ?? {})[0]?.value ??
    resolved(document, media.schema)['example'];
  return {
    body: {
      mode: 'raw',
      raw: JSON.stringify(example ?? {}, null, 2),
      options: { raw: { language: 'json' } },
    },
  };
}

/** Optional parameters are there, switched off. */
function toEntry({ name, required, description, example, schema = {} }: Parameter): Entry {
  const value = example ?? schema['example'] ?? schema['default'] ?? '';
  return {
    key: name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
    ...(description === undefined ? {} : { description }),
    ...(required ? {} : { disabled: true }),
  };
}

function resolved(document: Document, schema: Json = {}): Json {
  const name = /^#\/components\/schemas\/(.+)$/.exec(String(schema['$ref']))?.[1];
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}
