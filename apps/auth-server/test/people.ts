import { sql } from '@app/database';
import { MailPost } from '../../webhook-worker/test/mail-post.js';
import { password, type AuthStack } from './auth-stack.js';
import { remember } from './requests.js';
import { TestBrowser } from './test-browser.js';

/** A person with a proven address and the fixture's password. */
export interface TestPerson {
  personId: number;
  email: string;
  /** By portal. */
  accounts: Record<number, number>;
}

/** A proven person with an accepted account in each of these portals. */
export async function proven(
  stack: AuthStack,
  email: string,
  portals: readonly number[],
): Promise<TestPerson> {
  const [person] = await stack.db.many<{ id: number }>(sql`
    with h as (insert into identity.persons (email, first_name, last_name, verified_time, verified_by)
               values (${email}, 'Ann', 'Example', now(), 'mail') returning id),
         w as (insert into auth.passwords (person_id, hash)
               select h.id, w.hash from h, auth.passwords w where w.person_id = 1)
    select id::int from h`);
  const accounts: Record<number, number> = {};
  for (const portal of portals) {
    const [account] = await stack.db.many<{ id: number }>(sql`
      insert into identity.accounts (portal_id, person_id, first_name, last_name, roles, accepted_at)
      values (${portal}, ${person!.id}, 'Ann', 'Example', '{Administrator}', now()) returning id`);
    accounts[portal] = account!.id;
  }
  return { personId: person!.id, email, accounts };
}

/** A browser signed in on the account page. */
export async function signedIn(stack: AuthStack, email: string, secret = password): Promise<TestBrowser> {
  const browser = await TestBrowser.signIn(stack, '/oauth/account', email, secret);
  return browser;
}

/** Whether a password opens the account page. */
export async function canSignIn(stack: AuthStack, email: string, secret = password): Promise<boolean> {
  const { page } = await signedIn(stack, email, secret);
  return page.text.includes('action="/oauth/sign-out"');
}

/** The mails of one stack, rendered and sent by the worker's own sender. */
export class Letters {
  #post!: MailPost;

  async open(stack: AuthStack): Promise<void> {
    this.#post = await MailPost.start(stack.database.urls.worker, 'https://auth.test');
  }

  async close(): Promise<void> {
    await this.#post?.stop();
  }

  /** The subjects and links of all mails to an address, oldest first. */
  async listFor(address: string): Promise<{ subject: string; text: string; path: string; token: string }[]> {
    await this.#post.sendDue();
    return this.#post.caught
      .filter(({ to: recipients }) => recipients?.[0]?.address === address)
      .map(({ subject, text }) => {
        const path = /https:\/\/auth\.test(\/\S+)/.exec(text ?? '')?.[1] ?? '';
        const token = new URLSearchParams(path.split('?')[1]).get('token') ?? '';
        remember('link', token);
        return { subject: subject ?? '', text: text ?? '', path, token };
      });
  }

  async last(address: string) {
    return (await this.listFor(address)).at(-1)!;
  }
}
