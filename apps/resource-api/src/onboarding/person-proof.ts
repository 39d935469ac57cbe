import { Injectable } from '@nestjs/common';
import { AccessTokens, type Actor } from '@app/access';
import { Database } from '@app/database';
import { findAccount } from '@app/identity';
import type { OwnLogin } from '@app/onboarding';
import { Unauthorized } from '@app/kernel';
import { isOfOwnLogin } from './own-login.queries.js';

/** A signed JWT in compact form (RFC 7515 7.1), whose header is a JSON object. */
const jwtGrammar = /^ey[\w-]+\.[\w-]+\.[\w-]+$/;

/** Identifies the person of a token, which proves that an existing person agrees to be added (contract 4.26). */
@Injectable()
export class PersonProof {
  constructor(
    private readonly database: Database,
    private readonly tokens: AccessTokens,
  ) {}

  /**
   * The person of a token. Undefined for applications, for blocked or closed accounts, and for tokens not obtained by
   * the person's own login: assertions, login links and portals' passwords prove nothing in other portals.
   */
  async findPerson(actor: Actor): Promise<OwnLogin | undefined> {
    const { sid: familyId } = actor.claims;
    if (actor.isUnbound || !(await isOfOwnLogin(this.database, familyId))) return undefined;
    const account = await findAccount(this.database, actor.portalId, actor.accountId);
    return account?.status && account.person_id !== null
      ? { personId: account.person_id, familyId }
      : undefined;
  }

  /**
   * The person of the token in the body, otherwise of the request's own.
   * @throws Unauthorized unless it is a JWT, for existing and unknown people alike
   */
  async findPersonByToken(actor: Actor, token: string | undefined): Promise<OwnLogin | undefined> {
    if (token === undefined) return this.findPerson(actor);
    if (!jwtGrammar.test(token)) throw new Unauthorized(true);
    const tokenActor = await this.tokens.findActor(token);
    return tokenActor && this.findPerson(tokenActor);
  }
}
