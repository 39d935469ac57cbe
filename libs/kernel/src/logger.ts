import { pid } from 'node:process';
import { hostname } from 'node:os';
import { pino, stdSerializers, type Logger, type SerializedError } from 'pino';
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

/** Members in which Postgres and its driver put whole rows and values, which may be personal. */
const valueFields = ['detail', 'where', 'internalQuery', 'parameters', 'driverError'];

/** An error for the log: its message and position in the sources, without values. */
export const errorForLog = (error: Error): object => readable(stdSerializers.err(error));

function readable(shown: object): object {
  const fields = Object.entries({ ...shown }).filter(([name]) => !valueFields.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, withinAnother(value)]));
}

/** Errors inside an error, such as those of an `AggregateError`; other values are unchanged. */
function withinAnother(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withinAnother);
  return isSerializedError(value) ? readable(value) : value;
}

const isSerializedError = (value: unknown): value is SerializedError =>
  typeof value === 'object' && value !== null && 'raw' in value && value.raw instanceof Error;

let more: () => object = () => ({});

/** Adds the result of `read` to every line of every log when it is written. */
export function addToLogLines(read: () => object): void {
  more = read;
}

/** A logger without secrets on standard output, as JSON or, for people, in colour. */
export function createLogger(options: { name: string; level: string; format: 'json' | 'pretty' }): Logger {
  return pino({
    name: options.name,
    base: { pid, hostname: hostname(), version: VERSION },
    level: options.level,
    // level names, as log collectors expect them; the thread for readable lines needs numbers
    ...(options.format === 'json' && { formatters: { level: (level: string) => ({ level }) } }),
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

export const LOGGER = Symbol('Logger');
export type { Logger } from 'pino';
