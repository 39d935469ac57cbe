import { Inject, Injectable } from '@nestjs/common';
import { administers } from '@app/contracts';
import { Database } from '@app/database';
import { currentOrigin } from '@app/http';
import { CLOCK, type Clock } from '@app/kernel';
import { AuditLog } from '../../../edge/audit/index.js';
import type { Client } from '../../../applications/clients/index.js';
import { InvalidGrant } from '../../../edge/errors/index.js';
import {
  lockPassword,
  PasswordCheck,
  passwordFingerprint,
  type PersonWithPassword,
  type StoredPassword,
} from '../../../sign-in/passwords/index.js';
import { PersonQueries, type PersonsAccount } from '../../../edge/people/index.js';
import type { FactorUser } from '../../../sign-in/second-factor/index.js';
import { FamilyQueries } from '../family.queries.js';
import { assertPortalName, findRequestedPortalId } from '../portal-name.js';
import { requestedScopes } from '../scope-narrowing.js';
import { newFamilyId, TokenIssuer } from '../token-issuer.js';
import type { RequestOf } from '../token-request.schema.js';
import { tokenResponse, type TokenResponse } from '../token-response.js';
import type { Grant } from './grant.js';
import { GrantFactor } from './grant-factor.js';

/** The same message for every cause, so that it reveals nothing about people or portals. */
const refused = (detail: string) =>
  new InvalidGrant('The user name or password is wrong, or this person may not sign in here.', { detail });

/** RFC 6749 4.3, for administrators of one portal (contract 3.7). */
@Injectable()
export class PasswordGrant implements Grant<'password'> {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordCheck,
    private readonly people: PersonQueries,
    private readonly families: FamilyQueries,
    private readonly issuer: TokenIssuer,
    private readonly audit: AuditLog,
    private readonly factor: GrantFactor,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async redeem(request: RequestOf<'password'>, client: Client): Promise<TokenResponse> {
    assertPortalName(request, client);
    const requested = requestedScopes(request.scope, client.scopes);
    const { ip } = currentOrigin();
    const attempt = {
      username: request.username,
      ip,
      method: 'password grant',
      clientId: client.clientId,
      isClientProven: client.hasSecret,
    } as const;
    const resolvePortal = () => findRequestedPortalId(this.database, request, client);
    return this.passwords.check(attempt, request.password, resolvePortal, async (checked) => {
      const { tried, person, password, succeeded } = checked;
      const portalId = await resolvePortal();
      const refuse = async (reason: string, refusal = refused(reason)): Promise<never> => {
        await this.audit.refusal({
          event: 'login.refused',
          clientId: client.clientId,
          portalId: portalId ?? null,
          personId: tried?.personId ?? null,
          details: { by: 'password grant', reason },
        });
        throw refusal;
      };
      if (!person || !password) return refuse('wrong user name or password');
      // a password set by the portal also opens an account that is not accepted yet
      const which = password.heldFor ? 'any' : 'accepted';
      const account = portalId && (await this.people.accountIn(portalId, person.personId, which));
      if (!account || !administers(account.roles)) {
        // the password is right, and the person has no account: do not count this as a failed attempt
        if (!(await this.people.hasAnywhere(person.personId))) succeeded();
        return refuse('no administrator of this portal');
      }
      const factor = await this.factor.use({ ...person, ...account }, request.otp, {
        ip,
        clientId: client.clientId,
      });
      if ('reason' in factor) return refuse(factor.reason, factor.refusal);
      const user = { ...account, ...person, ...factor };
      const response = await this.#issue(client, user, password, requested);
      if (!response)
        return refuse('no longer an administrator, or password or second factor were changed meanwhile');
      succeeded();
      return response;
    });
  }

  #issue(
    client: Client,
    { portalId, accountId, personId, factorTime }: PersonsAccount & PersonWithPassword & FactorUser,
    { hash, heldFor }: StoredPassword,
    requested: Client['scopes'] | undefined,
  ): Promise<TokenResponse | undefined> {
    const now = this.clock.now();
    const granted = requested ?? client.scopes;
    const family = {
      id: newFamilyId(),
      portalId,
      accountId,
      clientId: client.clientId,
      scopes: granted,
      byOwnLogin: heldFor === undefined,
      factorTime,
    };
    const write = this.database.write(async (tx) => {
      // the lock order of operations that revoke rights: blocking and erasing begin with the account, a password change
      // with the password
      await this.people.recordLogin(tx, portalId, accountId, now);
      if (!(await lockPassword(tx, personId, passwordFingerprint(hash), heldFor))) throw new RightEnded();
      if (!(await this.factor.lockSufficient(tx, { personId, factorTime }, portalId))) throw new RightEnded();
      const issued = await this.issuer.issue(tx, client, { portalId, accountId }, family.id, granted);
      if (!issued?.subject.roles || !administers(issued.subject.roles)) throw new RightEnded();
      await this.families.open(tx, family, now);
      const refreshToken = client.grants.includes('refresh_token')
        ? await this.families.addToken(tx, family, now)
        : undefined;
      await this.audit.record(tx, {
        event: 'login.succeeded',
        clientId: client.clientId,
        portalId,
        accountId,
        details: { by: 'password grant' },
      });
      return tokenResponse(issued, requested, { refreshToken });
    });
    return write.catch((error: unknown) => {
      if (error instanceof RightEnded) return undefined;
      throw error;
    });
  }
}

/** Rolls the transaction back: role, password or second factor has changed in the meantime. */
class RightEnded extends Error {}
