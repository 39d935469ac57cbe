import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DocumentBuilder, OpenAPIObject, SwaggerCustomOptions } from '@nestjs/swagger';
import { serveLazily } from './lazy-routes.js';

/** The OpenAPI 3.1 document of the app; loads @nestjs/swagger. */
export async function openApiDocument(
  app: NestFastifyApplication,
  configure: (builder: DocumentBuilder) => DocumentBuilder,
): Promise<OpenAPIObject> {
  const { makeDocument } = await import('./openapi-document.js');
  return makeDocument(app, configure);
}

/**
 * Serves the document at /docs-json and /docs-yaml and, unless `options.ui` is false, Swagger UI at /docs. Each is
 * created by its first request, which the server itself sends for the document: that takes the thread a quarter of a
 * second.
 */
export function serveDocument(
  app: NestFastifyApplication,
  make: () => Promise<OpenAPIObject>,
  options: SwaggerCustomOptions,
): void {
  const pages = options.ui === false ? [] : ['/docs', '/docs/:file'];
  serveLazily(app.getHttpAdapter().getInstance(), {
    urls: [...pages, '/docs-json', '/docs-yaml'],
    methods: ['GET', 'HEAD'],
    isFixed: true,
    open: async () => {
      const { openSwagger } = await import('./swagger.js');
      return openSwagger(await make(), {
        ...options,
        jsonDocumentUrl: 'docs-json',
        yamlDocumentUrl: 'docs-yaml',
      });
    },
  });
}
