import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo, Server as AnyServer } from 'node:net';

export const readPort = (server: AnyServer): number => (server.address() as AddressInfo | null)?.port ?? 0;

/**
 * @param port 0 for a free one
 * @returns the port
 * @throws the operating system's error, for instance with code EADDRINUSE
 */
export async function listen(server: AnyServer, port = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return readPort(server);
}

/** Closes the server and ends running requests. */
export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((done) => server.close(() => done()));
}
