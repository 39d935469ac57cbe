import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A server of pages for development: it accepts only local host names, and its answers are not cached. */
export const createPageServer = (
  answer: (url: URL, request: IncomingMessage, response: ServerResponse) => void,
): Server =>
  createServer((request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'no-referrer');
    if (!isLocalName(request.headers.host)) return end(response, 403, 'text/plain', 'Ask for localhost.\n');
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (!url) return end(response, 400, 'text/plain', 'Not an address.\n');
    return answer(url, request, response);
  });

/** A page elsewhere must not read these pages through a host name that resolves to this machine (DNS rebinding). */
function isLocalName(host = ''): boolean {
  const name = host.replace(/:\d+$/, '');
  return /^(localhost|([a-z0-9-]+\.)+localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\])$/i.test(name);
}

export const isCrossSite = (request: IncomingMessage): boolean =>
  !['same-origin', 'none', undefined].includes(request.headers['sec-fetch-site']);

export function end(response: ServerResponse, status: number, type?: string, body = ''): void {
  if (type) response.setHeader('Content-Type', type);
  response.writeHead(status).end(body);
}

export function redirect(response: ServerResponse, status: 302 | 303, location: string): void {
  response.setHeader('Location', location);
  end(response, status);
}
