import { applyDecorators, HttpCode } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtension,
  ApiOperation,
  ApiResponse,
  generalRefusals,
  retryAfterHeader,
  toOpenApiSchema,
  withReasons,
} from '@app/http';
import { z } from 'zod';

/** The name, in the OpenAPI document, of client credentials in an Authorization header. */
export const CLIENT_SCHEME = 'client';

/**
 * Further media types of a response besides JSON, kept here until the document lists them with the response.
 */
export const TEXT_ANSWERS = 'x-text-answers';

/** A refusal of the authorization server (RFC 6749 5.2; contract 2.15). */
export const OAuthRefusal = z
  .object({
    error: z.string().describe('A stable code for programs (RFC 6749 5.2).'),
    error_description: z.string().describe('A sentence for people.'),
    hint: z.string().describe('A hint at what to check.'),
    message: z.string().describe('The same as `error_description`.'),
  })
  .meta({ id: 'OAuthError' });

/** Answers that every operation may give. */
const refusals: Record<number, string> = {
  400: 'A parameter is malformed, missing or sent twice: `invalid_request`.',
  500: 'Something went wrong on our side: `server_error`.',
  ...generalRefusals,
};
/** Additional answers of an operation that takes a form. */
const formRefusals: Record<number, string> = { 413: 'The body is too large.' };

/** Documents an operation with OAuth errors in OpenAPI; it adds no checks. */
export function OAuthOperation(options: {
  summary: string;
  description?: string;
  /**
   * The parameters of the body, in any of three media types (contract 1.7), and examples by title. The first example
   * fills in the form of Swagger UI.
   */
  form?: { parameters: z.ZodObject; examples: Record<string, Record<string, string>> };
  answer?: z.ZodType;
  /** Media types of the answer besides JSON, and an example of it. */
  texts?: { types: readonly string[]; example: string };
  /** Whether the client identifies itself, in the form or by HTTP Basic (RFC 6749 2.3.1). */
  authenticates?: boolean;
  bearer?: boolean;
  /** Further refusals, or further reasons for the general ones. */
  refusals?: Record<number, string>;
}) {
  const { form, answer, texts, authenticates, bearer } = options;
  const refused = withReasons({ ...refusals, ...(form ? formRefusals : {}) }, options.refusals);
  return applyDecorators(
    HttpCode(200),
    ApiOperation({
      summary: options.summary,
      ...(options.description ? { description: options.description } : {}),
      security: bearer
        ? [{ oauth2: [] }, { bearer: [] }]
        : authenticates
          ? [{ [CLIENT_SCHEME]: [] }, {}]
          : [],
    }),
    ...(texts ? [ApiExtension(TEXT_ANSWERS, texts)] : []),
    ...(form ? [TakesForm(form.parameters, form.examples)] : []),
    ApiResponse({
      status: 200,
      description: answer ? 'Success.' : 'Success, without a body.',
      ...(answer ? { standardSchema: answer } : {}),
    }),
    ...Object.entries(refused).map(([status, description]) =>
      ApiResponse({
        status: Number(status),
        description,
        standardSchema: OAuthRefusal,
        ...(status === '429' || status === '503' ? { headers: retryAfterHeader } : {}),
      }),
    ),
  );
}

function TakesForm(form: z.ZodObject, examples: Record<string, Record<string, string>>) {
  const titled: Record<string, { summary: string; value: Record<string, string> }> = {};
  for (const [summary, value] of Object.entries(examples)) titled[summary] = { summary, value };
  const [first] = Object.values(examples);
  return applyDecorators(
    // only the form of RFC 6749: for several bodies, openapi-python-client generates modules that cannot be imported
    ApiConsumes('application/x-www-form-urlencoded'),
    ApiBody({
      required: true,
      description: 'Also accepted as JSON and multipart/form-data.',
      schema: filledIn(toOpenApiSchema(form, 'input')!.schema as FormSchema, first),
      examples: titled,
    }),
  );
}

/** An example for each field of a form. Without one, Swagger UI writes "string" into the field and sends it. */
function filledIn(schema: FormSchema, values: Record<string, string> = {}): FormSchema {
  const fields = Object.entries(schema.properties ?? {});
  const filled = fields.map(([name, field]) => [name, { ...field, example: values[name] ?? '' }]);
  return { ...schema, properties: Object.fromEntries(filled) as Record<string, object> };
}

interface FormSchema {
  properties?: Record<string, object>;
}
