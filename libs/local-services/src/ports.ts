import { createServer } from 'node:net';
import { LocalServiceError } from './local-service-error.js';

/** A port of 127.0.0.1 that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.unref();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** @throws LocalServiceError when another program listens on `port` */
export async function assertPortFree(port: number, host?: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  const advice = 'End it, or move all ports, for instance: PORT_BASE=6000 npm start.';
  throw new LocalServiceError(`Port ${port} is in use by another program. ${advice}`);
}

/** Whether `port` can be bound on `host`, which is how a server finds out too. */
async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
