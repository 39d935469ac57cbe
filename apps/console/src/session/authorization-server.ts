import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, Unavailable } from '@app/kernel';
import * as openid from 'openid-client';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../config.js';

/** Seconds to wait for an answer of the authorization server. */
const TIMEOUT_SECONDS = 10;
/** Milliseconds after which an exchange whose answer was lost can be repeated: 250, and a margin (contract 3.15). */
const REPEATABLE_AFTER_MS = 300;

/** The tokens of a session, which are stored sealed. */
export interface Tokens {
  access: string;
  refresh: string;
  /** The ID token: identifies the session to end when signing out at the authorization server. */
  id: string;
}

/** Tokens and their contents. */
export interface GrantedTokens {
  tokens: Tokens;
  scopes: string[];
  /** Seconds until the access token expires. */
  accessSeconds: number;
}

/** A person who has just signed in. */
export interface SignedInPerson extends GrantedTokens {
  accountId: number;
  portalId: number;
  portalName: string;
  name: string;
  /** When the person entered their password. */
  authTime: Date;
}

/** Values that are compared with the callback of a sign-in. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The authorization server refuses: the grant has ended, or the person declined. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused';
}

/** A client of the authorization server, by OpenID Connect. */
@Injectable()
export class AuthorizationServer {
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Creates the URL at which a sign-in begins.
   * @param more additional parameters
   * @throws Unavailable when the server does not answer
   */
  async beginSignIn(more: Record<string, string>): Promise<{ location: string; checks: SignInChecks }> {
    const configuration = await this.#discover();
    const checks = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const location = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: `${this.settings.CONSOLE_PUBLIC_URL}/bff/callback`,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...more,
    });
    return { location: location.href, checks };
  }

  /**
   * Exchanges the code of a sign-in.
   * @param url of the callback, path and query
   * @param maxAgeSeconds maximum age of the login, if requested
   * @throws GrantRefused if the person declined, or a check fails; Unavailable without an answer
   */
  async finishSignIn(url: string, checks: SignInChecks, maxAgeSeconds?: number): Promise<SignedInPerson> {
    const configuration = await this.#discover();
    const answer = await mapErrors(() =>
      openid.authorizationCodeGrant(configuration, new URL(this.settings.CONSOLE_PUBLIC_URL + url), {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
        ...(maxAgeSeconds !== undefined && { maxAge: maxAgeSeconds }),
      }),
    );
    const claims = answer.claims() as openid.IDToken & Partial<Record<'name' | 'portal_name', string>>;
    if (claims['portal_id'] === undefined) throw new GrantRefused('the sign-in is for no portal');
    return {
      ...readGrant(answer),
      accountId: Number(claims.sub),
      portalId: Number(claims['portal_id']),
      portalName: claims.portal_name ?? '',
      name: claims.name ?? '',
      authTime: new Date((claims.auth_time ?? claims.iat) * 1000),
    };
  }

  /**
   * Tries twice: the first refusal may be a lost race with a console that was killed before it stored its tokens.
   * @throws GrantRefused if the grant has ended; Unavailable without an answer
   */
  async refresh(tokens: Tokens): Promise<GrantedTokens> {
    const configuration = await this.#discover();
    const exchange = () => mapErrors(() => openid.refreshTokenGrant(configuration, tokens.refresh));
    const answer = await exchange().catch(async (error: unknown) => {
      if (!(error instanceof GrantRefused)) throw error;
      await pause(REPEATABLE_AFTER_MS);
      return exchange();
    });
    return readGrant(answer, tokens);
  }

  /** Revokes the grant with all its tokens. @throws GrantRefused if it is another client's; Unavailable without an answer */
  async revoke({ refresh }: Tokens): Promise<void> {
    const configuration = await this.#discover();
    await mapErrors(
      () => openid.tokenRevocation(configuration, refresh),
      [...grantErrors, 'unauthorized_client'],
    );
  }

  /** The URL at which the browser signs out at the authorization server; it returns to our page. */
  async signOutAddress(idToken: string): Promise<string> {
    return openid.buildEndSessionUrl(await this.#discover(), {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${this.settings.CONSOLE_PUBLIC_URL}/`,
    }).href;
  }

  /** Reads the server's metadata once; again after a failure. */
  #discover(): Promise<openid.Configuration> {
    this.#configuration ??= mapErrors(() => this.#readMetadata()).catch((error: unknown) => {
      this.#configuration = undefined;
      throw error;
    });
    return this.#configuration;
  }

  async #readMetadata(): Promise<openid.Configuration> {
    const { AUTH_PUBLIC_URL: issuer, AUTH_URL: place = issuer } = this.settings;
    const isOpen = [issuer, place].some((url) => url.startsWith('http:'));
    return openid.discovery(
      new URL(issuer),
      this.settings.CONSOLE_CLIENT_ID,
      undefined,
      openid.ClientSecretBasic(this.settings.CONSOLE_CLIENT_SECRET),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [openid.enableNonRepudiationChecks, ...(isOpen ? [openid.allowInsecureRequests] : [])],
        // inside a cluster the server has another address than the one that its metadata names
        [openid.customFetch]: (url, options) =>
          fetch(
            url.startsWith(`${issuer}/`) ? place + url.slice(issuer.length) : url,
            options as RequestInit,
          ),
      },
    );
  }
}

const readGrant = (answer: openid.TokenEndpointResponse, before?: Tokens): GrantedTokens => ({
  tokens: {
    access: answer.access_token,
    refresh: answer.refresh_token ?? before?.refresh ?? '',
    id: answer.id_token ?? before?.id ?? '',
  },
  scopes: (answer.scope ?? '').split(' ').filter(Boolean),
  accessSeconds: answer.expires_in ?? 0,
});

/** Error codes about the grant, not about this server or the other one. */
const grantErrors: readonly string[] = ['invalid_grant', 'access_denied'];

/**
 * @param refusals error codes about the grant
 * @throws GrantRefused or Unavailable, whatever the library throws
 */
async function mapErrors<T>(work: () => Promise<T>, refusals = grantErrors): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof openid.ResponseBodyError && !refusals.includes(error.error))
      throw new Unavailable('The authorization server does not accept this server.', 5, error);
    const isRefused =
      error instanceof openid.ResponseBodyError ||
      error instanceof openid.AuthorizationResponseError ||
      (error instanceof openid.ClientError && isMismatch(error));
    if (isRefused) throw new GrantRefused('the authorization server refuses', { cause: error });
    throw new Unavailable('The authorization server does not answer.', 5, error);
  }
}

/** Whether an answer does not match the request. */
const isMismatch = ({ code }: openid.ClientError): boolean =>
  code === 'OAUTH_INVALID_RESPONSE' || code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
