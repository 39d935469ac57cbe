import { pid } from 'node:process';
import { hostname } from 'node:os';
import { pino, stdSerializers, type Logger } from 'pino';
import { VERSION } from './build.js';

const secretFields = [
  'authorization',
  'cookie',
  'password',
  'client_secret',
  'access_token',
  'refresh_token',
  'token',
  'jwt',
  'secret_key',
  'payment_token',
];

/** Members in which Postgres and its driver put whole rows and values, which may be anybody's. */
const valueFields = ['detail', 'where', 'internalQuery', 'parameters', 'driverError'];

/** An error for the log: what went wrong and where in the code, without the values involved. */
export function errorForLog(error: Error): object {
  const shown: Record<string, unknown> = { ...stdSerializers.err(error) };
  for (const field of valueFields) delete shown[field];
  return shown;
}

let more: () => object = () => ({});

/** Adds what `read` returns to every line of every log as it is written. */
export function addToLogLines(read: () => object): void {
  more = read;
}

/** A logger without secrets on standard output, as JSON or, for people, in colour. */
export function createLogger(options: { name: string; level: string; format: 'json' | 'pretty' }): Logger {
  return pino({
    name: options.name,
    base: { pid, hostname: hostname(), version: VERSION },
    level: options.level,
    redact: {
      // an error's own `code` is not a secret: the parameter is redacted only where requests are logged
      paths: [
        ...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        'body.code',
        'query.code',
      ],
      censor: '[redacted]',
    },
    serializers: { err: errorForLog },
    mixin: () => more(),
    ...(options.format === 'pretty'
      ? {
          transport: {
            target: 'pino-pretty',
            options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
          },
        }
      : {}),
  });
}

/** Nest injection token of the process's {@link Logger}. */
export const LOGGER = Symbol('Logger');
export type { Logger } from 'pino';
