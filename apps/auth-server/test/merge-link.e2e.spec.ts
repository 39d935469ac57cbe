import { sql } from '@app/database';

import { passwordToken } from './links.js';
import { askPage, CONFIRM_MERGE_PATH, MERGE_PATH, MergingPeople } from './merges.js';
import { signedIn } from './people.js';
import { placeholder } from './placeholders.js';
import { expectPage } from './requests.js';
import { TestBrowser } from './test-browser.js';

const [merge, asking, confirm] = [MERGE_PATH, askPage, CONFIRM_MERGE_PATH];
const merging = MergingPeople.use();
const { stack, letters, person, ready, confirmed, owners, exists, waiting, readLogins } = merging;

describe('T41 the link in the mail to the account that ends', () => {
  it('two passwords merge nothing: the mailbox of the ending account confirms, and is notified', async () => {
    const [thief, owner] = [await person([1]), await person([2])];
    const browser = await ready(thief, owner);
    const page = await browser.submit(asking);
    expect([page.status, page.text.includes(`on its way to ${owner.email}`)]).toEqual([200, true]);
    expect(await exists(owner)).toBe(true);
    const mail = await letters.last(owner.email);
    expect(mail.subject).toBe('Confirm that your account is to become part of another one');
    expect(mail.text).toContain('If this was not you, set a new password at once');
    expect(mail.text).not.toContain(thief.email);
    // anybody who finds it in the mailbox, signed in or not, can do nothing with it
    const ownersOwn = await signedIn(stack, owner.email);
    for (const other of [ownersOwn, new TestBrowser(stack), await signedIn(stack, thief.email)]) {
      expectPage(await other.get(mail.path), 403);
      expect(other.page.text).toContain('only in the browser in which you asked');
    }
    const { csrf } = (await ownersOwn.get('/oauth/account'), ownersOwn.form('/oauth/sign-out').fields);
    expectPage(await ownersOwn.post(confirm, { csrf: csrf!, link: mail.token }), 400);
    await browser.get(merge);
    const thiefs = browser.form(`${merge}/cancel`).fields;
    for (const link of [
      '',
      'x',
      `mrg_20260131_${'x'.repeat(32)}`,
      await passwordToken(stack, owner.personId),
    ])
      expectPage(await browser.post(confirm, { csrf: thiefs['csrf']!, link }), 400);
    expect(await exists(owner)).toBe(true);
  });

  it('the link works once, for half an hour, only the newest, and until it is cancelled', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    const requestMerge = async () => {
      await browser.post(asking, form);
      return (await letters.last(other.email)).path;
    };
    const first = await requestMerge();
    for (let time = 0; time < 3; time += 1) expect((await browser.get(first)).status).toBe(200);
    const second = await requestMerge();
    expectPage(await browser.get(first), 400);
    stack.clock.advance(1_790);
    expect((await browser.get(second)).status).toBe(200);
    const late = browser.form(confirm).fields;
    stack.clock.advance(11);
    expectPage(await browser.get(second), 400);
    expectPage(await browser.post(confirm, late), 400);
    stack.clock.reset();
    await browser.get(merge);
    await browser.submit(`${merge}/cancel`);
    expectPage(await browser.get(second), 400);
    expect([await waiting(), await readLogins()]).toEqual([[], []]);
    const again = await ready(one, other);
    const done = await confirmed(again, other);
    expect(done.text).toContain('The accounts have been merged');
    expectPage(await again.get((await letters.listFor(other.email)).at(-2)!.path), 400);
  });

  it('is dead when the other account has set up a factor in the meantime', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    await stack.db.many(sql`
      insert into auth.second_factors (person_id, secret_sealed, confirmed_at)
      values (${other.personId}, '', now())`);
    expectPage(await browser.submit(confirm), 400);
    expect(await exists(other)).toBe(true);
  });

  it('is dead when the other account’s password has changed in the meantime', async () => {
    const [one, other] = [await person([1]), await person([2])];
    const browser = await ready(one, other);
    const form = browser.form(asking).fields;
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    const mailed = await TestBrowser.open(
      stack,
      `/oauth/password/set?token=${await passwordToken(stack, other.personId)}`,
    );
    await mailed.submit('/oauth/password/set', { password: 'Quite-new-5678', repeated: 'Quite-new-5678' });
    expectPage(await browser.submit(confirm), 400);
    expect((await browser.post(asking, form)).headers.get('location')).toBe(merge);
    expect(await exists(other)).toBe(true);
  });

  it('A into B and B into A in parallel, eight attempts each: one succeeds, and no account is lost', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [a, b] = [await person([1]), await person([2])];
      const [browserA, browserB] = await Promise.all([ready(a, b), ready(b, a)]);
      for (const [browser, ends] of [
        [browserA, b],
        [browserB, a],
      ] as const) {
        await browser.submit(asking);
        await browser.get((await letters.last(ends.email)).path);
      }
      const forms = [browserA, browserB].map((browser) => ({ browser, ...browser.form(confirm) }));
      const done = await Promise.all(
        [...forms, ...forms, ...forms, ...forms].map(({ browser, action, fields }) =>
          browser.post(action, fields),
        ),
      );
      const merged = done.filter(({ text }) => text.includes('The accounts have been merged'));
      expect(merged).toHaveLength(1);
      const [survivor, ...mergedIds] = [...new Set(await owners(a.accounts[1]!, b.accounts[2]!))];
      expect([[a.personId, b.personId].includes(survivor!), mergedIds]).toEqual([true, []]);
      expect([await exists(a), await exists(b)].filter(Boolean)).toHaveLength(1);
    }
  });

  it('while portals name the ending address: each account still has an owner', async () => {
    const [one, other] = [await person([1]), await person([2])];
    await stack.db.many(sql`
      insert into identity.portals (id, name, title) select n, 'p' || n || '.learning.localhost', 'P'
        from generate_series(31, 36) n`);
    const browser = await ready(one, other);
    await browser.submit(asking);
    await browser.get((await letters.last(other.email)).path);
    const [page, ...named] = await Promise.all([
      browser.submit(confirm),
      ...[31, 32, 33, 34, 35, 36].map((portal) => placeholder(stack, other.email, portal)),
    ]);
    expect(page.text).toContain('The accounts have been merged');
    const people = await owners(...named.map(({ accountId }) => accountId));
    const knownRows = await stack.db.many<{ id: number }>(sql`
      select id::int from identity.persons where id = any(${people})`);
    expect(new Set(knownRows.map(({ id }) => id))).toEqual(new Set(people));
  });
});
