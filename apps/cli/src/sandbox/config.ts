import { loadConfig, setting } from '@app/kernel';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .describe('Postgres, with the role that owns the database.'),
  SECRETS_KEY: setting.sealingKey.describe('That of the servers.'),
  OTHER_SECRETS_KEYS: setting.otherSealingKeys,
  PORTAL_DOMAIN: z.string().default('learning.localhost').describe('Portals are its first-level subdomains.'),
});

/** @throws ConfigError naming every missing or invalid variable */
export const readSandboxConfig = (env: Record<string, string | undefined>) => loadConfig(schema, env);
