import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { BadRequest } from '@app/kernel';
import { fieldErrors } from './errors/error.filter.js';
import { queryProblem } from './query-parser.js';
import { withoutNulls } from './body/unset-nulls.js';

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
