import { DEFAULT_ROLE_PREFIX, isRolePrefix } from '@app/database';
import { loadConfig } from '@app/kernel';
import { z } from 'zod';

export const settings = z.object({
  PORT_BASE: z.coerce
    .number()
    .int()
    .min(1024)
    .max(64_000)
    .refine((base) => findBlockedPort(base) === undefined, {
      error: ({ input }) =>
        `moves a port to ${findBlockedPort(Number(input))}, which browsers block; 7000 works`,
    })
    .default(4000)
    .describe(
      'First of the ports: authorization server, then API, worker, mails, console, media. Then +20 to +23 the metrics of the servers, +379 Redis, +432 Postgres, +1000 demo partner, +1001 `npm run listen`.',
    ),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'Your Postgres instead of the embedded one; the role must own the database and be able to create roles.',
    ),
  DATABASE_ROLE_PREFIX: z
    .string()
    .refine(isRolePrefix, 'must be lower-case letters, digits and underscores, at most 40')
    .default(DEFAULT_ROLE_PREFIX)
    .describe('What the names of the database roles begin with, where several stacks share your Postgres.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('Your Redis instead of the embedded one.'),
  DATA_DIR: z.string().default('.data').describe('Folder for all data.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('warn')
    .describe('`info` shows every request.'),
});

export interface StartConfig {
  host: string;
  logLevel: string;
  dataDir: string;
  databaseUrl: string | undefined;
  rolePrefix: string;
  redisUrl: string | undefined;
  ports: ReturnType<typeof listPorts>;
}

const listPorts = (base: number) => ({
  auth: base,
  api: base + 1,
  worker: base + 2,
  mails: base + 3,
  console: base + 4,
  media: base + 5,
  internal: base + 10,
  authMetrics: base + 20,
  apiMetrics: base + 21,
  workerMetrics: base + 22,
  consoleMetrics: base + 23,
  smtp: base + 25,
  redis: base + 379,
  postgres: base + 432,
  partner: base + 1000,
  listen: base + 1001,
});

/** Ports from 1024 on that browsers refuse to open. Source: Fetch Standard, "port blocking". */
const blockedPorts: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** A port that people open in a browser, and that browsers block. */
function findBlockedPort(base: number): number | undefined {
  const { auth, api, worker, mails, console, media, partner } = listPorts(base);
  return [auth, api, worker, mails, console, media, partner].find((port) => blockedPorts.has(port));
}

/** @throws ConfigError naming every invalid variable */
export function readStartConfig(env: Record<string, string | undefined>): StartConfig {
  const config = loadConfig(settings, env);
  const { HOST, LOG_LEVEL, DATA_DIR, DATABASE_URL, REDIS_URL } = config;
  return {
    host: HOST,
    logLevel: LOG_LEVEL,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    rolePrefix: config.DATABASE_ROLE_PREFIX,
    redisUrl: REDIS_URL,
    ports: listPorts(config.PORT_BASE),
  };
}
