import { oauthErrorOf } from './errors.js';
import type { components } from './generated/auth-server.js';

export type TokenResponse = components['schemas']['TokenResponse'];

/** Where requests get their access token. */
export interface TokenSource {
  /** A token that is not known to have ended. @throws OAuthError if none can be obtained */
  token(): Promise<string>;
  /** Called with a token that was refused: the next {@link token} is another one. */
  refused(token: string): void;
}

export interface TokenOptions {
  /** Address of the authorization server, such as `https://auth.learning.example`. */
  authorizationServer: string;
  clientId: string;
  /** Absent for clients without one. */
  clientSecret?: string;
  /** For tests, proxies and the like; the platform's own by default. */
  fetch?: typeof fetch;
  /** Milliseconds since 1970; the system's clock by default. */
  now?: () => number;
}

/** A token is renewed this long before it ends, in milliseconds. */
const EARLY_MS = 60_000;
const WAIT_TIMEOUT_MS = 30_000;

/** One exchange at a time; callers that need a token meanwhile wait for it. */
class CachedToken implements TokenSource {
  #current: { token: string; until: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(
    private readonly exchange: () => Promise<TokenResponse>,
    private readonly now: () => number,
    first?: { token: string; until: number },
  ) {
    this.#current = first;
  }

  token(): Promise<string> {
    if (this.#current && this.now() < this.#current.until - EARLY_MS)
      return Promise.resolve(this.#current.token);
    this.#pending ??= this.#renew().finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  refused(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #renew(): Promise<string> {
    const { access_token: token, expires_in: seconds } = await this.exchange();
    this.#current = { token, until: this.now() + seconds * 1000 };
    return token;
  }
}

async function exchange(options: TokenOptions, form: Record<string, string>): Promise<TokenResponse> {
  const { authorizationServer, clientId, clientSecret, fetch: send = fetch } = options;
  const body = new URLSearchParams({
    ...form,
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
  });
  const address = `${authorizationServer.replace(/\/$/, '')}/oauth/token`;
  const response = await send(address, {
    method: 'POST',
    body,
    redirect: 'error', // credentials go where they were meant to go
    signal: AbortSignal.timeout(WAIT_TIMEOUT_MS),
  });
  if (!response.ok) throw await oauthErrorOf(response);
  return (await response.json()) as TokenResponse;
}

/**
 * Tokens of the application itself (RFC 6749 4.4): what a server needs that works for one portal.
 * @param options `scope`: separated by spaces; all of the client's by default
 */
export function clientCredentials(options: TokenOptions & { scope?: string }): TokenSource {
  const { scope, now = Date.now } = options;
  const form = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) };
  return new CachedToken(() => exchange(options, form), now);
}

export interface RefreshOptions extends TokenOptions {
  refreshToken: string;
  /** The access token that came with it, with the time at which it ends, in milliseconds since 1970. */
  accessToken?: { token: string; until: number };
  /**
   * Keeps the new refresh token: called, and waited for, before the new access token is used. A refresh token works
   * once, and one that is lost cannot be had again.
   */
  save: (tokens: TokenResponse) => Promise<void> | void;
}

/** Tokens of a person (RFC 6749 6). Refresh in one place only: a second exchange of one token ends the login. */
export function refreshTokens(options: RefreshOptions): TokenSource {
  const { save, now = Date.now } = options;
  let refreshToken = options.refreshToken;
  const renew = async (): Promise<TokenResponse> => {
    const tokens = await exchange(options, { grant_type: 'refresh_token', refresh_token: refreshToken });
    refreshToken = tokens.refresh_token ?? refreshToken;
    await save(tokens);
    return tokens;
  };
  return new CachedToken(renew, now, options.accessToken);
}

/** One token that the caller renews. */
export const fixedToken = (token: string): TokenSource => ({
  token: () => Promise.resolve(token),
  refused: () => undefined,
});
