import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemOfStatus } from '@app/http';
import type { FastifyInstance } from 'fastify';

/** The guides for partners, to which the OpenAPI documents lead. */
const guides = ['partner-guide.md', 'grants.md', 'webhooks.md', 'catalogue-import.md', 'errors.md'] as const;
export type Guide = (typeof guides)[number];

/** The guides as they stand in docs, at /docs/guides: relative to the working directory, in a checkout and in the image. */
export function serveGuides(fastify: FastifyInstance): void {
  fastify.get<{ Params: { guide: string } }>('/docs/guides/:guide', async (request, reply) => {
    const guide = guides.find((name) => name === request.params.guide);
    if (!guide) throw problemOfStatus(404);
    return reply.type('text/plain; charset=utf-8').send(readFileSync(join('docs', guide), 'utf8'));
  });
}
