import { z } from 'zod';

/**
 * Nest injection token of all settings of the app, as they were read from its environment. Whoever injects them declares
 * the part that it reads; the module of each app holds by type that its settings have the parts of the libs.
 */
// eslint-disable-next-line no-restricted-syntax -- this is the one
export const SETTINGS = Symbol('Settings');

/** A configuration that cannot be used; the message names every missing or bad variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/**
 * Reads settings from environment variables; an empty variable counts as missing.
 * @throws ConfigError naming every missing or bad variable, never its value.
 */
export function loadConfig<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): z.output<S> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${given[name] === undefined ? 'is missing' : issue.message}`;
  });
  throw new ConfigError(`The configuration cannot be used:\n${[...new Set(lines)].join('\n')}`);
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

const publicUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !text.endsWith('/'), 'must not end with a slash')
  .describe('Public address without a trailing slash; nothing is ever taken from the Host header.');

/** Kinds of settings that several apps share. */
export const setting = {
  port: z.coerce.number().int().min(0).max(65535),
  switch: z.enum(['on', 'off']).transform((value) => value === 'on'),
  list,
  publicUrl,
  seconds: z.coerce.number().positive(),
  databaseWaitMs: z.coerce
    .number()
    .int()
    .min(100)
    .max(25_000)
    .default(2_000)
    .describe(
      'Milliseconds that a request waits for a free connection, and a statement for somebody else’s lock; then 503.',
    ),
  sealingKey: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64'),
};

/** Settings that every server has. */
export const serverSettings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe('Postgres, with the role of this app.'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(20).describe('Postgres connections.'),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).describe('Redis, with maxmemory-policy noeviction.'),
  REDIS_PREFIX: z.string().default('lp').describe('Key prefix of this environment.'),
  AUTH_PUBLIC_URL: setting.publicUrl.describe('Public address of the authorization server: the issuer.'),
  API_PUBLIC_URL: setting.publicUrl.describe('Public address of the resource API.'),
  PORTAL_DOMAIN: z.string().default('learning.localhost').describe('Portals are its first-level subdomains.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
  TRUSTED_PROXIES: setting.list
    .default([])
    .describe('Addresses or networks whose X-Forwarded-For is trusted, comma-separated.'),
});
export type ServerSettings = z.output<typeof serverSettings>;
