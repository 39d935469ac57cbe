import type { AccessTokenClaims } from '@app/contracts';

/**
 * One row of `auth.revocations`. It names a token, a family or a key; or all tokens up to a number, of an account, a
 * client, a portal, or (both set) a client in a portal.
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

/** The highest revoked number, and until when the revocation is kept. */
type Limits = Map<number | string, { seq: number; until: number }>;

/** All unexpired revocations, in memory; checked at every request. Source: contract 3.16. */
export class RevocationSet {
  // the second in which each expires
  readonly #tokens = new Map<string, number>();
  readonly #families = new Map<string, number>();
  readonly #keys = new Map<string, number>();
  readonly #accounts: Limits = new Map();
  readonly #clients: Limits = new Map();
  readonly #portals: Limits = new Map();
  /** The clients in one portal. */
  readonly #pairs: Limits = new Map();

  /**
   * Adds a row.
   * @returns whether it revokes more than before, or for longer
   */
  add(row: Revocation): boolean {
    const until = toSeconds(row.expires_at);
    if (row.jti !== null) return prolong(this.#tokens, row.jti, until);
    if (row.sid !== null) return prolong(this.#families, row.sid, until);
    if (row.kid !== null) return prolong(this.#keys, row.kid, until);
    if (row.seq === null) return false;
    if (row.client_id !== null && row.portal_id !== null)
      return raise(this.#pairs, formatPair(row.client_id, row.portal_id), row.seq, until);
    if (row.account_id !== null) return raise(this.#accounts, row.account_id, row.seq, until);
    if (row.client_id !== null) return raise(this.#clients, row.client_id, row.seq, until);
    return row.portal_id !== null && raise(this.#portals, row.portal_id, row.seq, until);
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
    const time = now.getTime() / 1000;
    for (const map of [this.#tokens, this.#families, this.#keys]) {
      for (const [key, until] of map) if (until < time) map.delete(key);
    }
    for (const map of [this.#accounts, this.#clients, this.#portals, this.#pairs]) {
      for (const [key, { until }] of map) if (until < time) map.delete(key);
    }
  }

  /** Number of revoked tokens, families, keys, accounts, clients, portals and clients in a portal. */
  get size(): number {
    const lists = [this.#tokens, this.#families, this.#keys];
    const limits = [this.#accounts, this.#clients, this.#portals, this.#pairs];
    return [...lists, ...limits].reduce((sum, { size }) => sum + size, 0);
  }
}

/** In seconds, because V8 keeps an integer below 2^31 in the map itself, and milliseconds in 16 further bytes. */
const toSeconds = (time: Date): number => Math.ceil(time.getTime() / 1000);

const formatPair = (clientId: string, portalId: number): string => `${portalId} ${clientId}`;

function prolong(list: Map<string, number>, key: string, until: number): boolean {
  if (until <= (list.get(key) ?? 0)) return false;
  list.set(key, until);
  return true;
}

function raise(limits: Limits, key: number | string, seq: number, until: number): boolean {
  const existing = limits.get(key);
  if (existing && seq <= existing.seq && until <= existing.until) return false;
  limits.set(key, { seq: Math.max(seq, existing?.seq ?? 0), until: Math.max(until, existing?.until ?? 0) });
  return true;
}

const limit = (limits: Limits, key: number | string | undefined): number =>
  (key === undefined ? undefined : limits.get(key)?.seq) ?? -1;
