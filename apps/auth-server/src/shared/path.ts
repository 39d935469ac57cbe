import type { FastifyRequest } from 'fastify';

/** The path of the route that was matched, however it was spelled; where there is none, the one asked for, decoded. */
export function pathOf(request: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  // a request that Fastify itself refuses was never routed
  const route = (request.routeOptions as FastifyRequest['routeOptions'] | undefined)?.url;
  if (route !== undefined && !route.includes('*')) return route;
  const path = request.url.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
