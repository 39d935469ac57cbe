import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, Unavailable } from '@app/kernel';
import * as openid from 'openid-client';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../config.js';

/** Seconds that the authorization server has for an answer. */
const TIMEOUT_SECONDS = 10;
/** Milliseconds after which an exchange whose answer was lost can be repeated: 250, and a margin (contract 3.15). */
const REPEATABLE_AFTER_MS = 300;

/** The tokens that a session keeps, sealed. */
export interface Tokens {
  access: string;
  refresh: string;
  /** Tells the authorization server whose session a sign-out ends. */
  id: string;
}

/** Tokens, and what they say. */
export interface GrantedTokens {
  tokens: Tokens;
  scopes: string[];
  /** Seconds until the access token expires. */
  accessSeconds: number;
}

/** Somebody who has just signed in. */
export interface SignedInPerson extends GrantedTokens {
  accountId: number;
  portalId: number;
  portalName: string;
  name: string;
  /** When the person entered their password. */
  authTime: Date;
}

/** The values that a sign-in has to come back with. */
export interface SignInChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The authorization server refuses: the grant is over, or the person said no. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused';
}

/** The authorization server, as OpenID Connect describes it to any application. */
@Injectable()
export class AuthorizationServer {
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /**
   * Where a sign-in begins.
   * @param more parameters besides those of every sign-in
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
   * Exchanges what a sign-in came back with.
   * @param url of the request, path and query
   * @param maxAgeSeconds how old the login may be, if it was asked for
   * @throws GrantRefused when the person said no, or something does not match; Unavailable when there is no answer
   */
  async finishSignIn(url: string, checks: SignInChecks, maxAgeSeconds?: number): Promise<SignedInPerson> {
    const configuration = await this.#discover();
    const answer = await usable(() =>
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
   * @throws GrantRefused when the grant is over; Unavailable when there is no answer
   */
  async refresh(tokens: Tokens): Promise<GrantedTokens> {
    const configuration = await this.#discover();
    const exchange = () => usable(() => openid.refreshTokenGrant(configuration, tokens.refresh));
    const answer = await exchange().catch(async (error: unknown) => {
      if (!(error instanceof GrantRefused)) throw error;
      await pause(REPEATABLE_AFTER_MS);
      return exchange();
    });
    return readGrant(answer, tokens);
  }

  /** Ends the grant with all its tokens. @throws GrantRefused when it is another client's; Unavailable when there is no answer */
  async revoke({ refresh }: Tokens): Promise<void> {
    const configuration = await this.#discover();
    await usable(
      () => openid.tokenRevocation(configuration, refresh),
      [...ofTheGrant, 'unauthorized_client'],
    );
  }

  /** Where the browser goes to sign out there too; it comes back to our page. */
  async signOutAddress(idToken: string): Promise<string> {
    return openid.buildEndSessionUrl(await this.#discover(), {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${this.settings.CONSOLE_PUBLIC_URL}/`,
    }).href;
  }

  /** Asks once what there is; again after a failure. */
  #discover(): Promise<openid.Configuration> {
    this.#configuration ??= usable(() => this.#readMetadata()).catch((error: unknown) => {
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

/** Refusals that say something about the grant, not about this server or the other one. */
const ofTheGrant: readonly string[] = ['invalid_grant', 'access_denied'];

/**
 * @param refusals codes of errors that say something about the grant
 * @throws GrantRefused or Unavailable, whatever the library throws
 */
async function usable<T>(work: () => Promise<T>, refusals = ofTheGrant): Promise<T> {
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

/** An answer that is not the one to our question, rather than none. */
const isMismatch = ({ code }: openid.ClientError): boolean =>
  code === 'OAUTH_INVALID_RESPONSE' || code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED';
