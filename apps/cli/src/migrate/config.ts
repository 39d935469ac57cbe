import { DEFAULT_ROLE_PREFIX, isRolePrefix } from '@app/database';
import { loadConfig } from '@app/kernel';
import { z } from 'zod';

export const settings = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres, with the role that owns the database and can create roles; no superuser needed.')
    .meta({ secret: true }),
  DATABASE_ROLE_PREFIX: z
    .string()
    .refine(isRolePrefix, 'must be lower-case letters, digits and underscores, at most 40')
    .default(DEFAULT_ROLE_PREFIX)
    .describe('What the names of the apps’ database roles begin with; one for each environment of a server.'),
  DATABASE_POOLER_ROLE: z
    .string()
    .optional()
    .describe(
      'The role with which a pooler (PgBouncer) reads password hashes; sets up pooler.secret_of and the settings of the roles behind it.',
    ),
  AUTH_DATABASE_PASSWORD: z.string().min(12).describe('Set for the role lp_auth.').meta({ secret: true }),
  API_DATABASE_PASSWORD: z.string().min(12).describe('Set for the role lp_api.').meta({ secret: true }),
  WORKER_DATABASE_PASSWORD: z.string().min(12).describe('Set for the role lp_worker.').meta({ secret: true }),
  CONSOLE_DATABASE_PASSWORD: z
    .string()
    .min(12)
    .optional()
    .describe('Set for the role lp_console; without it there is no such role.')
    .meta({ secret: true }),
});

/** @throws ConfigError naming every missing or invalid variable */
export const readMigrateConfig = (env: Record<string, string | undefined>) => loadConfig(settings, env);
