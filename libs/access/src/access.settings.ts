import type { ServerSettings } from '@app/kernel';

/** The settings of an app that determine which tokens it accepts. */
export interface AccessSettings extends Pick<ServerSettings, 'AUTH_PUBLIC_URL'> {
  /** The URL of the key set; default: the authorization server's public URL. */
  JWKS_URL?: string | undefined;
}

/** Injection token of the `aud` that a token must contain: the public URL of this server. */
export const AUDIENCE = Symbol('Audience');
