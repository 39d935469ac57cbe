import type { ServerSettings } from '@app/kernel';

/** What of an app's settings says whose tokens are good. */
export interface AccessSettings extends Pick<ServerSettings, 'AUTH_PUBLIC_URL'> {
  /** Where the key set is fetched; the authorization server's public address unless told. */
  JWKS_URL?: string | undefined;
}

/** Nest injection token of the `aud` that must be among a token's: the public address of this server. */
export const AUDIENCE = Symbol('Audience');
