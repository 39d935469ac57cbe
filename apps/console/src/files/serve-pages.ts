import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.js';
import { consolePolicy } from '../edge/index.js';

/** Next to the compiled server: `dist/apps/console/web`. */
const BUILT = join(__dirname, '..', '..', 'web');
const PAGE = 'index.html';
const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Console</title><p>The console’s pages are not built: run npm run build.</p></html>';

/**
 * Serves the built application. Names of assets contain their hash, so browsers cache them without limit. Every other
 * path is a page of the application, which parses the URL itself.
 */
export function servePages(
  fastify: FastifyInstance,
  { API_PUBLIC_URL }: Pick<Settings, 'API_PUBLIC_URL'>,
  folder = BUILT,
): void {
  const policy = consolePolicy(new URL(API_PUBLIC_URL).origin);
  const isBuilt = existsSync(join(folder, PAGE));
  // not awaited: the routes added so far would then get Fastify's error handler instead of ours
  if (isBuilt)
    void fastify.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
    });
  const sendPage = (reply: FastifyReply) => {
    void reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
    return isBuilt ? reply.sendFile(PAGE) : reply.type('text/html; charset=utf-8').send(NOT_BUILT);
  };
  fastify.get('/assets/*', (request, reply) => {
    const name = wildcard(request);
    if (!isBuilt || !fileName.test(name)) return reply.callNotFound();
    void reply.header('cache-control', 'public, max-age=31536000, immutable');
    return reply.sendFile(`assets/${name}`);
  });
  fastify.get('/', (_request, reply) => sendPage(reply));
  fastify.get('/*', (request, reply) => {
    const path = wildcard(request);
    if (isOurs(path)) return reply.callNotFound();
    // such as favicon.svg and robots.txt
    if (isBuilt && path.includes('.') && fileName.test(path))
      return reply.header('cache-control', 'no-cache').sendFile(path);
    return sendPage(reply);
  });
}

/** A file name without folders, and not hidden. */
const fileName = /^\w[\w.-]*$/;

const wildcard = (request: FastifyRequest): string => (request.params as Record<'*', string>)['*'];

/** Paths that programs request; a page there would look like an answer. */
const isOurs = (path: string): boolean => /^(bff|health|assets)(\/|$)/i.test(path);
