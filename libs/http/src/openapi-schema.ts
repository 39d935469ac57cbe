import { z } from 'zod';

/** A JSON Schema, as far as we look at it. */
export interface JsonSchema {
  $defs?: Record<string, object>;
  $schema?: string;
  [key: string]: unknown;
}

/**
 * Zod to JSON Schema 2020-12, the dialect of OpenAPI 3.1; schemas with an id become components. What can be said with
 * one type is said with one: generators make a class of its own of each union.
 */
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
  return {
    schema: simplified(relocate(rest)) as JsonSchema,
    components: simplified(relocate($defs)) as Record<string, object>,
  };
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
export function withDefaultsInWords(schema: unknown): unknown {
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

/** Examples and names of members are no schemas. */
const OPAQUE = new Set(['example', 'examples', 'enum', 'required', 'const']);

/** The same schema, with one type where one will do. */
function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, OPAQUE.has(key) ? one : simplified(one)]),
  ) as JsonSchema;
  return withoutUnion(withoutConst(withoutPlainNames(inner)));
}

/** Every member has a name that is a text. */
function withoutPlainNames(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = schema;
  const isPlain = propertyNames !== undefined && JSON.stringify(propertyNames) === '{"type":"string"}';
  return isPlain ? rest : schema;
}

/** One value is an enumeration of one, which every generator understands. */
function withoutConst(schema: JsonSchema): JsonSchema {
  const { const: only, ...rest } = schema;
  return 'const' in schema && typeof rest['type'] === 'string' ? { ...rest, enum: [only] } : schema;
}

/** A union of enumerations, of a text and the empty one, or of something and null, is one type. */
function withoutUnion(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf as JsonSchema[];
  const some = branches.filter(({ type }) => type !== 'null');
  const one = some.length === 1 ? some[0] : joined(some);
  if (typeof one?.['type'] !== 'string') return schema;
  if (some.length === branches.length) return { ...one, ...rest };
  const { enum: values } = one as { enum?: unknown[] };
  return {
    ...one,
    ...rest,
    type: [one['type'], 'null'],
    ...(values ? { enum: [...values, null] } : {}),
  };
}

/** Branches of one type as one: their values together, or, where some are free, what all are. */
function joined(branches: JsonSchema[]): JsonSchema | undefined {
  const [first] = branches;
  const type = first?.['type'];
  if (typeof type !== 'string' || branches.some((one) => one['type'] !== type)) return undefined;
  if (!['string', 'number', 'integer'].includes(type)) return undefined;
  const values = branches.map((one) => one['enum'] as unknown[] | undefined);
  return values.every((one) => one !== undefined) ? { type, enum: values.flat() } : { type };
}
