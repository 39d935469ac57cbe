import {
  administers,
  seesDrafts,
  type AccessTokenClaims,
  type Role,
  type Scope,
  type SeesDrafts,
} from '@app/contracts';

/** The caller, as described by the verified access token. */
export class Actor {
  readonly clientId: string;
  readonly scopes: ReadonlySet<string>;
  readonly roles: readonly Role[];
  readonly isAdministrator: boolean;
  /** Whether the token acts for an application outside any portal. */
  readonly isUnbound: boolean;

  constructor(readonly claims: AccessTokenClaims) {
    this.clientId = claims.client_id;
    this.scopes = new Set(claims.scopes);
    this.roles = (claims.roles ?? []) as Role[];
    this.isAdministrator = administers(this.roles);
    this.isUnbound = claims.portal_id === undefined;
  }

  /** The token's portal. On a route that needs one, the guard refuses tokens without it. */
  get portalId(): number {
    return required(this.claims.portal_id);
  }

  /** Account id of the token's subject: a person's, or a bound application's service account. */
  get accountId(): number {
    return required(this.claims.user?.id);
  }

  /** Whether the caller may see the portal's drafts. */
  get seesDrafts(): SeesDrafts {
    return seesDrafts(this);
  }

  has(role: Role): boolean {
    return this.roles.includes(role);
  }

  may(scope: Scope): boolean {
    return this.scopes.has(scope);
  }
}

function required(value: number | undefined): number {
  if (value === undefined) throw new Error('a token outside any portal reached a route of a portal');
  return value;
}
