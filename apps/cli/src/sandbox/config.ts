import { loadConfig, setting } from '@app/kernel';
import { z } from 'zod';
import { commandDatabase } from '../with-database.js';

export const settings = commandDatabase.extend({
  SECRETS_KEY: setting.sealingKey.describe('The same key as the servers use.'),
  OTHER_SECRETS_KEYS: setting.otherSealingKeys,
  PORTAL_DOMAIN: z.string().default('learning.localhost').describe('Portals are its first-level subdomains.'),
});

/** @throws ConfigError naming every missing or invalid variable */
export const readSandboxConfig = (env: Record<string, string | undefined>) => loadConfig(settings, env);
