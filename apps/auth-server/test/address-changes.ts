import { sql } from '@app/database';
import { useAuthServers, type AuthStack } from './auth-stack.js';
import { Letters, proven, signedIn, type TestPerson } from './people.js';
import type { TestBrowser } from './test-browser.js';

export const ADDRESS_PATH = '/oauth/account/address';
export const CONFIRM_ADDRESS_PATH = `${ADDRESS_PATH}/confirm`;

/** People who change their address, on an auth stack of their own. */
export class AddressChanging {
  readonly letters = new Letters();
  #count = 0;

  private constructor(readonly stack: AuthStack) {}

  /** For all tests of a file. */
  static use(): AddressChanging {
    const changing = new AddressChanging(useAuthServers());
    beforeAll(() => changing.letters.open(changing.stack));
    afterAll(() => changing.letters.close());
    afterEach(() => changing.stack.clock.reset());
    return changing;
  }

  /** An unused address. */
  fresh = (word = 'new'): string => `${word}-${(this.#count += 1)}@example.com`;

  /** A proven person with an accepted account in each of these portals. */
  person = (portals: readonly number[] = [1]): Promise<TestPerson> =>
    proven(this.stack, this.fresh('ann'), portals);

  async requestChange(browser: TestBrowser, email: string) {
    await browser.get(ADDRESS_PATH);
    return browser.submit(ADDRESS_PATH, { email });
  }

  /** Uses the link in the last mail to the address, in this browser. */
  async use(browser: TestBrowser, email: string) {
    await browser.get((await this.letters.last(email)).path);
    return browser.submit(CONFIRM_ADDRESS_PATH);
  }

  async changed(
    person: Pick<TestPerson, 'email'>,
    newAddress = this.fresh(),
  ): Promise<{ browser: TestBrowser; newAddress: string }> {
    const browser = await signedIn(this.stack, person.email);
    await this.requestChange(browser, newAddress);
    expect((await this.use(browser, newAddress)).text).toContain(`You now sign in as ${newAddress}`);
    return { browser, newAddress };
  }

  async readAddress({ personId }: { personId: number }): Promise<string | undefined> {
    const foundRows = await this.stack.db.many<{ email: string }>(sql`
      select email from identity.persons where id = ${personId}`);
    return foundRows[0]?.email;
  }

  /** The events about these accounts that webhooks receive, oldest first. */
  updates(accountIds: number[]): Promise<{ id: number; email: string }[]> {
    return this.stack.db.many(sql`
      select object_id as id, data::json ->> 'email' as email from learning.outbox
       where type = 'user.update' and object_id = any(${accountIds}) order by id`);
  }

  async audit({ personId }: { personId: number }): Promise<string[]> {
    const foundRows = await this.stack.db.many<{ event: string }>(sql`
      select event from auth.audit_log where person_id = ${personId} and event like 'address.%' order by id`);
    return foundRows.map(({ event }) => event);
  }
}
