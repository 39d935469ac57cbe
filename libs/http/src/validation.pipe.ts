import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { BadRequest, type FieldError } from '@app/kernel';
import { fieldErrors } from './errors/error.filter.js';
import { queryProblem } from './query-parser.js';

/** Maximum number of attempts for one body; each finds all nulls that are refused for themselves. */
const MAX_READINGS = 4;

type Schema = NonNullable<ArgumentMetadata['schema']>;
type Result = Awaited<ReturnType<Schema['~standard']['validate']>>;

/**
 * Checks and coerces every parameter that has a schema (Standard Schema); refuses with the names of all invalid fields.
 * An unreadable query is refused only where it is used; a missing body or `[]` counts as an empty one (contract 1.7).
 * Null where it is not allowed counts as not sent (contract 1.13).
 * Replaces Nest's StandardSchemaValidationPipe, which waits for a promise for each parameter of each request. It also
 * searches the sent values again for names such as `__proto__`, which all readers of queries and bodies ignore.
 */
export class SchemaPipe implements PipeTransform {
  /** @throws BadRequest naming each invalid field */
  transform(value: unknown, metadata: ArgumentMetadata): unknown {
    const { type, schema } = metadata;
    if (type === 'query') {
      const problem = queryProblem(value);
      if (problem) throw problem;
    }
    if (!schema || type === 'custom') return value;
    if (type !== 'body') return read(schema, value, metadata, 1);
    const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    return read(schema, isEmpty ? {} : value, metadata, MAX_READINGS);
  }
}

/** Returns a promise only for a schema that needs one. */
function read(schema: Schema, body: unknown, metadata: ArgumentMetadata, readings: number): unknown {
  const result = schema['~standard'].validate(body);
  const toOutcome = (read: Result): unknown => outcome(read, schema, body, metadata, readings);
  return result instanceof Promise ? result.then(toOutcome) : toOutcome(result);
}

/** The value; if it is invalid, that of the body without refused nulls, which may reveal further errors. */
function outcome(
  result: Result,
  schema: Schema,
  body: unknown,
  metadata: ArgumentMetadata,
  readings: number,
): unknown {
  if (!result.issues) return result.value;
  const errors = fieldErrors(result.issues);
  const less = readings > 1 ? withoutNulls(body, errors) : undefined;
  if (less !== undefined) return read(schema, less, metadata, readings - 1);
  const error = BadRequest.fields(errors);
  if (metadata.type === 'query') throw namingParameters(error);
  throw metadata.type === 'param' && metadata.data ? namingOne(error, metadata.data) : error;
}

/** A query parameter is named as a whole; the message says which of its values is wrong. */
const namingParameters = (error: BadRequest): BadRequest =>
  BadRequest.fields(
    (error.fields ?? []).map((field) => ({ ...field, path: field.path.replace(/\.\d+$/, '') })),
  );

/** A path parameter is a single value, with its name in the path. */
const namingOne = (error: BadRequest, path: string): BadRequest =>
  BadRequest.fields((error.fields ?? []).map((field) => ({ ...field, path })));

type Keys = string[];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The body without refused nulls: typed clients send null for fields that are not set (contract 1.13). A null that a
 * schema accepts has a meaning and is not refused; one in a list stays.
 * @param refused paths as in `additional_errors`
 * @returns undefined when none of them is a null
 */
function withoutNulls(body: unknown, refused: readonly FieldError[]): unknown {
  const nulls = refused.map(({ path }) => path.split('.')).filter((path) => isNullAt(body, path));
  return nulls.length > 0 ? without(body, nulls) : undefined;
}

function isNullAt(value: unknown, [key, ...deeper]: Keys): boolean {
  if (key === undefined) return false;
  if (Array.isArray(value)) return isNullAt(value[Number(key)], deeper);
  if (!isObject(value) || !Object.hasOwn(value, key)) return false;
  return deeper.length === 0 ? value[key] === null : isNullAt(value[key], deeper);
}

/** A copy of the value without these paths; unchanged parts are shared. */
function without(value: unknown, paths: readonly Keys[]): unknown {
  const below = Map.groupBy(paths, ([key]) => key!);
  const inside = (key: string, child: unknown): unknown => {
    const deeper = below.get(key)?.map(([, ...rest]) => rest);
    return deeper ? without(child, deeper) : child;
  };
  if (Array.isArray(value)) return value.map((child, index) => inside(String(index), child));
  if (!isObject(value)) return value;
  const remaining = Object.entries(value).filter(
    ([key]) => !below.get(key)?.some(({ length }) => length === 1),
  );
  return Object.fromEntries(remaining.map(([key, child]) => [key, inside(key, child)]));
}
