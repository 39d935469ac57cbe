import { loadConfig } from '@app/kernel';
import { z } from 'zod';

const settings = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres, with a role that may replicate and write files of the server.'),
});

/** @throws ConfigError naming every missing or invalid variable */
export const readBackupConfig = (env: Record<string, string | undefined>) => loadConfig(settings, env);
