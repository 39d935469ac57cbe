import { sql } from '@app/database';
import { approve, forgetAnswers } from '../../../test/approvals.js';
import { registerKey, assertPerson } from '../../../test/assertions.js';
import { accounts, C1, C2, configure, useAuthServers, c2Request } from '../../../test/auth-stack.js';
import { oneTimeToken } from '../../../test/links.js';
import { expectDead, expectPage, type OAuthAnswer } from '../../../test/requests.js';
import { authorizeAddress, obtainCode, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers();
const base = '/oauth/account/applications';
const applicationUrl = (page: string, portal = 1) =>
  `${base}/${page}?portal=${portal}&client_id=${C2.clientId}`;
const loginForm = 'action="/oauth/authorize/login"';
const approvals = () =>
  stack.db.many(sql`
    select portal_id, scopes, acts_for_people, for_administrators, makes_portals, approved_by
      from auth.approvals`);

/** A browser that has signed in and been shown the page. */
async function open(path: string, username = 'admin@a.example') {
  const browser = new TestBrowser(stack);
  await browser.follow(await browser.get(path));
  await browser.login(username);
  return browser;
}
const reopened = async (browser: TestBrowser, path: string): Promise<OAuthAnswer> =>
  browser.follow(await browser.get(path));
const tick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '1']));
/** Posts the approval form with only these boxes ticked. */
const submitApproval = (browser: TestBrowser, ...boxes: string[]) => {
  const { csrf = '', portal = '', client_id = '' } = browser.form(`${base}/approve`).fields;
  return browser
    .post(`${base}/approve`, { csrf, portal, client_id, ...tick(...boxes) })
    .then((answer) => browser.follow(answer));
};

beforeEach(() => forgetAnswers(stack));

describe('the approval page', () => {
  it('lists all scopes, and approves only the ticked ones', async () => {
    const browser = await open(`${applicationUrl('approve')}&scope=user.read`);
    const { text } = browser.page;
    expect(text).toContain('Approve Client Two?');
    expect(text).toContain('for Portal A');
    expect(text).toContain('two.example');
    expect(text).toMatch(/name="user.read" value="1" checked>/);
    expect(text).toMatch(/name="user.write" value="1">/);
    expect(text).toMatch(/name="for_administrators" value="1">/);
    expect(text).not.toContain('makes_portals');
    await stack.db.many(sql`delete from identity.mails`);
    const after = await submitApproval(browser, 'user.read', 'lo.read', 'acts_for_people');
    expect(after.text).toContain('Approved by Ada Admin');
    expect(await approvals()).toEqual([
      {
        portal_id: 1,
        scopes: ['user.read', 'lo.read'],
        acts_for_people: true,
        for_administrators: false,
        makes_portals: false,
        approved_by: accounts.adminA,
      },
    ]);
    expect(await stack.db.many(sql`select recipient from identity.mails order by 1`)).toEqual([
      { recipient: 'admin@a.example' },
      { recipient: 'multi@a.example' },
    ]);
    const events = await stack.db.many(sql`
      select event, account_id from auth.audit_log where event like 'approval%'`);
    expect(events).toEqual([{ event: 'approval.given', account_id: accounts.adminA }]);
  });

  it('displays the page again if nothing is ticked; it has no scopes of OpenID Connect', async () => {
    const browser = await open(`${applicationUrl('approve')}&scope=openid%20email`);
    expect(browser.page.text).not.toContain('name="openid"');
    const again = await submitApproval(browser, 'acts_for_people', 'openid', 'email');
    expect([again.status, again.text.includes('Choose at least one')]).toEqual([400, true]);
    expect(await approvals()).toEqual([]);
  });

  it('T49 requires the password first in a session that began with a login link', async () => {
    const link = await oneTimeToken(stack, accounts.adminA, 1);
    const browser = new TestBrowser(stack);
    await browser.follow(await browser.get(authorizeAddress({ one_time_token: link })));
    await browser.submit('/oauth/authorize/one-time');
    for (const path of [applicationUrl('approve'), applicationUrl('details'), base]) {
      const page = await reopened(browser, path);
      expect(page.text).toContain(loginForm);
    }
    expect(await approvals()).toEqual([]);
  });

  it('T49 requires the password first if the login is not recent, for the page and for its form', async () => {
    const browser = await open(applicationUrl('approve'));
    const { fields } = browser.form(`${base}/approve`);
    stack.clock.advance(601);
    try {
      const posted = await browser.follow(
        await browser.post(`${base}/approve`, {
          csrf: fields['csrf']!,
          portal: '1',
          client_id: C2.clientId,
          'lo.read': '1',
        }),
      );
      expect(posted.text).toContain(loginForm);
      expect((await reopened(browser, applicationUrl('approve'))).text).toContain(loginForm);
      expect((await reopened(browser, base)).text).toContain('Applications of Portal A');
      expect(await approvals()).toEqual([]);
    } finally {
      stack.clock.reset();
    }
  });

  it('T49 sends a person without a second factor to set one up where it is required, and only there', async () => {
    await configure(stack, 2, { require_second_factor: true });
    try {
      const browser = await open(applicationUrl('approve', 2), 'multi@a.example');
      expect([browser.page.status, browser.page.text.includes('/oauth/account/second-factor')]).toEqual([
        403,
        true,
      ]);
      const form = await reopened(browser, applicationUrl('approve', 1));
      expect(form.text).toContain('for Portal A');
      const { fields } = browser.form(`${base}/approve`);
      expectPage(
        await browser.post(`${base}/approve`, {
          csrf: fields['csrf']!,
          portal: '2',
          client_id: C2.clientId,
          'lo.read': '1',
        }),
        403,
      );
      expect(await approvals()).toEqual([]);
    } finally {
      await configure(stack, 2, {});
    }
  });

  it('is only for administrators of that portal', async () => {
    for (const username of ['learner@a.example', 'manager@a.example', 'admin@b.example']) {
      const browser = await open(applicationUrl('approve'), username);
      expect(browser.page.status).toBe(403);
      expect(browser.page.text).not.toContain('Client Two');
    }
  });

  it('shows neither the portal’s own applications nor unknown ones', async () => {
    const browser = await open(`${base}/approve?portal=1&client_id=${C1.clientId}`);
    expect(browser.page.status).toBe(404);
    expect((await reopened(browser, `${base}/approve?portal=1&client_id=nobody`)).status).toBe(404);
    expect((await reopened(browser, `${base}/approve?portal=1`)).status).toBe(404);
  });
});

