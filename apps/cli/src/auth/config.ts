import { loadConfig, setting } from '@app/kernel';
import { z } from 'zod';

export const settings = z.object({
  SECRETS_KEY: setting.sealingKey.describe('Seals signing keys, as in the authorization server.'),
  OTHER_SECRETS_KEYS: setting.otherSealingKeys,
  SIGNING_ALG: z.enum(['ES256', 'RS256']).default('ES256'),
  PORTAL_ORIGIN: z.string().default('https://{portal}').describe('As in the authorization server.'),
});

/** The origin of portals, with {portal} for the host name. */
export const readPortalOrigin = (env: Record<string, string | undefined>): string =>
  loadConfig(settings.pick({ PORTAL_ORIGIN: true }), env).PORTAL_ORIGIN;
/** @throws ConfigError naming every missing or invalid variable */
export const readKeysConfig = (env: Record<string, string | undefined>) =>
  loadConfig(settings.omit({ PORTAL_ORIGIN: true }), env);
