type Json = Record<string, any>;

/** Called with a part of a document and its path: `paths./v2/users.get`. */
type Visit = (schema: Json, way: string) => void;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Visits every schema within one, including itself. */
function walk(schema: unknown, way: string, visit: Visit): void {
  if (!isObject(schema)) return;
  visit(schema, way);
  for (const [name, one] of Object.entries((schema['properties'] ?? {}) as Json))
    walk(one, `${way}.${name}`, visit);
  for (const key of ['items', 'additionalProperties', 'not']) walk(schema[key], `${way}.${key}`, visit);
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    ((schema[key] ?? []) as unknown[]).forEach((one, index) => walk(one, `${way}.${key}[${index}]`, visit));
}

interface BodyAtPath {
  way: string;
  content: Record<
    string,
    { schema?: Json; example?: unknown; examples?: Record<string, { value: unknown }> }
  >;
}

const PATH_ITEM = '#/components/pathItems/';

/** The operations of each webhook, which refers to them. */
export const readWebhooks = (document: object): Record<string, Json> => {
  const { webhooks = {}, components } = document as Json;
  return Object.fromEntries(
    Object.entries(webhooks as Record<string, Json>).map(([type, one]) => {
      const way = one['$ref'] as string | undefined;
      return [type, way === undefined ? one : (components.pathItems[way.slice(PATH_ITEM.length)] as Json)];
    }),
  );
};

/** Every body and answer in the document, including webhooks. */
function listBodies(document: Json): BodyAtPath[] {
  const sections = { ...(document['paths'] as Json), ...readWebhooks(document) };
  const shared = Object.entries((document['components']?.responses ?? {}) as Record<string, Json>);
  const sharedContents = shared.map(([name, { content }]) => ({ way: `response ${name}`, content }));
  const operationContents = Object.entries(sections).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Json>).flatMap(([method, operation]) => [
      ...(operation['requestBody']
        ? [{ way: `${method} ${path} body`, content: operation['requestBody'].content }]
        : []),
      ...Object.entries((operation['responses'] ?? {}) as Record<string, Json>)
        .filter(([, { content }]) => content)
        .map(([status, { content }]) => ({ way: `${method} ${path} ${status}`, content })),
    ]),
  );
  return [...sharedContents, ...operationContents];
}

/**
 * Faults of a document for generators of clients and for readers, besides those that `npm run openapi:check` finds. Each
 * is a sentence; there is none for a good document. They are objects and pages without a name; unions where one type
 * would do; integers declared as numbers; one enumeration declared in two ways; missing examples; an operation with the
 * tag of a webhook; operations of a webhook that are not shared with a path; several bodies with only required
 * parameters.
 */
export function documentFaults(document: object): string[] {
  const root = document as Json;
  const schemas = (root['components']?.schemas ?? {}) as Record<string, Json>;
  return [
    ...namelessFaults(root, schemas),
    ...enumerationFaults(root, schemas),
    ...exampleFaults(root),
    ...tagFaults(root),
    ...webhookFaults(root),
    ...bodyFaults(root),
  ];
}

/** openapi-python-client generates modules for several bodies that can be imported only if a parameter is optional. */
function bodyFaults(root: Json): string[] {
  return Object.entries(root['paths'] as Record<string, Record<string, Json>>).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody, parameters }]) => {
        const bodies = Object.keys((requestBody?.['content'] ?? {}) as Json).filter(
          (type) => !unreadable.test(type),
        );
        return bodies.length > 1 && !((parameters ?? []) as Json[]).some((one) => !one['required']);
      })
      .map(([method]) => `${method} ${path} body: several, and no optional parameter`),
  );
}

