import type { FastifyServerOptions } from 'fastify';

/**
 * For Fastify. zod checks requests and answers are plain JSON. So the compilers of JSON Schema that Fastify
 * would load for its routes (0.8 MB) stay out.
 * @throws Error, as the server starts, if a route has a schema after all
 */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
};

function refuse(): never {
  throw new Error('a route has a JSON Schema: these servers check requests by zod');
}
