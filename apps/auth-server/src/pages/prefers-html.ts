import type { FastifyRequest } from 'fastify';

/** Quality of a media type in an Accept header; 0 when it is not taken. Source: RFC 9110 12.5.1. */
function quality(accept: string, type: string): number {
  const ranges = [type, `${type.split('/', 1)[0]}/*`, '*/*'];
  for (const range of ranges) {
    for (const part of accept.split(',')) {
      const [name, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
      if (name !== range) continue;
      const q = parameters.find((one) => one.startsWith('q='));
      const value = q === undefined ? 1 : Number(q.slice(2));
      return Number.isFinite(value) ? value : 0;
    }
  }
  return 0;
}

/** Whether who asks wants a page rather than JSON: browsers name HTML, programs name JSON, anything or nothing. */
export function prefersHtml({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const accept = headers.accept ?? '*/*';
  const html = quality(accept, 'text/html');
  return /text\/(html|\*)/i.test(accept) && html > 0 && html >= quality(accept, 'application/json');
}
