import { sql } from '@app/database';
import { C1, C2, password, type AuthStack } from './auth-stack.js';
import { authorizeAddress, TestBrowser } from './test-browser.js';

/** An application of portal B. */
export const B1 = {
  ...C1,
  clientId: 'b-app',
  name: 'App of B',
  secret: 'b-secret-0123456789',
  portalId: 2,
  redirectUri: 'https://b.example/cb',
};

/** Templates that chromium-address.e2e.spec.ts examines. */
export const pagesOfOffers = ['offer', 'leave', 'welcome'];

export interface OfferTo {
  portalId?: number;
  roles?: string[];
  lapses?: string;
  offeredBy?: number;
  through?: string;
}

/** People with a password of their own, and accounts offered to them as POST /v2/users does. */
export class Offering {
  #count = 0;

  constructor(readonly stack: AuthStack) {}

  /** A proven person, with accepted accounts in these portals. */
  async person(...portals: number[]): Promise<{ id: number; email: string; accounts: number[] }> {
    const email = `offered-${(this.#count += 1)}@example.com`;
    const [person] = await this.stack.db.many<{ id: string }>(sql`
      with person as (
        insert into identity.persons (email, first_name, last_name, verified_time, verified_by)
        values (${email}, 'Olga', 'Offered', now(), 'mail') returning id),
      secret as (insert into auth.passwords (person_id, hash)
                 select person.id, w.hash from person, auth.passwords w where w.person_id = 1)
      select id from person`);
    const id = Number(person!.id);
    const accounts = [];
    for (const portalId of portals) {
      const account = await this.offer(id, { portalId });
      await this.stack.db.many(sql`update identity.accounts set accepted_at = now() where id = ${account}`);
      accounts.push(account);
    }
    return { id, email, accounts };
  }

  async offer(
    personId: number,
    { portalId = 2, roles = ['Learner'], ...how }: OfferTo = {},
  ): Promise<number> {
    const [account] = await this.stack.db.many<{ id: number }>(sql`
      insert into identity.accounts
        (portal_id, person_id, first_name, last_name, roles, invitation_expires_at, offered_by, offered_through)
      values (${portalId}, ${personId}, 'Olga', 'Offered', ${roles}, now() + ${how.lapses ?? null}::interval,
             ${how.offeredBy ?? null}, ${how.through ?? null}) returning id`);
    return account!.id;
  }

  /** A browser in which the person is signed in, on the account page. */
  async signedIn({ email }: { email: string }): Promise<TestBrowser> {
    const browser = await TestBrowser.signIn(this.stack, '/oauth/account', email, password);
    return browser;
  }

  /** A browser signed in for an authorization request. */
  async onTheWay(
    { email }: { email: string },
    client: { clientId: string; redirectUri?: string | null } = C2,
    more: Record<string, string> = {},
  ): Promise<TestBrowser> {
    const browser = new TestBrowser(this.stack);
    const address = { client_id: client.clientId, redirect_uri: client.redirectUri!, ...more };
    await browser.get(authorizeAddress(address));
    await browser.login(email, password);
    return browser;
  }

  async account(id: number) {
    const [row] = await this.stack.db.many<{ accepted: boolean; declined: boolean; closed: boolean }>(sql`
      select accepted_at is not null as accepted, declined_at is not null as declined,
             closed_time is not null as closed from identity.accounts where id = ${id}`);
    return row;
  }

  /** The events about an account that webhooks receive, oldest first. */
  async events(accountId: number): Promise<string[]> {
    const foundRows = await this.stack.db.many<{ type: string }>(sql`
      select type from learning.outbox where object_type = 'user' and object_id = ${accountId} order by id`);
    return foundRows.map(({ type }) => type);
  }
}

export const open = { accepted: false, declined: false, closed: false };
export const accepted = { accepted: true, declined: false, closed: false };
export const declined = { accepted: false, declined: true, closed: true };
