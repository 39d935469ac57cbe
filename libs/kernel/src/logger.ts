import { pino, stdSerializers, type Logger } from 'pino';

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

/** Members in which Postgres and its driver put whole rows and values, no matter whose. */
const valueFields = ['detail', 'where', 'internalQuery', 'parameters', 'driverError'];

/** An error as a log may show it: what went wrong and where in the code, without the values that it went wrong with. */
export function errorForLog(error: Error): object {
  const shown: Record<string, unknown> = { ...stdSerializers.err(error) };
  for (const field of valueFields) delete shown[field];
  return shown;
}

/** A log without secrets on standard output, as JSON or, for people, in colour. */
export function createLogger(options: { name: string; level: string; format: 'json' | 'pretty' }): Logger {
  return pino({
    name: options.name,
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

/** Nest injection token of the process' {@link Logger}. */
export const LOGGER = Symbol('Logger');
export type { Logger } from 'pino';
