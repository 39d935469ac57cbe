import { pino, stdSerializers, type Logger } from 'pino';

/** Parameters whose values never reach a log, wherever they stand in an address. */
const secretParameters =
  /([?&#](?:code|client_secret|access_token|refresh_token|token|jwt|password|one_time_token|oneTimeToken|scrollId|otp)=)[^&#\s]*/gi;

/** The address with the values of secret parameters removed. */
export const redactUrl = (url: string): string => url.replace(secretParameters, '$1[redacted]');

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

/** A JSON (or, for people, coloured) log on standard output that holds no secret. */
export function createLogger(options: { name: string; level: string; format: 'json' | 'pretty' }): Logger {
  return pino({
    name: options.name,
    level: options.level,
    redact: {
      // an error's own `code` is no secret: the parameter is redacted only where requests stand
      paths: [
        ...secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
        'body.code',
        'query.code',
      ],
      censor: '[redacted]',
    },
    serializers: { err: stdSerializers.err },
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
