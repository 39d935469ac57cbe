import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import { isProduction, readEnvironment, type Environment } from './environment.js';

/**
 * Nest injection token of all settings of the app, as read from its environment. Each user declares the part that it
 * needs; the type of each app's module ensures that its settings include the libs' parts.
 */
// oxlint-disable-next-line syntax/restricted -- this is the one
export const SETTINGS = Symbol('Settings');

/** An unusable configuration; the message names every missing or invalid variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';

  /** @param settings the faults, by the name of the variable, if they concern variables */
  constructor(
    message: string,
    readonly settings?: Readonly<Record<string, string>>,
  ) {
    super(message);
  }
}

/**
 * Reads settings from environment variables and the files that `<NAME>_FILE` names ({@link readEnvironment}).
 * @param options.strict whether a variable whose name is almost that of a setting is refused too; for servers
 * @throws ConfigError naming every missing or bad variable, never its value.
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  env: Environment,
  { strict = false }: { strict?: boolean } = {},
): z.output<S> {
  const { values, faults } = readEnvironment(env, Object.keys(schema.shape), strict);
  const result = schema.safeParse(values);
  for (const issue of result.error?.issues ?? []) {
    // a member of a list is not a setting
    const name = String(issue.path[0]);
    const isFaulty = name in faults || `${name}_FILE` in faults;
    if (!isFaulty)
      faults[name] = values[name] === undefined ? 'is missing' : fault(values[name], issue.message);
  }
  if (strict && isProduction(env)) refuseInProduction(Object.keys(schema.shape), values, faults);
  if (result.success && Object.keys(faults).length === 0) return result.data;
  const lines = Object.entries(faults).map(([name, message]) => `  ${name}: ${message}`);
  throw new ConfigError(`The configuration cannot be used:\n${lines.join('\n')}`, faults);
}

/** Their defaults are only for development: in production, portals and mails would have an invalid domain. */
const REQUIRED_IN_PRODUCTION = ['PORTAL_DOMAIN', 'MAIL_FROM'];
/** URLs over which tokens and passwords are sent. */
const ENCRYPTED_IN_PRODUCTION = ['AUTH_PUBLIC_URL', 'API_PUBLIC_URL', 'CONSOLE_PUBLIC_URL'];
const onThisMachine = /^http:\/\/(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** Adds to `faults` the settings that only development may omit or leave unencrypted. */
function refuseInProduction(
  names: readonly string[],
  values: Readonly<Record<string, string>>,
  faults: Record<string, string>,
): void {
  for (const name of names) {
    const value = values[name];
    if (REQUIRED_IN_PRODUCTION.includes(name) && value === undefined) faults[name] ??= 'is missing';
    const isOpen = value?.startsWith('http://') === true && !onThisMachine.test(value);
    if (ENCRYPTED_IN_PRODUCTION.includes(name) && isOpen)
      faults[name] ??= 'must begin with https:// in production';
  }
}

/** Kubernetes sets `<SERVICE>_PORT` for each Service of the namespace. */
const fault = (value: string, message: string): string =>
  value.startsWith('tcp://')
    ? `${message} (Kubernetes set it for a Service of this name: use enableServiceLinks: false)`
    : message;

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** name=value, name=value; percent-encoded, in the format of OpenTelemetry. */
const pairs = z.string().transform((text, context) => {
  try {
    const each = text.split(',').map((pair) => /^\s*([\w.-]+)\s*=\s*(.*?)\s*$/.exec(pair)!);
    return Object.fromEntries(each.map(([, name, value]) => [name!, decodeURIComponent(value!)]));
  } catch {
    context.addIssue({ code: 'custom', message: 'must look like name=value,name=value' });
    return z.NEVER;
  }
});

/** Such as 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIPv4(address) ? 32 : 128;
  return (
    isIP(address) !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
  );
}

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !text.endsWith('/'), 'must not end with a slash');

/** The servers' pages, cookies and metadata are at the root of their host. */
const publicUrl = baseUrl
  .refine(isOriginOnly, 'must have neither a path nor a query, because each server needs its own host')
  .describe('Public address without a trailing slash; nothing is ever taken from the Host header.');

function isOriginOnly(text: string): boolean {
  if (!URL.canParse(text)) return true; // refused already
  const { origin, href } = new URL(text);
  return href === `${origin}/`;
}

const sealingKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
  .meta({ secret: true });

/**
 * Kinds of settings that several apps share. One with the meta `secret` must not be in a ConfigMap, because its value,
 * or a password within it, is secret.
 */
export const setting = {
  port: z.coerce.number().int().min(0).max(65535),
  switch: z.enum(['on', 'off']).transform((value) => value === 'on'),
  list,
  baseUrl,
  publicUrl,
  /** The origin of portals; {portal} is replaced by a portal’s host name. */
  portalOrigin: z
    .string()
    .regex(/^https?:\/\/\{portal\}(:\d+)?$/, 'must look like https://{portal}')
    .default('https://{portal}'),
  /** At least one. */
  count: z.coerce.number().int().min(1),
  seconds: z.coerce.number().positive(),
  databaseWaitMs: z.coerce
    .number()
    .int()
    .min(100)
    .max(25_000)
    .default(2_000)
    .describe(
      'Milliseconds that a request waits for a free connection, and a statement for another transaction’s lock; then 503.',
    ),
  sealingKey,
  /** For {@link SecretsKeys}. */
  otherSealingKeys: list
    .pipe(z.array(sealingKey).max(8))
    .default([])
    .describe(
      'Keys besides SECRETS_KEY that still open sealed values, comma-separated: the next one before a rotation, the previous one after it.',
    )
    .meta({ secret: true }),
};

export const serverSettings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres, with the role of this app.')
    .meta({ secret: true }),
  DATABASE_POOL_SIZE: setting.count.max(500).default(20).describe('Postgres connections.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .describe('Redis, with maxmemory-policy noeviction.')
    .meta({ secret: true }),
  REDIS_PREFIX: z.string().default('lp').describe('Key prefix of this environment.'),
  REDIS_SENTINELS: list
    .pipe(
      z.array(
        z.string().regex(/^(\[[\da-fA-F:.]+\]|[^\s:]+)(:\d{1,5})?$/, 'must be host:port, comma-separated'),
      ),
    )
    .default([])
    .describe(
      'Sentinels that know where Redis is, as host:port, comma-separated; the host in REDIS_URL is then the name of their master.',
    ),
  REDIS_SENTINEL_PASSWORD: z
    .string()
    .optional()
    .describe('Password of the sentinels, if they have one.')
    .meta({ secret: true }),
  AUTH_PUBLIC_URL: setting.publicUrl.describe('Public address of the authorization server: the issuer.'),
  API_PUBLIC_URL: setting.publicUrl.describe('Public address of the resource API.'),
  CONSOLE_PUBLIC_URL: setting.publicUrl
    .optional()
    .describe(
      'Public address of the web console, where there is one: no portal and no webhook may have its host.',
    ),
  PORTAL_DOMAIN: z.string().default('learning.localhost').describe('Portals are its first-level subdomains.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).default('json'),
  BUILD_COMMIT: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .default('unknown')
    .describe('The commit that this was built from, as metrics and traces show it; the image sets it.'),
  METRICS_PORT: setting.port
    .default(9464)
    .describe('Metrics in Prometheus’ format, at /metrics; for the monitoring only.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'HTTP address of the OTLP receiver for traces, without /v1/traces. By default no traces are recorded.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .default({})
    .describe('Headers for that receiver, such as its key: name=value,name=value.')
    .meta({ secret: true }),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ])
    .default('parentbased_traceidratio')
    .describe('Which traces are recorded; with `parentbased_` whole ones.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('Share of requests whose trace is recorded, from 0 to 1; callers cannot change it.'),
  OTEL_SERVICE_NAME: z.string().optional().describe('Name in traces; by default that of the server.'),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .default({})
    .describe('Further resource attributes of traces: name=value,name=value.'),
  TRUSTED_PROXIES: setting.list
    .refine((all) => all.every(isNetwork), 'must be addresses or networks, comma-separated')
    .default([])
    .describe('Addresses or networks whose X-Forwarded-For is trusted, comma-separated.'),
});
export type ServerSettings = z.output<typeof serverSettings>;
/** The settings of a server that uses no Redis and serves no portal. */
export type CommonSettings = Omit<
  ServerSettings,
  'REDIS_URL' | 'REDIS_PREFIX' | 'REDIS_SENTINELS' | 'REDIS_SENTINEL_PASSWORD' | 'PORTAL_DOMAIN'
>;
