/** Nest injection token of the {@link AccessSettings}. */
export const ACCESS_SETTINGS = Symbol('AccessSettings');

export interface AccessSettings {
  /** `iss` of the tokens: the authorization server's public address. */
  issuer: string;
  /** `aud` that must be among the token's. */
  audience: string;
  /** Where the key set is fetched. */
  jwksUrl: string;
}
