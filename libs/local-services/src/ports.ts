import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { LocalServiceError } from './local-service-error.js';

/** Linux assigns ports from here on to outgoing connections and to listeners on port 0. */
const FIRST_EPHEMERAL_PORT = 32_768;
const FIRST_PORT = 20_000;

/**
 * jest's workers, and all other processes, pick ports from separate ranges, because they start servers all the time.
 */
const SHARES = 16;
const SHARE_SIZE = Math.floor((FIRST_EPHEMERAL_PORT - FIRST_PORT) / SHARES);
let picked = randomInt(SHARE_SIZE);

/** A port that the system does not assign by chance before the caller listens on it. It may already be taken. */
export function likelyFreePort(): number {
  const share = Number(process.env['JEST_WORKER_ID'] ?? 0) % SHARES;
  picked = (picked + 1) % SHARE_SIZE; // the same one again only after all others
  return FIRST_PORT + share * SHARE_SIZE + picked;
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
  const advice = 'end it, or move all ports, for instance PORT_BASE=7000 npm start';
  throw new LocalServiceError(`Port ${port} is in use by another program: ${advice}.`);
}

/** Whether `port` can be bound on `host`, which is also how a server finds out. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