describe('the applications page of a portal', () => {
  it('lists own and connected applications, is linked from the account page, and offers a choice of portal', async () => {
    await approve(stack, C2.clientId, { approvedBy: accounts.adminA });
    const browser = await open('/oauth/account');
    expect(browser.page.text).toContain(`href="${base}?portal=1"`);
    const { text } = await reopened(browser, base);
    expect(text).toContain('Client One');
    expect(text).toMatch(/Client Two[\s\S]*approved/);
    const multi = await open(base, 'multi@a.example');
    expect(multi.page.text).toContain(`href="${base}?portal=2"`);
    const learner = await open('/oauth/account', 'learner@a.example');
    expect(learner.page.text).not.toContain(base);
  });

  it('displays who approved an application, when, and its scopes', async () => {
    await approve(stack, C2.clientId, { approvedBy: accounts.multiA, scopes: ['user.read'] });
    await obtainCode(stack, { ...c2Request, scope: 'lo.read' }, { username: 'learner@a.example' });
    const { page } = await open(applicationUrl('details'));
    expect(page.text).toContain('Approved by Max Multi');
    expect(page.text).toContain('See people and their details');
    expect(page.text).toContain('except administrators');
    expect(page.text).toContain('Leo Learner');
    expect(page.text).toContain('Search and see learning content');
  });

  it('withdraws, disconnects, blocks and unblocks', async () => {
    await approve(stack, C2.clientId);
    const key = await registerKey(stack, C2.clientId);
    const asserted = async () =>
      (await assertPerson(stack, key, accounts.learnerA)).body.access_token as string;
    const first = await asserted();
    const browser = await open(applicationUrl('details'), 'multi@a.example');
    await browser.submit(`${base}/withdraw`);
    await expectDead(stack, first);
    expect(await approvals()).toEqual([]);

    await approve(stack, C2.clientId);
    const second = await asserted();
    await reopened(browser, applicationUrl('details'));
    expect((await browser.submit(`${base}/disconnect`)).text).not.toContain('Client Two');
    await expectDead(stack, second);

    await approve(stack, C2.clientId);
    await reopened(browser, applicationUrl('details'));
    expect((await browser.submit(`${base}/block`)).text).toContain('Blocked since');
    expect(await approvals()).toEqual([]);
    await browser.submit(`${base}/unblock`);
    expect(await stack.db.many(sql`select client_id from auth.client_blocks`)).toEqual([]);
  });

  it.each(['withdraw', 'disconnect', 'block', 'unblock', 'remove-consent'])(
    'requires the password again to %s, and changes nothing before that',
    async (what) => {
      await approve(stack, C2.clientId);
      await obtainCode(stack, c2Request, { username: 'learner@a.example' });
      const browser = await open(applicationUrl('details'), 'multi@a.example');
      if (what === 'unblock') await browser.submit(`${base}/block`);
      const { action, fields } = browser.form(`${base}/${what}`);
      const state = () =>
        stack.db.many(sql`
          select (select count(*)::int from auth.approvals) as approvals,
                 (select count(*)::int from auth.consents) as consents,
                 (select count(*)::int from auth.client_blocks) as blocks`);
      const before = await state();
      stack.clock.advance(601);
      try {
        await browser.follow(await browser.post(action, fields));
        expect(browser.page.text).toContain(loginForm);
        expect(await state()).toEqual(before);
        await browser.login('multi@a.example');
        expect(browser.page.text).toContain('Client Two');
        await browser.submit(`${base}/${what}`);
        expect(await state()).not.toEqual(before);
      } finally {
        stack.clock.reset();
      }
    },
  );

  it('removes one person’s consent', async () => {
    for (const username of ['learner@a.example', 'manager@a.example'])
      await obtainCode(stack, c2Request, { username });
    const browser = await open(applicationUrl('details'));
    const { fields } = browser.form(`${base}/remove-consent`);
    await browser.submit(`${base}/remove-consent`);
    const remainingRows = await stack.db.many<{ account_id: number }>(sql`
      select account_id from auth.consents`);
    expect(remainingRows).toHaveLength(1);
    expect(String(remainingRows[0]!.account_id)).not.toBe(fields['account']);
  });

  it('refuses forms for another portal, without a session, and from another site', async () => {
    await approve(stack, C2.clientId, { portalId: 2 });
    await approve(stack, C2.clientId);
    const browser = await open(applicationUrl('details'));
    const { fields } = browser.form(`${base}/disconnect`);
    for (const page of ['withdraw', 'disconnect', 'block', 'unblock', 'approve', 'remove-consent']) {
      expectPage(await browser.post(`${base}/${page}`, { ...fields, portal: '2', account: '201' }), 403);
      expectPage(await browser.post(`${base}/${page}`, { ...fields, csrf: 'x' }), 403);
      expectPage(await new TestBrowser(stack).post(`${base}/${page}`, fields), 403);
    }
    expect(await approvals()).toHaveLength(2);
  });
});
