export const grantTypes = [
  'authorization_code',
  'client_credentials',
  'password',
  'refresh_token',
  'service_jwt',
] as const;
export type GrantType = (typeof grantTypes)[number];

/** The grants that a client may have: the grants of the token endpoint, and the implicit flow. */
export const grantNames = [...grantTypes, 'implicit'] as const;
export type GrantName = (typeof grantNames)[number];
