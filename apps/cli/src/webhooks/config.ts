import { loadConfig } from '@app/kernel';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres, with the role of the worker, the resource API or the owner.'),
});

/** @throws ConfigError naming every missing or invalid variable */
export const readWebhooksConfig = (env: Record<string, string | undefined>) => loadConfig(schema, env);
