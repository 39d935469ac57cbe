import { Inject, Injectable } from '@nestjs/common';
import { ACCESS_TOKEN_SECONDS, type AccessTokenClaims, type Scope } from '@app/contracts';
import { type Reader, type Transaction } from '@app/database';
import { CLOCK, randomText, unixSeconds, SETTINGS, type Clock } from '@app/kernel';
import type { Settings } from '../config.js';
import { KeyRing, type AccessTokenSigner } from '../public-key/index.js';
import { AccessTokenQueries, type DrawnToken } from './access-token.queries.js';
import { narrowToClient, narrowToRoles } from './scope-narrowing.js';
import { issuingTime, newTokenId, TokenBatches, type Drawn, type VersionedClient } from './token-batches.js';

/** Seconds by which `nbf` precedes `iat`, for verifiers with slow clocks. */
const SLOW_CLOCK_SECONDS = 30;

const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

/** The subject for which a token is issued. */
export type Subject = { portalId: number; accountId: number } | 'application';

export interface Issued {
  accessToken: string;
  jti: string;
  scopes: Scope[];
  /** The subject as it was when the token was drawn. */
  subject: DrawnToken;
}

/** What a token is issued for. */
interface Grant {
  clientId: string;
  familyId: string;
  /** What was granted; the token gets what client and roles still allow of it. */
  scopes: readonly Scope[];
}

const rowOf = (subject: Subject): { portalId: number | null; accountId: number | null } =>
  subject === 'application' ? { portalId: null, accountId: null } : subject;

/** The id of a new grant family: the `sid` of its tokens. */
export const newFamilyId = (): string => randomText(16);

/** Creates access tokens (RFC 9068, wire contract section 3). */
@Injectable()
export class TokenIssuer {
  constructor(
    private readonly tokens: AccessTokenQueries,
    private readonly batches: TokenBatches,
    private readonly keys: KeyRing,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @param on the transaction of the exchange, or the database if issuing is all there is to do
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
    const time = issuingTime(now);
    const jti = newTokenId(time.day);
    const drawn = await this.tokens.draw(on, { ...rowOf(subject), clientId, jti, sid: familyId }, time);
    const grant = { clientId, familyId, scopes: granted };
    return drawn && this.#sign({ drawn, jti, now }, grant, this.keys.current().signer);
  }

  /**
   * Issues a token of the one family that stands for all of a client's assertions about an account.
   * @returns undefined when the client or the account is no longer active
   */
  async issueByAssertion(
    tx: Transaction,
    clientId: string,
    subject: Exclude<Subject, 'application'>,
    granted: readonly Scope[],
  ): Promise<Issued | undefined> {
    const now = this.clock.now();
    const until = addSeconds(now, ACCESS_TOKEN_SECONDS);
    const prolonged = addSeconds(now, 1.5 * ACCESS_TOKEN_SECONDS);
    const kept = { newSid: newFamilyId(), until, prolonged };
    const familyId = await this.tokens.familyOfAssertions(tx, { ...subject, clientId }, kept);
    return this.issue(tx, clientId, subject, familyId, granted);
  }

  /**
   * Issues a token of a new family, together with others, if the client's row still has its version.
   * @returns undefined when anything stands against it: then it is {@link issue} that waits, and refuses
   * @throws Unavailable when Postgres is down
   */
  async issueTogether(
    client: VersionedClient,
    subject: Subject,
    granted: readonly Scope[],
  ): Promise<Issued | undefined> {
    const sign = this.#signing();
    const familyId = newFamilyId();
    const drawn = await this.batches.issue(client, { ...rowOf(subject), sid: familyId });
    return drawn && sign(drawn, { clientId: client.clientId, familyId, scopes: granted });
  }

  /**
   * The whole exchange of a refresh token for the full grant of its family, together with others.
   * @returns undefined when anything at all stands against it, and nothing was spent
   * @throws Unavailable when Postgres is down
   */
  async refreshTogether(
    client: VersionedClient,
    token: { day: string; hash: Buffer },
  ): Promise<{ issued: Issued; next: string } | undefined> {
    const sign = this.#signing();
    const answer = await this.batches.refresh(client, token);
    if (!answer) return undefined;
    const { familyId, scopes } = answer.drawn;
    return { issued: await sign(answer, { clientId: client.clientId, familyId, scopes }), next: answer.next };
  }

  /** Signing with the key of this moment: without one, nothing must be spent. @throws Error when there is no key */
  #signing(): (drawn: Drawn, grant: Grant) => Promise<Issued> {
    const { signer } = this.keys.current();
    return (drawn, grant) => this.#sign(drawn, grant, signer);
  }

  async #sign(
    { drawn, jti, now }: Drawn,
    { clientId, familyId, scopes: granted }: Grant,
    signer: AccessTokenSigner,
  ): Promise<Issued> {
    const ofClient = narrowToClient(granted, drawn.clientScopes);
    const scopes = drawn.roles === null ? ofClient : narrowToRoles(ofClient, drawn.roles);
    const claims = this.#claims(clientId, drawn, jti, familyId, scopes, unixSeconds(now));
    return { accessToken: await signer.sign(claims), jti, scopes, subject: drawn };
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
