import { loadConfig } from '@app/kernel';
import { z } from 'zod';

export const settings = z.object({
  PORT_BASE: z.coerce
    .number()
    .int()
    .min(1024)
    .max(64_000)
    .default(4000)
    .describe(
      'First of the ports: authorization server, then API, worker, mails; +379 Redis, +432 Postgres, +1000 demo partner.',
    ),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'Your Postgres instead of the embedded one; the role must own the database and be able to create roles.',
    ),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('Your Redis instead of the embedded one.'),
  DATA_DIR: z.string().default('.data').describe('Folder for all data.'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
});

export interface StartConfig {
  host: string;
  logLevel: string;
  dataDir: string;
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  ports: Record<
    'auth' | 'api' | 'worker' | 'mails' | 'internal' | 'smtp' | 'redis' | 'postgres' | 'partner',
    number
  >;
}

/** @throws ConfigError naming every bad variable */
export function readStartConfig(env: Record<string, string | undefined>): StartConfig {
  const { PORT_BASE: base, HOST, LOG_LEVEL, DATA_DIR, DATABASE_URL, REDIS_URL } = loadConfig(settings, env);
  return {
    host: HOST,
    logLevel: LOG_LEVEL,
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    ports: {
      auth: base,
      api: base + 1,
      worker: base + 2,
      mails: base + 3,
      internal: base + 10,
      smtp: base + 25,
      redis: base + 379,
      postgres: base + 432,
      partner: base + 1000,
    },
  };
}
