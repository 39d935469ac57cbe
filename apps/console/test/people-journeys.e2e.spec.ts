import { sql } from '@app/database';
import { CatalogueSeed, describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { accounts, C1, password } from '../../auth-server/test/auth-stack.js';
import { useBrowserPage } from './use-web-page.js';
import { callApi, obtainToken, signInAt, useWebStack } from './web-stack.js';

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

  it('invite, correct the address, invite again, change roles in two tabs, block', async () => {
    await page.getByRole('link', { name: 'Invite' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill('grace@a.example');
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Last name').fill('Hopper');
    await press('Invite');
    await page.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();

    await page.getByText('Invited', { exact: true }).waitFor();
    await press('Correct the address …');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('learner@a.example');
    await dialog.getByRole('button', { name: 'Correct the address' }).click();
    await dialog.getByRole('link', { name: 'Leo Learner' }).waitFor();
    await dialog.getByLabel('E-mail').fill('grace.hopper@a.example');
    await dialog.getByRole('button', { name: 'Correct the address' }).click();
    await page.getByText('The invitation goes to grace.hopper@a.example').waitFor();
    await press('Resend invitation …');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The invitation to grace.hopper@a.example is on its way').waitFor();

    // the later change of two tabs reports the earlier one and keeps its input
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
    await page.getByText('Grace Hopper (grace.hopper@a.example) is signed out').waitFor();
    await dialog.getByRole('button', { name: 'Block' }).click();
    await page.getByText('Grace Hopper is blocked').waitFor();
    await page.goto(`${stack.url}/people?status=blocked`);
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    const rows = await stack.auth.db.many(sql`
      select a.roles, a.status, h.email,
             (select count(*)::int from identity.mails m where m.recipient = h.email) as mails
        from identity.accounts a join identity.persons h on h.id = a.person_id where a.first_name = 'Grace'`);
    const email = 'grace.hopper@a.example';
    expect(rows).toEqual([{ roles: ['Learner', 'Manager'], status: false, email, mails: 2 }]);
  });

  it('find out who has blocked a person', async () => {
    await stack.auth.db.many(sql`
      update identity.accounts set roles = '{Administrator}' where id = ${accounts.managerA}`);
    const username = 'manager@a.example';
    const token = await obtainToken(stack, C1, { grant_type: 'password', username, password });
    const path = `users/${accounts.learnerA}`;
    expect((await callApi(stack, token, 'PATCH', path, { status: false })).status).toBe(200);
    await page.getByRole('link', { name: 'Leo Learner' }).click();
    await page.getByText('Blocked', { exact: true }).waitFor();
    await page.locator('.page-head').getByRole('link', { name: 'Audit log' }).click();
    await page
      .getByRole('row', { name: /^Person changed user\.changed Mara Manager Client One .*State Blocked/ })
      .waitFor();
    await callApi(stack, token, 'PATCH', path, { status: true });
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

  it('give a person an award, find it on the person’s page, and send a password mail', async () => {
    await page.getByRole('link', { name: 'Enrollments' }).click();
    await enroll('First aider', 'Award');
    const row = page.getByRole('row', { name: /First aider Award/ });
    await row.getByRole('link', { name: 'Leo Learner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Leo Learner' }).waitFor();
    await page.getByRole('row', { name: /First aider Award Not started/ }).waitFor();
    const rows = await stack.auth.db.many(sql`
      select type, status from learning.enrollments where lo_title = 'First aider'`);
    expect(rows).toEqual([{ type: 'award', status: 'not-started' }]);
    await press('Password mail …');
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await page.getByText(/^The mail to learner@a.example is on its way/).waitFor();
    const mails = await stack.auth.db.many(sql`
      select recipient from identity.mails where template = 'password-reset'`);
    expect(mails).toEqual([{ recipient: 'learner@a.example' }]);
  });
});
