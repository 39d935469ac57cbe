import { Injectable } from '@nestjs/common';
import type { OpenidScope, Scope } from '@app/contracts';
import { Database, sql, type Reader, type Transaction } from '@app/database';
import { isAccepted } from '@app/identity';
import type { Client } from '../../applications/clients/index.js';
import type { StoredRequest } from '../../sign-in/login/index.js';
import type { AuthorizationRequest } from './authorization-request.js';

type StoredAuthorization = StoredRequest<AuthorizationRequest>;

@Injectable()
export class AuthorizeQueries {
  constructor(private readonly database: Database) {}

  /** Stores the chosen account, or (null) that another person will choose. */
  async choose(waiting: StoredAuthorization, accountId: number | null): Promise<void> {
    await this.database.one(sql`
      update auth.authorization_requests set account_id = ${accountId}
       where day = ${waiting.day} and hash = ${waiting.hash} and answered_at is null`);
  }

  /**
   * Stores the scopes that the consent page displays.
   * @returns false when another page was displayed since `waiting` was read
   */
  async recordShown(
    waiting: StoredAuthorization,
    before: AuthorizationRequest['shown'],
    shown: NonNullable<AuthorizationRequest['shown']>,
  ): Promise<boolean> {
    return this.database.has(sql`
      update auth.authorization_requests set request = request || ${JSON.stringify({ shown })}::jsonb
       where day = ${waiting.day} and hash = ${waiting.hash} and answered_at is null
         and request -> 'shown' is not distinct from ${before ? JSON.stringify(before) : null}::jsonb
       returning 1`);
  }

  /**
   * Records the only answer that a request can have.
   * @returns false when it has already been answered
   */
  async answer(tx: Transaction, waiting: StoredAuthorization): Promise<boolean> {
    const answered = await tx.run(sql`
      update auth.authorization_requests set answered_at = clock_timestamp()
       where day = ${waiting.day} and hash = ${waiting.hash} and answered_at is null`);
    return answered === 1;
  }

  /** The consent that this account has given this client since `after`, if any. */
  async consent(
    portalId: number,
    accountId: number,
    clientId: string,
    after: Date,
  ): Promise<{ scopes: Scope[]; openidScopes: OpenidScope[] } | undefined> {
    return this.database.one<{ scopes: Scope[]; openidScopes: OpenidScope[] }>(sql.camelCase`
      select scopes, openid_scopes from auth.consents
       where portal_id = ${portalId} and account_id = ${accountId} and client_id = ${clientId}
         and granted_time > ${after}`);
  }

  async saveConsent(
    tx: Transaction,
    consent: {
      portalId: number;
      accountId: number;
      clientId: string;
      scopes: readonly Scope[];
      openidScopes: readonly OpenidScope[];
    },
    now: Date,
  ): Promise<void> {
    await tx.run(sql`
      insert into auth.consents (portal_id, account_id, client_id, scopes, openid_scopes, granted_time)
      values (${consent.portalId}, ${consent.accountId}, ${consent.clientId}, ${consent.scopes},
              ${consent.openidScopes}, ${now})
      on conflict (portal_id, account_id, client_id)
        do update set scopes = excluded.scopes, openid_scopes = excluded.openid_scopes,
                      granted_time = excluded.granted_time`);
  }

  /** The person who has the account; undefined when there is no such account, or it belongs to an application. */
  async findPersonId(portalId: number, accountId: number): Promise<number | undefined> {
    return (
      (await this.database.value<number | null>(sql`
      select person_id from identity.accounts where portal_id = ${portalId} and id = ${accountId}`)) ??
      undefined
    );
  }

  /** Serialises the actions of a person in several windows. */
  async lockPerson(tx: Transaction, personId: number): Promise<void> {
    await tx.one(sql`select 1 from identity.persons where id = ${personId} for update`);
  }

  /** Whether the person has accepted an account in any portal, even one in which they are blocked. */
  async hasAccount(personId: number, reader: Reader = this.database): Promise<boolean> {
    return reader.has(sql`
      select 1 from identity.accounts a
       where a.person_id = ${personId} and a.closed_time is null and ${isAccepted} limit 1`);
  }

  /**
   * Whether the client belongs to a portal, is approved by one, or has a user's consent. For others, errors and
   * `prompt=none` show a page instead of redirecting to an unvetted URL (RFC 9700 4.11.2).
   */
  async isTrusted({ clientId, portalId }: Pick<Client, 'clientId' | 'portalId'>): Promise<boolean> {
    if (portalId !== null) return true;
    return this.database.has(sql`
      select 1 where exists (select 1 from auth.approvals where client_id = ${clientId})
                  or exists (select 1 from auth.consents where client_id = ${clientId})`);
  }

  async presetExists(creationPath: string): Promise<boolean> {
    return this.database.has(sql`select 1 from identity.presets where creation_path = ${creationPath}`);
  }
}
