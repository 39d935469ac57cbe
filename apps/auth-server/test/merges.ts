import { sql } from '@app/database';
import { password, useAuthServers, type AuthStack } from './auth-stack.js';
import { Letters, proven, signedIn, type TestPerson } from './people.js';
import type { TestBrowser } from './test-browser.js';

export const MERGE_PATH = '/oauth/account/merge';
export const askPage = `${MERGE_PATH}/ask`;
export const CONFIRM_MERGE_PATH = `${MERGE_PATH}/confirm`;

/** People with two accounts to merge, on an auth stack of their own. */
export class MergingPeople {
  #count = 0;

  /** @param letters the mails of the same stack */
  constructor(
    readonly stack: AuthStack,
    readonly letters = new Letters(),
  ) {}

  /** For all tests of a file. */
  static use(): MergingPeople {
    const merging = new MergingPeople(useAuthServers());
    const { stack } = merging;
    beforeAll(() => merging.letters.open(stack));
    afterAll(() => merging.letters.close());
    afterEach(async () => {
      stack.clock.reset();
      await stack.db.many(sql`delete from auth.merge_logins; delete from auth.merge_requests`);
    });
    return merging;
  }

  /** An unused address. */
  address = (): string => `person-${(this.#count += 1)}@example.com`;
  person = (portals: readonly number[]): Promise<TestPerson> => proven(this.stack, this.address(), portals);

  signInToOther = async (browser: TestBrowser, username: string, secret = password) => {
    await browser.get(MERGE_PATH);
    return browser.submit(MERGE_PATH, { username, password: secret });
  };

  /** Continues to the page that says what will happen. */
  ready = async (one: TestPerson, other: TestPerson): Promise<TestBrowser> => {
    const browser = await signedIn(this.stack, one.email);
    const page = await this.signInToOther(browser, other.email);
    expect([page.status, page.text.includes(`${other.email} will become part of ${one.email}`)]).toEqual([
      200,
      true,
    ]);
    return browser;
  };

  /** Continues from that page through the link in the mail. */
  confirmed = async (browser: TestBrowser, other: Pick<TestPerson, 'email'>) => {
    await browser.submit(askPage);
    expect(browser.page.text).toContain(`on its way to ${other.email}`);
    await browser.get((await this.letters.last(other.email)).path);
    return browser.submit(CONFIRM_MERGE_PATH);
  };

  owners = async (...ids: number[]): Promise<number[]> => {
    const foundRows = await this.stack.db.many<{ person_id: number }>(sql`
      select person_id::int from identity.accounts where id = any(${ids}) order by id`);
    return foundRows.map(({ person_id: id }) => id);
  };

  exists = async ({ personId }: TestPerson): Promise<boolean> =>
    (await this.stack.db.many(sql`select 1 from identity.persons where id = ${personId}`)).length === 1;
  waiting = () => this.stack.db.many(sql`select person_id from auth.merge_requests`);
  readLogins = () => this.stack.db.many(sql`select session_id from auth.merge_logins`);
}
