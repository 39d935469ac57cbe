import type { FastifyRequest } from 'fastify';
import { preferenceFor } from './accept.js';

/** Whether who asks wants a page rather than JSON: browsers name HTML, programs name JSON, anything or nothing. */
export function prefersHtml({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const accept = headers.accept ?? '*/*';
  const html = preferenceFor(accept, 'text/html').quality;
  return (
    /text\/(html|\*)/i.test(accept) && html > 0 && html >= preferenceFor(accept, 'application/json').quality
  );
}
