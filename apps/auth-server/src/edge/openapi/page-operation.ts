import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiResponse, toOpenApiSchema } from '@app/http';
import type { z } from 'zod';

interface QuerySchema {
  properties?: Record<string, { description?: string; deprecated?: boolean }>;
  required?: string[];
}

const page = { 'text/html': { schema: { type: 'string' as const } } };

/** Documents, in OpenAPI, a URL to which browsers are sent. */
export function PageOperation(options: {
  summary: string;
  description: string;
  query: z.ZodObject;
  page: string;
  redirect: string;
  refusals: Record<number, string>;
}) {
  const { properties = {}, required = [] } = toOpenApiSchema(options.query, 'input')!.schema as QuerySchema;
  return applyDecorators(
    ApiOperation({ summary: options.summary, description: options.description, security: [] }),
    ...Object.entries(properties).map(([name, { description = '', deprecated = false, ...schema }]) =>
      ApiQuery({ name, description, deprecated, required: required.includes(name), schema }),
    ),
    ApiResponse({ status: 200, description: options.page, content: page }),
    ApiResponse({ status: 302, description: options.redirect }),
    ...Object.entries(options.refusals).map(([status, description]) =>
      ApiResponse({ status: Number(status), description, content: page }),
    ),
  );
}
