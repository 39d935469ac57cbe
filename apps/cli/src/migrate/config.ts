import { loadConfig } from '@app/kernel';
import { z } from 'zod';

export const settings = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres, with the role that owns the database and can create roles.'),
  AUTH_DATABASE_PASSWORD: z.string().min(12).describe('Set for the role lp_auth.'),
  API_DATABASE_PASSWORD: z.string().min(12).describe('Set for the role lp_api.'),
  WORKER_DATABASE_PASSWORD: z.string().min(12).describe('Set for the role lp_worker.'),
});

/** @throws ConfigError naming every missing or bad variable */
export const readMigrateConfig = (env: Record<string, string | undefined>) => loadConfig(settings, env);
