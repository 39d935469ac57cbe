import type { FastifyRequest } from 'fastify';
import { preferredType } from './accept.js';

/** Whether the client wants a page rather than JSON: browsers name HTML; programs name JSON, anything or nothing. */
export function prefersHtml({ headers: { accept } }: Pick<FastifyRequest, 'headers'>): boolean {
  const namesHtml = /text\/(html|\*)/i.test(accept ?? '');
  return namesHtml && preferredType(accept, ['application/json', 'text/html']) === 'text/html';
}
