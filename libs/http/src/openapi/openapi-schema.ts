import { z } from 'zod';

export interface JsonSchema {
  $defs?: Record<string, object>;
  $schema?: string;
  [key: string]: unknown;
}

/**
 * Converts Zod to JSON Schema 2020-12, the dialect of OpenAPI 3.1; schemas with an id become components. Unions are
 * reduced to a single type where possible, because generators make a class of each union.
 */
export function toOpenApiSchema(schema: unknown, io: 'input' | 'output') {
  if (!(schema instanceof z.ZodType)) return undefined;
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input') {
        addDefault(zodSchema, jsonSchema);
        addBounds(zodSchema, jsonSchema);
      }
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

/** Adds defaults to input schemas that also parse strings, for which Zod itself does not. */
function addDefault(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: Partial<z.core.$ZodDefaultDef> };
  if (def.type !== 'default') return;
  const value = def.defaultValue;
  if (isPrintable(value)) json.default = value;
  else delete json.default;
}

/** Keywords that bound a value, each with the function that chooses the stricter of two. */
const bounds: Record<string, (one: number, other: number) => number> = {
  minimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  maximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
};

/**
 * Adds the bounds of the schema at the end of a pipe: for Zod the input of `Integer.pipe(z.int().max(50))` is any
 * integer, because it may be a text.
 */
function addBounds(schema: z.core.$ZodType, json: z.core.JSONSchema.BaseSchema): void {
  if (!(schema instanceof z.ZodPipe) || schema.in instanceof z.ZodTransform) return;
  const further = toOpenApiSchema(schema.out, 'input')?.schema;
  if (further?.['type'] === undefined || further['type'] !== json.type) return;
  for (const [keyword, tighter] of Object.entries(bounds)) {
    const [one, other] = [json[keyword], further[keyword]];
    if (typeof other === 'number') json[keyword] = typeof one === 'number' ? tighter(one, other) : other;
  }
}

const isPrintable = (value: unknown): value is string | number | boolean =>
  value !== '' && ['string', 'number', 'boolean'].includes(typeof value);

/** Examples and member names are not schemas. */
const opaque = new Set(['example', 'examples', 'enum', 'required', 'const']);

/**
 * The schema with its defaults in words, because some generators require members that have the keyword
 * (openapi-typescript).
 */
export function withDefaultsInWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withDefaultsInWords);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { default: value, description, ...rest } = schema as JsonSchema;
  const described = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [key, opaque.has(key) ? inner : withDefaultsInWords(inner)]),
  );
  if (description !== undefined) described['description'] = withDefaultsInWords(description);
  if (isPrintable(value))
    described['description'] = [description, `Default: \`${value}\`.`].filter(Boolean).join(' ');
  else if (value !== undefined) described['default'] = withDefaultsInWords(value); // a member with this name
  return described;
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

/** The same schema, with a single type where one is enough. */
function simplified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplified);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, opaque.has(key) ? one : simplified(one)]),
  ) as JsonSchema;
  return inIntegers(withoutUnion(withoutConst(withoutPlainNames(inner))));
}

/** Drops `propertyNames` that only say that names are strings. */
function withoutPlainNames(schema: JsonSchema): JsonSchema {
  const { propertyNames, ...rest } = schema;
  const isPlain = propertyNames !== undefined && JSON.stringify(propertyNames) === '{"type":"string"}';
  return isPlain ? rest : schema;
}

/** A single value becomes an enumeration of one, which every generator understands. */
function withoutConst(schema: JsonSchema): JsonSchema {
  const { const: only, ...rest } = schema;
  return 'const' in schema && typeof rest['type'] === 'string' ? { ...rest, enum: [only] } : schema;
}

/**
 * An enumeration of whole numbers becomes one of integers: with other numbers, openapi-generator's Java does not
 * compile.
 */
function inIntegers(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  const isWhole = type === 'number' && Array.isArray(values) && values.every(Number.isInteger);
  return isWhole ? { ...schema, type: 'integer' } : schema;
}

/**
 * A union of enumerations, of a text and the empty one, or of a type and null, becomes one type. A union with a list
 * becomes a list of types: the Java that openapi-generator makes of the union does not compile.
 */
function withoutUnion(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf as JsonSchema[];
  const types = branches.map(({ type }) => type);
  if (types.includes('array') && new Set(types).size === types.length)
    return Object.assign({}, ...branches, rest, { type: types }) as JsonSchema;
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

/** Merges branches of one type: their values together or, where some are unrestricted, the bounds that all have. */
function joined(branches: JsonSchema[]): JsonSchema | undefined {
  const [first] = branches;
  const type = first?.['type'];
  if (typeof type !== 'string' || branches.some((one) => one['type'] !== type)) return undefined;
  if (!['string', 'number', 'integer'].includes(type)) return undefined;
  const values = branches.map((one) => one['enum'] as unknown[] | undefined);
  return values.every((one) => one !== undefined) ? { type, enum: values.flat() } : { type };
}
