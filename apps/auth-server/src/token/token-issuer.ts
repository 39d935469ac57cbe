import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, type AccessTokenClaims, type Scope } from '@app/contracts';
import { type Reader } from '@app/database';
import { CLOCK, unixSeconds, utcDay, SETTINGS, type Clock } from '@app/kernel';
import { SignJWT } from 'jose';
import { randomBytes } from 'node:crypto';
import type { Settings } from '../config.js';
import { KeyRing } from '../public-key/index.js';
import { AccessTokenQueries, type DrawnToken } from './access-token.queries.js';
import { narrowToClient, narrowToRoles } from './scope-narrowing.js';

/** Seconds by which `nbf` is before `iat`, for verifiers with slow clocks. */
const SLOW_CLOCK_SECONDS = 30;

/** The subject for which a token is issued. */
export type Subject = { portalId: number; accountId: number } | 'application';

export interface Issued {
  accessToken: string;
  jti: string;
  scopes: Scope[];
  /** The subject as it was when the token was drawn. */
  subject: DrawnToken;
}

/** A fresh grant family id: the `sid` of its tokens. */
export const newFamilyId = (): string => randomBytes(16).toString('base64url');

/** Creates access tokens (RFC 9068, wire contract section 3). */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly tokens: AccessTokenQueries,
    private readonly keys: KeyRing,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param on the transaction of the exchange, or the database if there is nothing but issuing
   * @param granted what was granted; the token gets what client and roles still allow of it
   * @returns undefined when the client or the account is no longer active
   */
  async issue(
    on: Reader,
    clientId: string,
    subject: Subject,
    familyId: string,
    granted: readonly Scope[],
  ): Promise<Issued | undefined> {
    const now = this.clock.now();
    const day = utcDay(now);
    const jti = `${day.replaceAll('-', '')}_${randomBytes(16).toString('base64url')}`;
    const drawn = await this.tokens.draw(on, {
      portalId: subject === 'application' ? null : subject.portalId,
      accountId: subject === 'application' ? null : subject.accountId,
      clientId,
      day,
      jti,
      sid: familyId,
      expiresAt: new Date(now.getTime() + ACCESS_TOKEN_SECONDS * 1000),
    });
    if (!drawn) return undefined;
    const ofClient = narrowToClient(granted, drawn.clientScopes);
    const scopes = drawn.roles === null ? ofClient : narrowToRoles(ofClient, drawn.roles);
    const accessToken = await this.#sign(
      this.#claims(clientId, drawn, jti, familyId, scopes, unixSeconds(now)),
    );
    return { accessToken, jti, scopes, subject: drawn };
  }

  #claims(
    clientId: string,
    drawn: DrawnToken,
    jti: string,
    sid: string,
    scopes: Scope[],
    now: number,
  ): AccessTokenClaims {
    return {
      iss: this.settings.AUTH_PUBLIC_URL,
      aud: [this.settings.API_PUBLIC_URL, this.settings.AUTH_PUBLIC_URL],
      client_id: clientId,
      sub: drawn.accountId === null ? clientId : String(drawn.accountId),
      iat: now,
      nbf: now - SLOW_CLOCK_SECONDS,
      exp: now + ACCESS_TOKEN_SECONDS,
      jti,
      sid,
      seq: drawn.seq,
      scope: scopes.join(' '),
      scopes,
      ...subjectClaims(drawn),
    };
  }

  #sign(claims: AccessTokenClaims): Promise<string> {
    const key = this.keys.current();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt' })
      .sign(key.privateKey);
  }
}

/** Portal, roles and person; absent for an application outside any portal. */
function subjectClaims(drawn: DrawnToken): Partial<AccessTokenClaims> {
  if (drawn.accountId === null) return {};
  return {
    portal_id: drawn.portalId!,
    portal_name: drawn.portalName!,
    roles: drawn.roles!,
    user: {
      id: drawn.accountId,
      email: drawn.email!,
      first_name: drawn.firstName!,
      last_name: drawn.lastName!,
    },
  };
}
