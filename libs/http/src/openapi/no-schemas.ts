import type { FastifyServerOptions } from 'fastify';

/**
 * Keeps Fastify from loading compilers of JSON Schema (0.8 MB): zod checks requests, and answers are plain JSON.
 * @throws Error, when the server starts, if a route has a schema
 */
export const noSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse },
};

function refuse(): never {
  throw new Error('a route has a JSON Schema: these servers check requests by zod');
}
