import type { FastifyRequest } from 'fastify';

/** The path of the matched route, however it was encoded; without a route, the decoded path of the request. */
export function loggedPath(request: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  // a request that Fastify itself refuses was never routed
  const route = (request.routeOptions as FastifyRequest['routeOptions'] | undefined)?.url;
  return route !== undefined && !route.includes('*') ? route : decodedPath(request.url);
}

/** The path of a URL as decoded by the router. */
export function decodedPath(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
