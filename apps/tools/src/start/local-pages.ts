import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Headers for every answer of a development page server. */
export function harden(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
}

/**
 * A page elsewhere must not read what is shown here through a host name that resolves to us (DNS
 * rebinding).
 */
export function isLocalName(host = ''): boolean {
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

/** @throws the operating system's error, for instance with code EADDRINUSE */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, () => done());
  });
}

export const readPort = (server: Server): number => (server.address() as AddressInfo | null)?.port ?? 0;
