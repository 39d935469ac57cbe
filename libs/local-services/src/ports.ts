import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { LocalServiceError } from './local-service-error.js';

/** Linux assigns ports from here on to outgoing connections and to listeners on port 0. */
const FIRST_EPHEMERAL_PORT = 32_768;
const FIRST_PORT = 20_000;

/** A port that nobody is assigned by chance before the caller listens on it. It may already be taken. */
export function likelyFreePort(): number {
  return randomInt(FIRST_PORT, FIRST_EPHEMERAL_PORT);
}

/** A port of 127.0.0.1 that was free a moment ago and is outside the ephemeral range. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = likelyFreePort();
    if (await isPortFree(port)) return port;
  }
}

/** @throws LocalServiceError when another program listens on `port` */
export async function assertPortFree(port: number, host?: string): Promise<void> {
  if (await isPortFree(port, host)) return;
  const advice = 'End it, or move all ports, for instance: PORT_BASE=6000 npm start.';
  throw new LocalServiceError(`Port ${port} is in use by another program. ${advice}`);
}

/** Whether `port` can be bound on `host`, which is also how a server finds out. */
async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
