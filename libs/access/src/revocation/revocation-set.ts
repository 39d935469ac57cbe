import type { AccessTokenClaims } from '@app/contracts';

/**
 * One row of `auth.revocations`. It names a token, a family or a key, or all tokens up to a number of an account,
 * a client, a portal, or (both set) a client in a portal.
 */
export interface Revocation {
  id: number;
  jti: string | null;
  sid: string | null;
  kid: string | null;
  account_id: number | null;
  client_id: string | null;
  portal_id: number | null;
  /** With an account, client or portal: every token with a `seq` up to this one. */
  seq: number | null;
  expires_at: Date;
}

type Limits = Map<number | string, { seq: number; until: number }>;

/**
 * The revocations that have not expired yet, in memory; checked at every request. Source: contract 3.16.
 */
export class RevocationSet {
  readonly #tokens = new Map<string, number>();
  readonly #families = new Map<string, number>();
  readonly #keys = new Map<string, number>();
  readonly #accounts: Limits = new Map();
  readonly #clients: Limits = new Map();
  readonly #portals: Limits = new Map();
  /** For clients in one portal. */
  readonly #pairs: Limits = new Map();
  readonly #seen = new Map<number, number>();

  /** Adds a row; a known one changes nothing. @returns whether it was new */
  add(row: Revocation): boolean {
    if (this.#seen.has(row.id)) return false;
    const until = row.expires_at.getTime();
    this.#seen.set(row.id, until);
    if (row.jti !== null) this.#tokens.set(row.jti, until);
    if (row.sid !== null) this.#families.set(row.sid, until);
    if (row.kid !== null) this.#keys.set(row.kid, until);
    if (row.seq === null) return true;
    if (row.client_id !== null && row.portal_id !== null) {
      raise(this.#pairs, formatPair(row.client_id, row.portal_id), row.seq, until);
    } else {
      if (row.account_id !== null) raise(this.#accounts, row.account_id, row.seq, until);
      if (row.client_id !== null) raise(this.#clients, row.client_id, row.seq, until);
      if (row.portal_id !== null) raise(this.#portals, row.portal_id, row.seq, until);
    }
    return true;
  }

  /** Accepts rows again under ids that were already seen; what has been revoked stays revoked. */
  forgetIds(): void {
    this.#seen.clear();
  }

  /** Whether the token with these claims, signed by key `kid`, has been revoked. */
  covers(claims: AccessTokenClaims, kid: string): boolean {
    const { seq } = claims;
    return (
      this.#tokens.has(claims.jti) ||
      this.#families.has(claims.sid) ||
      this.#keys.has(kid) ||
      seq <= limit(this.#accounts, claims.user?.id) ||
      seq <= limit(this.#clients, claims.client_id) ||
      seq <= limit(this.#portals, claims.portal_id) ||
      (claims.portal_id !== undefined &&
        seq <= limit(this.#pairs, formatPair(claims.client_id, claims.portal_id)))
    );
  }

  /** Drops rows that no unexpired token can match. */
  prune(now: Date): void {
    const time = now.getTime();
    for (const map of [this.#tokens, this.#families, this.#keys, this.#seen] as Map<unknown, number>[]) {
      for (const [key, until] of map) if (until < time) map.delete(key);
    }
    for (const map of [this.#accounts, this.#clients, this.#portals, this.#pairs]) {
      for (const [key, { until }] of map) if (until < time) map.delete(key);
    }
  }

  get size(): number {
    return this.#seen.size;
  }
}

const formatPair = (clientId: string, portalId: number): string => `${portalId} ${clientId}`;

function raise(limits: Limits, key: number | string, seq: number, until: number): void {
  const existing = limits.get(key);
  limits.set(key, { seq: Math.max(seq, existing?.seq ?? 0), until: Math.max(until, existing?.until ?? 0) });
}

const limit = (limits: Limits, key: number | string | undefined): number =>
  (key === undefined ? undefined : limits.get(key)?.seq) ?? -1;
