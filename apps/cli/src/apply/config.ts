import { loadConfig } from '@app/kernel';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres, with the role that owns the database.'),
});

/** @throws ConfigError naming every missing or invalid variable */
export const readApplyConfig = (env: Record<string, string | undefined>) => loadConfig(schema, env);
