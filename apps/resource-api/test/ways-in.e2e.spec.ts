import { sql } from '@app/database';
import type { HttpApp } from '@app/http';
import { likelyFreePort } from '@app/local-services';
import { describeWith, HttpClient, launchChromium } from '@app/testing';
import { createAuthServer } from '../../auth-server/src/app.js';
import { loadSettings as loadAuthSettings } from '../../auth-server/src/config.js';
import { accounts, C1, useAuthServers } from '../../auth-server/test/auth-stack.js';
import { offerPortalCreation } from '../../auth-server/test/portal-creation.js';
import { authorizeAddress } from '../../auth-server/test/test-browser.js';
import { MailPost } from '../../webhook-worker/test/mail-post.js';
import { createResourceApi } from '../src/app.js';
import { loadSettings } from '../src/config.js';

const port = likelyFreePort();
const issuer = `http://localhost:${port}`;
const newPassword = 'Chosen-in-Chromium-1';

/** All three programs, a mail server, and a person with a browser. */
describeWith('chromium', 'ways to sign in, followed in Chromium', () => {
  const auth = useAuthServers(0, { AUTH_PUBLIC_URL: issuer, PORTAL_ORIGIN: `http://{portal}:${port}` });
  let resourceApi: HttpApp;
  let api: HttpClient;
  let oauth: HttpClient;
  let post: MailPost;
  let chromium: import('playwright-core').Browser;

  beforeAll(async () => {
    const { app } = await createAuthServer(loadAuthSettings({ ...auth.settings, LOG_LEVEL: 'silent' }));
    await app.listen(port, '127.0.0.1');
    auth.apps.push(app);
    resourceApi = await createResourceApi(
      loadSettings({
        ...auth.settings,
        DATABASE_URL: auth.database.urls.api,
        JWKS_URL: `http://127.0.0.1:${port}/.well-known/jwks.json`,
        LOG_LEVEL: 'silent',
      }),
    );
    await resourceApi.app.listen(0, '127.0.0.1');
    api = new HttpClient(await resourceApi.app.getUrl());
    oauth = new HttpClient(`http://127.0.0.1:${port}`);
    post = await MailPost.start(auth.database.urls.worker, issuer);
    chromium = await launchChromium();
  });
  afterAll(async () => {
    await chromium?.close();
    await post?.stop();
    await Promise.all([api?.close(), oauth?.close()]);
    await resourceApi?.app.close();
  });

  async function applicationToken(scope: string): Promise<string> {
    const form = {
      grant_type: 'client_credentials',
      client_id: C1.clientId,
      client_secret: C1.secret,
      scope,
    };
    return (await oauth.post('/oauth/token', { form })).body.access_token;
  }
  async function open() {
    const page = await (await chromium.newContext({ locale: 'en' })).newPage();
    return page;
  }
  const signIn = async (page: Awaited<ReturnType<typeof open>>, email: string, password: string) => {
    await page.fill('#username', email);
    await page.fill('#password', password);
    await page.click('button[type=submit]');
  };

  it('the mail to a new user leads to a password, and that to a signed-in page', async () => {
    const email = 'newcomer@a.example';
    const created = await api.post('/v2/users', {
      token: await applicationToken('user.write'),
      json: { email, first_name: 'Nia', last_name: 'Newcomer' },
    });
    expect(created.status).toBe(201);
    await post.sendDue();
    const link = post.caught.map(
      ({ text }) => /http:\/\/localhost:\d+\/oauth\/password\/set\?token=\S+/.exec(text ?? '')?.[0],
    );
    const page = await open();
    await page.goto(link.at(-1)!);
    expect(await page.textContent('body')).toContain(email);
    await page.fill('#password', newPassword);
    await page.fill('#repeated', newPassword);
    await page.click('button[type=submit]');
    await page.waitForSelector('text=Your password has been set');
    await page.goto(`${issuer}/oauth/account`);
    await signIn(page, email, newPassword);
    await page.waitForSelector('form[action="/oauth/sign-out"]');
    expect(await page.textContent('body')).toContain('Nia Newcomer');
    const again = await open();
    await again.goto(link.at(-1)!);
    expect(await again.locator('#password').count()).toBe(0);
  });

  it('a login link leads to a signed-in page of the portal, once', async () => {
    await auth.db.many(sql`update identity.portals set features = '{login_links}' where id = 1`);
    const { status, body } = await api.post(`/v2/users/${accounts.learnerA}/login?redirect_url=courses`, {
      token: await applicationToken('user.login'),
    });
    expect([status, new URL(body.url).origin]).toEqual([200, `http://a.learning.localhost:${port}`]);
    const page = await open();
    await page.goto(body.url);
    await page.click('button[type=submit]');
    await page.waitForURL(`http://a.learning.localhost:${port}/courses`);
    const text = await page.textContent('body');
    expect(text).toContain('Welcome to Portal A');
    expect(text).toContain('learner@a.example');
    const stranger = await open();
    await stranger.goto(body.url);
    expect(await stranger.textContent('body')).not.toContain('Continue as');
  });

  it('the authorize page allows a person without a portal to create one', async () => {
    const email = 'founder@x.example';
    await offerPortalCreation(auth);
    await auth.db.many(sql`
      with person as (insert into identity.persons (email, first_name, last_name, verified_time,
             verified_by) values (${email}, 'Fay', 'Founder', now(), 'operator') returning id)
      insert into auth.passwords (person_id, hash) select person.id, hash from person, auth.passwords where person_id = 1`);
    const page = await open();
    const vendor = {
      client_id: 'label',
      new_client: 'Vendor',
      redirect_uri: 'https://vendor.example/',
      redirect: 'false',
      scope: 'lo.read',
      creation_path: 'starter',
      partner_portal_id: '3',
    };
    await page.goto(`${issuer}${authorizeAddress(vendor)}`);
    await signIn(page, email, 'Demo-pass-1234');
    await page.fill('#company', 'Fay & Partner');
    await page.click('form[action="/oauth/authorize/create-portal"] button');
    await page.waitForSelector('button[value=allow]');
    expect(await page.textContent('body')).toContain('Fay & Partner');
    await page.click('button[value=allow]');
    await page.waitForSelector('#client_secret');
    const createdRows = await auth.db.many(sql`
      select o.title, o.parent_portal_id, a.roles from identity.portals o
        join identity.accounts a on a.portal_id = o.id join identity.persons p on p.id = a.person_id
       where p.email = ${email}`);
    expect(createdRows).toEqual([{ title: 'Fay & Partner', parent_portal_id: 3, roles: ['Administrator'] }]);
    const client = {
      grant_type: 'client_credentials',
      client_id: await page.inputValue('#client_id'),
      client_secret: await page.inputValue('#client_secret'),
    };
    const token = await oauth.post('/oauth/token', { form: client });
    const answer = await api.get('/v2/learning-objects', { token: token.body.access_token });
    expect([token.status, answer.status]).toEqual([200, 200]);
  });
});
