import { loadConfig } from '@app/kernel';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres, with the role of the resource API or of the owner.'),
});

/** @throws ConfigError naming every missing or invalid variable */
export const readCatalogConfig = (env: Record<string, string | undefined>) => loadConfig(schema, env);
