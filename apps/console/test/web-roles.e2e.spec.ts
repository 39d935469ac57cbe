import { sql } from '@app/database';
import { describeWith } from '@app/testing';
import type { Page } from 'playwright-core';
import { accounts } from '../../auth-server/test/auth-stack.js';
import { listPageAddresses } from './web-addresses.js';
import { pageErrors, waitUntilShown, WebBrowser } from './web-page.js';
import { sendAsPage, signInAt, useWebStack } from './web-stack.js';

const roles = ['Administrator', 'Manager', 'Content administrator', 'Learner'] as const;
type Role = (typeof roles)[number];

type Outcome = 'the page' | 'what is missing' | 'nothing';

/**
 * The roles that see the page of an address, as the API answers (role-matrix.e2e.spec.ts), and the sentence that the others see.
 * The first match counts; all else is the administrators' alone.
 */
const readers: [path: RegExp, roles: readonly Role[], otherwise: Outcome][] = [
  [/^\/(problem|sign-in|portal\/branding|people)?$/, roles, 'what is missing'],
  [/^\/content\/new$/, ['Administrator', 'Content administrator'], 'what is missing'],
  [/^\/content\/packages$/, ['Administrator'], 'what is missing'],
  [/^\/(collections|groups)(\/|$)/, ['Administrator', 'Manager', 'Content administrator'], 'what is missing'],
  [/^\/content(\/|$)/, roles, 'what is missing'],
  [/^\/(people|enrollments)\/\d/, ['Administrator', 'Manager'], 'nothing'],
];
const expectOutcome = (role: Role, address: string): Outcome => {
  const [, allowed, otherwise] = readers.find(([path]) => path.test(address)) ?? [
    /./,
    ['Administrator'],
    'what is missing',
  ];
  return allowed.includes(role) ? 'the page' : otherwise;
};
/** The pages that the menu leads to. */
const menus: Record<Role, readonly string[]> = {
  Administrator: [
    '/',
    '/webhooks',
    '/applications',
    '/api-errors',
    '/people',
    '/enrollments',
    '/content',
    '/portal',
    '/audit',
  ],
  Manager: ['/people'],
  'Content administrator': ['/content'],
  Learner: [],
};
const missing = /Your role does not allow this|does not include this right|Only administrators of the portal/;
const absent = /It is not here|Nothing with this id exists here/;

describeWith('chromium', 'each role at each address of the console', () => {
  const stack = useWebStack();
  const browser = new WebBrowser();
  let addresses: string[];

  /** A page of somebody with the role. */
  async function openAs(role: Role): Promise<Page> {
    await stack.auth.db.many(sql`
      update identity.accounts set roles = ${[role]} where id = ${accounts.managerA}`);
    const page = await browser.open();
    await page.goto(stack.url);
    await signInAt(page, 'manager@a.example');
    await page.getByRole('button', { name: /^Mara Manager/ }).waitFor();
    return page;
  }
  const create = (page: Page, path: string, body: object) => sendAsPage(page, 'POST', path, body);

  beforeAll(async () => {
    await browser.start();
    await stack.auth.db.many(sql`
      insert into identity.account_managers values (1, ${accounts.learnerA}, ${accounts.managerA})`);
    const page = await openAs('Administrator');
    const webhook = await create(page, 'api/v2/webhooks', { url: 'http://localhost:9/', user_create: true });
    const delivery = await create(page, `api/v2/webhooks/${webhook['id']}/test`, {});
    const link = { title: 'A page', url: 'https://page.example/' };
    const content = await create(page, 'api/v2/content/links', link);
    const enrolled = { user_id: accounts.learnerA, lo_id: content['id'] };
    const enrollment = await create(page, 'api/v2/enrollments', enrolled);
    const client = { client_name: 'Ours', redirect_uris: ['https://ours.example/back'] };
    const application = await create(page, 'auth/applications', client);
    const group = await create(page, 'api/v2/content-groups', { title: 'Ours' });
    const collection = await create(page, 'api/v2/collections', { title: 'Ours' });
    addresses = await listPageAddresses(page, {
      '/collections/$id': collection['id']!,
      '/groups/$id': group['id']!,
      '/webhooks/$id': webhook['id']!,
      '/webhooks/$id/deliveries/$delivery': delivery['id']!,
      '/applications/$client': application['client_id']!,
      '/people/$id': accounts.learnerA,
      '/enrollments/$id': enrollment['id']!,
      '/content/$id': content['id']!,
    });
    await page.context().close();
  });
  afterAll(() => browser.stop());

  it.each(roles)('%s', async (role) => {
    const page = await openAs(role);
    const shown: Record<string, Outcome> = {};
    for (const address of addresses) {
      await page.goto(stack.url + address);
      await waitUntilShown(page);
      const text = await page.locator('main').innerText();
      const title = await page.locator('h1').innerText();
      if (missing.test(text)) expect([address, title]).toEqual([address, 'Nothing to see here for you']);
      shown[address] = missing.test(text) ? 'what is missing' : absent.test(text) ? 'nothing' : 'the page';
    }
    expect(shown).toEqual(
      Object.fromEntries(addresses.map((address) => [address, expectOutcome(role, address)])),
    );
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('ul.menu a')].map((link) => link.pathname)`,
    );
    expect(links).toEqual(menus[role]);
    expect(links.filter((path) => shown[path] !== 'the page')).toEqual([]);
    expect(pageErrors(page)).toEqual([]);
    await page.context().close();
  });
});
