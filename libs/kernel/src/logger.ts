import { pino, stdSerializers, type Logger } from 'pino';
import { nameParts } from './query-names.js';

/** Parameters whose values never reach a log, wherever they stand in an address, in lower case. */
const secretParameters = new Set([
  'code',
  'client_secret',
  'access_token',
  'refresh_token',
  'token',
  'jwt',
  'password',
  'one_time_token',
  'onetimetoken',
  'scrollid',
  'otp',
]);

/** The address with the values of secret parameters removed, however their names are spelled. */
export const redactUrl = (url: string): string =>
  url.replace(/([?&#])([^?&#\s]+)/g, (whole, mark: string, pair: string) => {
    if (!nameParts(pair).some((name) => secretParameters.has(name.toLowerCase()))) return whole;
    const [name, value] = pair.split('=', 2);
    if (value !== undefined) return `${mark}${name}=[redacted]`;
    return /%3d/i.test(pair) ? `${mark}[redacted]` : whole;
  });

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
