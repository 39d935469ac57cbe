import { Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import { BadRequest } from '@app/kernel';
import { fieldErrors } from './error.filter.js';
import { queryProblem } from './query-parser.js';
import { withoutNulls } from './unset-nulls.js';

/**
 * Checks and coerces every parameter that has a schema; refuses with the names of all invalid fields. An unreadable
 * query is refused only where it is used; a missing body or `[]` counts as an empty one (wire contract section 1);
 * null where there can be none counts as not sent.
 */
@Injectable()
export class SchemaPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => BadRequest.fields(fieldErrors(issues)) });
  }

  override async transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    const problem = metadata.type === 'query' ? queryProblem(value) : undefined;
    if (problem) throw problem;
    const empty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    const given = metadata.type === 'body' && empty ? ({} as T) : value;
    try {
      return await this.#read(given, metadata, metadata.type === 'body' ? MOST_READINGS : 1);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      if (metadata.type === 'query') throw namingParameters(error);
      throw metadata.type === 'param' && metadata.data ? namingOne(error, metadata.data) : error;
    }
  }

  /** Parses a body again without the nulls it could not have, which may reveal further errors. */
  async #read<T>(given: T, metadata: ArgumentMetadata, readings: number): Promise<T> {
    try {
      return await super.transform(given, metadata);
    } catch (error) {
      if (!(error instanceof BadRequest) || readings <= 1) throw error;
      const less = withoutNulls(given, error.fields ?? []);
      if (less === undefined) throw error;
      return this.#read(less as T, metadata, readings - 1);
    }
  }
}

/** The most attempts for one body; each finds every null that is refused in its own right. */
const MOST_READINGS = 4;
type ArgumentMetadata = Parameters<StandardSchemaValidationPipe['transform']>[1];

/** A query parameter is named as a whole; the message says which of its values is wrong. */
const namingParameters = (error: BadRequest): BadRequest =>
  BadRequest.fields(
    (error.fields ?? []).map((field) => ({ ...field, path: field.path.replace(/\.\d+$/, '') })),
  );

/** A path parameter is a single value, and is called by its name in the path. */
const namingOne = (error: BadRequest, path: string): BadRequest =>
  BadRequest.fields((error.fields ?? []).map((field) => ({ ...field, path })));
