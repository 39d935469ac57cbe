import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { openReadiness, type DatabaseReadiness } from '@app/database';
import { createLogger, VERSION, type ServerSettings } from '@app/kernel';

const POLL_INTERVAL_MS = 2_000;

type Settings = Pick<ServerSettings, 'DATABASE_URL' | 'HOST' | 'LOG_LEVEL' | 'LOG_FORMAT'> & { PORT: number };

/**
 * Waits until the newest migration of this build has run, and until its role may connect, because a starting server
 * reads rows that may not exist before. Meanwhile `/health/live` answers 200, so that the process is not restarted, and
 * all other paths 503. A server ends by itself only because of wrong settings: Postgres may start later than its
 * servers.
 * @param name of the server
 */
export async function waitForSchema(name: string, settings: Settings): Promise<void> {
  const { DATABASE_URL: url, HOST, PORT, LOG_LEVEL, LOG_FORMAT } = settings;
  const readiness = openReadiness({ url, applicationName: name, poolSize: 1 });
  try {
    let missing = await describeMissing(readiness);
    if (missing === undefined) return;
    const logger = createLogger({ name, level: LOG_LEVEL, format: LOG_FORMAT });
    let lastMissing: string | undefined;
    const end = await answerMeanwhile(PORT, HOST);
    try {
      for (; missing !== undefined; missing = await describeMissing(readiness)) {
        if (lastMissing !== missing) logger.warn(`${name} waits: ${missing}`);
        lastMissing = missing;
        await pause(POLL_INTERVAL_MS);
      }
    } finally {
      await end();
    }
  } finally {
    await readiness.onApplicationShutdown();
  }
}

/** The missing condition, as a sentence without an end. */
const describeMissing = (readiness: DatabaseReadiness): Promise<string | undefined> =>
  readiness.state().then(
    ({ isMigrated }) => (isMigrated ? undefined : 'the migrations that it needs have not run (migrate)'),
    (error: NodeJS.ErrnoException) => {
      // with several addresses, each has its own error, and the error of all has no message
      const [cause = error] =
        error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [];
      const { message, code } = cause;
      return `Postgres cannot be used: ${message}${code === undefined ? '' : ` (${code})`}`;
    },
  );

/** @returns a function that stops it, and frees the port */
async function answerMeanwhile(port: number, host: string): Promise<() => Promise<void>> {
  const server = createServer((request, reply) => {
    const isLive = request.url === '/health/live';
    const problem = { error_code: 'not_ready', message: 'Not ready: schema.' };
    reply.writeHead(isLive ? 200 : 503, {
      'content-type': 'application/json',
      connection: 'close',
      ...(!isLive && { 'retry-after': '1' }),
    });
    reply.end(JSON.stringify(isLive ? { status: 'ok', version: VERSION } : problem));
  });
  // as the first process of a container it is not ended by the signal itself
  const exit = () => process.exit(0);
  process.once('SIGTERM', exit);
  server.listen(port, host);
  await once(server, 'listening');
  return async () => {
    process.off('SIGTERM', exit);
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
}
