import { sql } from '@app/database';
import { readFileSync } from 'node:fs';
import { CatalogueSeed, describeWith, WAIT_TIMEOUT_MS } from '@app/testing';
import type { Page } from 'playwright-core';
import { useBrowserPage } from './use-web-page.js';
import { signInAt, useWebStack } from './web-stack.js';

/** Milliseconds for a thousand requests on a busy machine. */
const A_THOUSAND_MS = 3 * WAIT_TIMEOUT_MS;

describeWith('chromium', 'journeys with many people on the whole stack', () => {
  const stack = useWebStack();
  let page: Page;
  beforeAll(async () => {
    const seed = await CatalogueSeed.open(stack.auth.database.urls.owner, stack.auth.clock);
    await seed.provider('own', 1);
    await seed.load([{ provider: 'own', external_id: 'travel', type: 'text', title: 'Travel guidelines' }]);
    await seed.close();
  });
  useBrowserPage((opened) => (page = opened));
  beforeEach(async () => {
    await page.goto(`${stack.url}/people`);
    await signInAt(page);
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  });
  const press = (name: string | RegExp, target: Page = page) => target.getByRole('button', { name }).click();

  it('import 1,000 people from a file with three bad lines', async () => {
    const people = Array.from({ length: 1_000 }, (_, n) => `import-${n}@x.example,Ana,Silva ${n}`);
    people[6] = 'no address,Ana,Silva';
    people[99] = 'import-3@x.example,Ana,Twice';
    people[499] = 'import-499@x.example,,Silva';
    const file = ['Email,First name,Surname', ...people].join('\n');
    await page.getByRole('link', { name: 'Import' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file …' }).click(),
    ]);
    await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByText('Send an invitation by e-mail').click();
    await press('Check 1,000 lines');
    await press('Pause');
    await press('Continue');
    await page.getByText('3 lines cannot be imported').first().waitFor({ timeout: A_THOUSAND_MS });
    await page.getByRole('row', { name: /^8 no address email: / }).waitFor();
    await page
      .getByRole('row', { name: /^101 import-3@x.example The same e-mail address as line 5/ })
      .waitFor();
    await page.getByRole('row', { name: /^501 import-499@x.example first_name: / }).waitFor();
    const count = () =>
      stack.auth.db.value(sql`select count(*)::int from identity.persons where email like 'import-%'`);
    expect(await count()).toBe(0);
    await press('Import 997 people');
    await page.getByText('997 people have been imported').waitFor({ timeout: A_THOUSAND_MS });
    expect(await count()).toBe(997);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the result' }).click(),
    ]);
    const result = readFileSync(await download.path(), 'utf8').split('\r\n');
    expect([result[0], result[1], result[7]]).toEqual([
      '\ufeffLine,E-mail,Result',
      '2,import-0@x.example,imported',
      expect.stringMatching(/^8,no address,"email: /),
    ]);
    expect(result).toHaveLength(1_002);
  });

  it('give selected people a role and block them, except oneself and those whom the API refuses', async () => {
    const confirm = async (people: string) => {
      await press(`Change ${people} …`);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `Change ${people}` })
        .click();
    };
    const choose = async (change: string) => {
      await press(/What to do$/);
      await page.getByRole('option', { name: change, exact: true }).click();
    };
    await press(/^Name/); // sorts by last name, and so puts these before the thousand who were imported
    for (const name of ['Ada Admin', 'Leo Learner', 'Mara Manager'])
      await page.locator('label', { has: page.getByLabel(`Select ${name}`, { exact: true }) }).click();
    await page.getByRole('link', { name: 'Change 3 people …' }).click();
    await page.getByText('Ada Admin, Leo Learner, Mara Manager').waitFor();
    await confirm('3 people');
    await page.getByText('Done: the change applies to 3 people').waitFor();
    await choose('Block');
    await page.getByText('Your own account is left out').waitFor();
    await confirm('2 people');
    await page.getByText('Done: the change applies to 2 people').waitFor();
    const changedPeople = await stack.auth.db.many(sql`
      select first_name, roles, status from identity.accounts
       where portal_id = 1 and first_name in ('Ada', 'Leo', 'Mara') order by first_name`);
    expect(changedPeople).toEqual([
      { first_name: 'Ada', roles: expect.arrayContaining(['Manager', 'Administrator']), status: true },
      { first_name: 'Leo', roles: expect.arrayContaining(['Manager', 'Learner']), status: false },
      { first_name: 'Mara', roles: ['Manager'], status: false },
    ]);
    await stack.auth.db.many(sql`
      update identity.portals set plan = '{"licensed_user_count": 1}' where id = 1`);
    await choose('Unblock');
    await confirm('3 people');
    await page
      .getByRole('row', { name: /^Leo Learner learner@a\.example All seats of the plan are taken/ })
      .waitFor();
    await stack.auth.db.many(sql`update identity.portals set plan = '{}' where id = 1`);
  });

  it('enroll 200 people together in one content with one due date, by a list or a selection', async () => {
    await stack.auth.db.many(sql`
      with named as (
        insert into identity.persons (email, first_name, last_name)
        select format('many-%s@x.example', n), 'Ana', format('Silva %s', n) from generate_series(1, 200) n
        returning id, last_name)
      insert into identity.accounts (portal_id, person_id, first_name, last_name, accepted_at)
      select 1, id, 'Ana', last_name, now() from named`);
    const countEnrolled = () =>
      stack.auth.db.one<{ n: number; due: string | null }>(sql`
        select count(*)::int as n, min(due_date)::date::text as due
          from learning.enrollments e join identity.accounts a on a.id = e.account_id
         where a.last_name like 'Silva%' and e.lo_title = 'Travel guidelines'`);
    const choose = async () => {
      await page.getByRole('combobox', { name: 'Content' }).fill('Travel');
      await page.getByRole('option', { name: /Travel guidelines/ }).click();
    };
    // by a selection
    await page.goto(`${stack.url}/people?q=many-20`);
    await page.locator('label', { has: page.getByLabel('Select Ana Silva 20', { exact: true }) }).click();
    await page.getByRole('link', { name: 'Enroll 1 person …' }).click();
    await choose();
    await press('Enroll 1 person');
    await page.getByText('1 person has been enrolled').waitFor();
    expect(await countEnrolled()).toEqual({ n: 1, due: null });
    // by a list, in which that person and an unknown address are too
    await page.goto(`${stack.url}/enrollments`);
    await page.getByRole('link', { name: 'Enroll many' }).click();
    const addresses = Array.from({ length: 200 }, (_, n) => `many-${n + 1}@x.example`);
    await page.getByLabel('E-mail addresses').fill([...addresses, 'unknown@x.example'].join(', '));
    await choose();
    await page.getByLabel(/^Due/).fill('2027-03-31');
    await press('Enroll 201 people');
    await page.getByText('199 people have been enrolled').waitFor();
    await page.getByRole('row', { name: /^many-20@x.example This person is already enrolled/ }).waitFor();
    await page
      .getByRole('row', { name: /^unknown@x.example No person in the portal has this address/ })
      .waitFor();
    expect(await countEnrolled()).toEqual({ n: 200, due: expect.stringMatching(/^2027-(03-31|04-01)$/) });
  });
});
