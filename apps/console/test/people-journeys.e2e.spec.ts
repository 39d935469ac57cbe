import { readFileSync } from 'node:fs';
import { CatalogueSeed, describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { useBrowserPage } from './use-web-page.js';
import { signInAt, useWebStack } from './web-stack.js';

describeWith('chromium', 'journeys with people on the whole stack', () => {
  const stack = useWebStack();
  let page: Page;
  beforeAll(async () => {
    const seed = await CatalogueSeed.open(stack.auth.database.urls.owner, stack.auth.clock);
    await seed.provider('own', 1);
    await seed.load([
      { provider: 'own', external_id: 'travel', type: 'text', title: 'Travel guidelines' },
      { provider: 'own', external_id: 'aider', type: 'award', title: 'First aider' },
    ]);
    await seed.close();
  });
  useBrowserPage((opened) => (page = opened));
  beforeEach(async () => {
    await page.goto(`${stack.url}/people`);
    await signInAt(page);
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  });
  const press = (name: string | RegExp, target: Page = page) => target.getByRole('button', { name }).click();
  const saved = (target: Page) => target.getByText('Saved', { exact: true }).waitFor();

  it('invite, change roles in two tabs, block: the later change reports the earlier one and keeps its input', async () => {
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill('grace@a.example');
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await press('Invite');
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();

    await page.getByRole('link', { name: 'Access' }).click();
    await page.getByText('follows the people in their care').click();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText('looks after content and collections').click();
    await press('Save', second);
    await saved(second);
    await press('Save');
    await page.getByRole('row', { name: 'Roles Manager, Learner Content administrator, Learner' }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Manager/ }).isChecked()).toBe(true);
    await press('Keep my input');
    await press('Save');
    await saved(page);
    await second.close();

    await press('Block …');
    await page.getByText('Grace Hopper (grace@a.example) is signed out').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
    await page.getByText('Grace Hopper is blocked').waitFor();
    await page.goto(`${stack.url}/people?status=blocked`);
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    const { rows } = await stack.auth.db.query(
      `select roles, status from identity.accounts where first_name = 'Grace'`,
    );
    expect(rows).toEqual([{ roles: ['Learner', 'Manager'], status: false }]);
  });

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
    await page.getByText('3 lines cannot be imported').first().waitFor();
    await page.getByRole('row', { name: /^8 no address email: / }).waitFor();
    await page
      .getByRole('row', { name: /^101 import-3@x.example The same e-mail address as line 5/ })
      .waitFor();
    await page.getByRole('row', { name: /^501 import-499@x.example first_name: / }).waitFor();
    const count = async () => {
      const text = `select count(*)::int as n from identity.persons where email like 'import-%'`;
      return (await stack.auth.db.query<{ n: number }>(text)).rows[0]!.n;
    };
    expect(await count()).toBe(0);
    await press('Import 997 people');
    await page.getByText('997 people have been imported').waitFor();
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

  it('enroll 200 people at once in one content with one due date, by a list or a selection', async () => {
    await stack.auth.db.query(
      `with named as (
         insert into identity.persons (email, first_name, last_name)
         select format('many-%s@x.example', n), 'Ana', format('Silva %s', n) from generate_series(1, 200) n
         returning id, last_name)
       insert into identity.accounts (portal_id, person_id, first_name, last_name, accepted_at)
       select 1, id, 'Ana', last_name, now() from named`,
    );
    const countEnrolled = async () => {
      const text = `select count(*)::int as n, min(due_date)::date::text as due from learning.enrollments e
        join identity.accounts a on a.id = e.account_id where a.last_name like 'Silva%' and e.lo_title = 'Travel guidelines'`;
      return (await stack.auth.db.query<{ n: number; due: string | null }>(text)).rows[0]!;
    };
    const choose = async () => {
      await page.getByRole('combobox', { name: 'Content' }).fill('Travel');
      await page.getByRole('option', { name: /Travel guidelines/ }).click();
    };
    // by a selection
    await page.goto(`${stack.url}/people?q=many-20`);
    await page.locator('label', { has: page.getByText('Select Ana Silva 20', { exact: true }) }).click();
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

  const enroll = async (content: string, submit: string) => {
    // an empty list leads on too
    await page.getByRole('button', { name: 'Enroll' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Person' }).fill('learner');
    await page.getByRole('option', { name: /learner@a\.example/ }).click();
    await dialog.getByRole('combobox', { name: 'Content' }).fill(content);
    await page.getByRole('option', { name: new RegExp(content) }).click();
    await dialog.getByRole('button', { name: submit, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  it('enroll a person, count the enrollment, grade and archive it', async () => {
    await page.getByRole('link', { name: 'Enrollments' }).click();
    await page.getByText('No enrollments yet').waitFor();
    await enroll('Travel guidelines', 'Enroll');
    const row = page.getByRole('row', { name: /Travel guidelines/ });
    await row.getByRole('link', { name: 'Leo Learner' }).waitFor();
    await page.getByRole('link', { name: 'By content' }).click();
    await page.getByRole('link', { name: '1 · Not started · Travel guidelines' }).click();
    await page.getByText('1 enrollment', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Travel guidelines' }).click();
    await page.getByRole('heading', { level: 1, name: 'Travel guidelines' }).waitFor();
    await page.getByLabel('Result, 0 to 100').fill('87.5');
    await press(/^Not started/);
    await page.getByRole('option', { name: 'Completed' }).click();
    await press('Save');
    await saved(page);
    await page.getByText('87.5 · passed').waitFor();
    await press(/^Completed/);
    await page.getByRole('option', { name: 'In progress' }).click();
    await press('Save');
    await page.getByText('87.5', { exact: true }).waitFor();
    await press(/^In progress/);
    await page.getByRole('option', { name: 'Completed' }).click();
    await press('Save');
    await page.getByText('87.5 · passed').waitFor();
    await press('Archive …');
    await page.getByText(/The enrollment of .+ in Travel guidelines ends at once/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
    await page.getByText('Archived by hand.').waitFor();
    await page.goto(`${stack.url}/enrollments?history=archived`);
    await page.getByRole('row', { name: /Travel guidelines .*archived 87\.5 · passed/ }).waitFor();
  });

  it('give a person an award, and find it on the person’s page', async () => {
    await page.getByRole('link', { name: 'Enrollments' }).click();
    await enroll('First aider', 'Award');
    const row = page.getByRole('row', { name: /First aider Award/ });
    await row.getByRole('link', { name: 'Leo Learner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leo Learner' }).waitFor();
    await page.getByRole('row', { name: /First aider Award Not started/ }).waitFor();
    const { rows } = await stack.auth.db.query(
      `select type, status from learning.enrollments where lo_title = 'First aider'`,
    );
    expect(rows).toEqual([{ type: 'award', status: 'not-started' }]);
  });
});
