import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiQuery, ApiResponse, toOpenApiSchema } from '@app/http';
import type { z } from 'zod';

interface ParametersSchema {
  properties?: Record<string, { description?: string; deprecated?: boolean }>;
  required?: string[];
  example?: object;
}

const page = { 'text/html': { schema: { type: 'string' as const } } };

/** Documents a URL to which browsers are sent in OpenAPI. */
export function PageOperation(options: {
  summary: string;
  description: string;
  /** The parameters, in the query or in a form. */
  query?: z.ZodObject;
  form?: z.ZodObject;
  /** What is shown, if anything is. */
  page?: string;
  redirect: { status: 302 | 303; description: string };
  refusals: Record<number, string>;
}) {
  const { redirect } = options;
  return applyDecorators(
    ApiOperation({ summary: options.summary, description: options.description, security: [] }),
    ...(options.query ? inQuery(options.query) : []),
    ...(options.form ? inForm(options.form, options.summary) : []),
    ...(options.page === undefined
      ? []
      : [ApiResponse({ status: 200, description: options.page, content: page })]),
    ApiResponse(redirect),
    ...Object.entries(options.refusals).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, content: page }),
    ),
  );
}

const schemaOf = (parameters: z.ZodObject) =>
  toOpenApiSchema(parameters, 'input')!.schema as ParametersSchema;

function inQuery(query: z.ZodObject): MethodDecorator[] {
  const { properties = {}, required = [] } = schemaOf(query);
  return Object.entries(properties).map(([name, { description = '', deprecated = false, ...schema }]) =>
    ApiQuery({ name, description, deprecated, required: required.includes(name), schema }),
  );
}

/** @param form with an example in its meta */
function inForm(form: z.ZodObject, summary: string): MethodDecorator[] {
  const { example, ...schema } = schemaOf(form);
  return [
    ApiConsumes('application/x-www-form-urlencoded'),
    ApiBody({
      required: false,
      schema: schema as object,
      examples: { [summary]: { summary, value: example } },
    }),
  ];
}