function namelessFaults(root: Json, schemas: Record<string, Json>): string[] {
  const faults: string[] = [];
  const visitNamed = (isNamed: boolean): Visit => {
    let isFirst = isNamed;
    return (schema, way) => {
      const isHere = isFirst;
      isFirst = false;
      if (!isHere && isObject(schema['properties']) && Object.keys(schema['properties']).length > 0)
        faults.push(`${way}: an object without a name`);
      const branches = (schema['anyOf'] ?? []) as Json[];
      const types = new Set(branches.map((one) => JSON.stringify(one['type'] ?? one['$ref'] ?? one)));
      const simple = branches.filter((one) => typeof one['type'] === 'string' && one['type'] !== 'null');
      if (branches.length > 0 && simple.length === branches.length && types.size === 1)
        faults.push(`${way}: a union of one type`);
      const whole = ((schema['enum'] ?? []) as unknown[]).filter(Number.isInteger);
      if (schema['type'] === 'number' && whole.length > 0) faults.push(`${way}: integers as numbers`);
      if (branches.length === 2 && simple.length === 1 && types.has('"null"'))
        faults.push(`${way}: a union with null`);
      // openapi-generator generates Java from it that does not compile
      if (branches.length > 1 && types.has('"array"')) faults.push(`${way}: a union with a list`);
    };
  };
  for (const [name, schema] of Object.entries(schemas)) {
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) faults.push(`${name}: no name that a class can have`);
    walk(schema, name, visitNamed(true));
  }
  for (const { way, content } of listBodies(root)) {
    if (way.includes(' /oauth/') && way.endsWith(' body')) continue; // one form for all grants
    for (const { schema } of Object.values(content)) walk(schema, way, visitNamed(false));
  }
  return faults;
}

/** The same values must be one component wherever they occur. */
function enumerationFaults(root: Json, schemas: Record<string, Json>): string[] {
  const named = new Map<string, string>();
  for (const [name, { enum: values }] of Object.entries(schemas))
    if (values) named.set([...(values as unknown[])].sort().join(), name);
  const faults: string[] = [];
  const visit: Visit = (schema, way) => {
    const values = schema['enum'] as (string | number | null)[] | undefined;
    const name =
      values &&
      named.get(
        values
          .filter((one) => one !== null)
          .sort()
          .join(),
      );
    if (name !== undefined && way !== name) faults.push(`${way}: ${name} without its name`);
  };
  for (const [name, schema] of Object.entries(schemas)) walk(schema, name, visit);
  for (const { way, content } of listBodies(root))
    for (const { schema } of Object.values(content)) walk(schema, way, visit);
  return faults;
}

/** Parts that are not text for readers, and pages. */
const unreadable = /^image\/|^application\/zip$|^text\/html$/;

function exampleFaults(root: Json): string[] {
  return listBodies(root).flatMap(({ way, content }) =>
    Object.entries(content)
      .filter(([type, { schema, example, examples = {} }]) => {
        const hasExample = example !== undefined || Object.keys(examples).length > 0;
        return schema && !unreadable.test(type) && !hasExample && !schema['example'] && !hasExamples(schema);
      })
      .map(([type]) => `${way} ${type}: no example`),
  );
}

/** A form whose fields have examples. */
const hasExamples = ({ properties = {} }: Json): boolean =>
  Object.values(properties as Record<string, Json>).some(({ example }) => example !== undefined);

/** Generators put all operations with one tag into one class, and lose operations with the same name there. */
function tagFaults(root: Json): string[] {
  const listTags = (section: Json = {}): string[] =>
    Object.values(section).flatMap((operations) =>
      Object.values(operations as Record<string, Json>).flatMap(({ tags }) => (tags ?? []) as string[]),
    );
  const ownTags = new Set(listTags(root['paths'] as Json));
  return [...new Set(listTags(readWebhooks(root)))]
    .filter((tag) => ownTags.has(tag))
    .map((tag) => `${tag}: a tag of operations and of webhooks`);
}

/**
 * For Python, openapi-generator writes a module that does not compile for webhooks whose operations are not references.
 */
function webhookFaults(root: Json): string[] {
  return Object.entries((root['webhooks'] ?? {}) as Record<string, Json>)
    .filter(([, one]) => !(one['$ref'] as string | undefined)?.startsWith(PATH_ITEM))
    .map(([type]) => `${type}: a webhook that is no reference to a path item`);
}
