import type { HttpApp } from '@app/http';
import { likelyFreePort } from '@app/local-services';
import { approve } from '../../auth-server/test/approvals.js';
import { C1, C2, OPS, P1, password, startServer, useAuthServers } from '../../auth-server/test/auth-stack.js';
import { leadsTo, TestBrowser } from '../../auth-server/test/test-browser.js';
import { createResourceApi } from '../../resource-api/src/app.js';
import { loadSettings } from '../../resource-api/src/config.js';
import { createWebhookWorker } from '../../webhook-worker/src/app.js';
import { settings as workerSettings } from '../../webhook-worker/src/config.js';
import { describeWith, findPageFaults, launchChromium } from '@app/testing';
import { DemoPartner } from './demo-partner.js';
import { flows, type FlowId } from './flows.js';

const [authPort, apiPort, partnerPort] = [likelyFreePort(), likelyFreePort(), likelyFreePort()];
const origin = `http://localhost:${partnerPort}`;
const auth = `http://127.0.0.1:${authPort}`;
const apiUrl = `http://127.0.0.1:${apiPort}`;

describe('the demo partner', () => {
  const stack = useAuthServers(0, { AUTH_PUBLIC_URL: auth, API_PUBLIC_URL: apiUrl });
  const servers: HttpApp[] = [];
  let partner: DemoPartner;
  const acme = { client_id: 'acme-app', client_secret: 'acme-app-secret' };
  const clients = [
    { ...acme, redirect_uri: `${origin}/callback`, what: 'bound to a' },
    {
      client_id: 'partner-app',
      client_secret: 'partner-app-secret',
      redirect_uri: `${origin}/callback`,
      what: 'unbound',
    },
    { client_id: 'spa-app', redirect_uri: `${origin}/spa`, what: 'no secret' },
    { client_id: OPS.clientId, client_secret: OPS.secret, what: 'special permissions' },
  ];

  beforeAll(async () => {
    const [callback, spaAddress] = [`${origin}/callback`, `${origin}/spa`];
    await stack.register({ ...C1, clientId: 'acme-app', secret: 'acme-app-secret', redirectUri: callback });
    await stack.register({
      ...C2,
      clientId: 'partner-app',
      secret: 'partner-app-secret',
      redirectUri: callback,
    });
    await stack.register({ ...P1, clientId: 'spa-app', redirectUri: spaAddress });
    await approve(stack, 'partner-app');
    await startServer(stack, authPort);
    const settings = { ...stack.settings, LOG_LEVEL: 'silent', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
    const api = await createResourceApi(loadSettings({ ...settings, DATABASE_URL: stack.database.urls.api }));
    await api.app.listen(apiPort, '127.0.0.1');
    const worker = await createWebhookWorker(
      workerSettings.parse({ ...settings, DATABASE_URL: stack.database.urls.worker }),
    );
    await worker.app.init();
    servers.push(api, worker);
    partner = new DemoPartner({
      host: '127.0.0.1',
      port: partnerPort,
      ...{ auth, api: apiUrl, origin, clients, password },
      accounts: [
        { email: 'admin@a.example', what: 'administrator of a' },
        { email: 'learner@a.example', what: 'learner in a' },
      ],
      portal: 'a.learning.localhost',
      portalCreation: { creation_path: 'partner-default', partner_portal_id: 3 },
      webhookClient: acme,
    });
    await partner.start();
  });
  afterAll(async () => {
    await partner?.stop();
    await Promise.all(servers.map(({ app }) => app.close()));
  });

  const open = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`http://127.0.0.1:${partnerPort}${path}`, { redirect: 'manual', ...init });
    const { status, headers } = response;
    return { status, headers, text: await response.text(), location: headers.get('location') ?? '' };
  };
  const post = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    open(path, { method: 'POST', body: new URLSearchParams(form), headers });
  /** Begins a flow. @returns its page, and what the browser keeps of it */
  async function begin(flow: FlowId, form: Record<string, string> = {}) {
    const started = await post(`/start/${flow}`, form);
    expect([flow, started.status]).toEqual([flow, 303]);
    const page = await open(started.location);
    const [, authorize = ''] = /class="button"\s+href="([^"]+)"/.exec(page.text) ?? [];
    const cookie = started.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { page, cookie, path: started.location, authorize: authorize.replaceAll('&amp;', '&') };
  }
  /** Signs in and consents. @returns the last page of the authorization server */
  async function signIn(authorize: string) {
    const browser = new TestBrowser(stack);
    let page = await browser.follow(await browser.get(authorize.replace(auth, '')));
    page = await browser.login('admin@a.example');
    if (page.text.includes('action="/oauth/authorize/portal"'))
      page = await browser.submit('/oauth/authorize/portal');
    if (page.text.includes('action="/oauth/authorize/consent"')) page = await browser.allow();
    return page;
  }
  /** The same, @returns the path on the partner's side to which the browser is sent */
  async function returnPath(authorize: string): Promise<string> {
    const address = leadsTo(await signIn(authorize));
    expect(address.startsWith(`${origin}/`)).toBe(true);
    return address.slice(origin.length);
  }
  const shown = async (path: string, cookie: string) => {
    const answer = await open(path, { headers: { cookie } });
    expect(answer.status).toBe(303);
    return open(answer.location);
  };
  /** Every step of the drawing is lit. */
  function expectAllLit(text: string, flow: FlowId): void {
    expect(text.match(/<li\s+class="lit /g)?.length).toBe(flows[flow].steps.length);
    expect(text).not.toContain('role="alert"');
  }

  it('has a card for each flow, next to the accounts and applications', async () => {
    const { text, headers } = await open('/');
    for (const id of Object.keys(flows)) expect(text).toContain(`action="/start/${id}"`);
    for (const { client_id } of clients) expect(text).toContain(client_id);
    for (const shownText of ['admin@a.example', password]) expect(text).toContain(shownText);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    for (const [, address] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
      expect([address, (await open(address!)).status]).toEqual([address, 200]);
  });

  it.each(['acme-app', 'partner-app', 'spa-app'])(
    'code, as %s: displays the redirect, exchanges the returned code, and calls the API',
    async (client_id) => {
      const { page, cookie, authorize } = await begin('code', { client_id });
      expect(page.text).toContain('code_challenge');
      const path = await returnPath(authorize);
      const { text } = await shown(path, cookie);
      expectAllLit(text, 'code');
      for (const part of [`curl ${auth}/oauth/token`, `curl ${apiUrl}/v2/me`, 'admin@a.example', 'Decode'])
        expect(text).toContain(part);
      // the state is used up, so the code that came with it is not sent again
      expect((await open(path, { headers: { cookie } })).status).toBe(400);
    },
  );

  it.each([
    ['client-credentials', {}],
    ['password', { username: 'admin@a.example' }],
    ['service-jwt', { username: 'learner@a.example' }],
    ['refresh', { username: 'admin@a.example' }],
    ['revoke', {}],
  ] as const)('%s: goes through all steps', async (flow, form) => {
    const { page } = await begin(flow, form);
    expectAllLit(page.text, flow);
    const statuses = [...page.text.matchAll(/class="status \w+">(\d+)</g)].map(([, status]) => status);
    const last = { refresh: '400', revoke: '401' }[flow as string] ?? '200';
    expect(statuses.at(-1)).toBe(last);
    expect(statuses.slice(0, -1).filter((status) => status !== '200')).toEqual([]);
  });

  it('service-jwt: acts for the person, and registers its key once', async () => {
    const { page } = await begin('service-jwt', { username: 'learner@a.example' });
    expect(page.text).toContain('&quot;email&quot;: &quot;learner@a.example&quot;');
    expect(page.text).not.toContain('/client/partner-app'.concat(' \\'));
  });

  it('password: displays the reason of a refusal', async () => {
    const { page } = await begin('password', { username: 'learner@a.example' });
    expect(page.text).toContain('role="alert"');
    expect(page.text).toContain('invalid_grant');
    expect(page.text).toMatch(/<li\s+class="next /);
  });

  it('new-client: gets its credentials on the way, and uses them', async () => {
    const { cookie, authorize } = await begin('new-client');
    const { text } = await shown(await returnPath(authorize), cookie);
    expectAllLit(text, 'new-client');
    expect(text).toContain('client_secret');
  });

  it('redirect-false: takes the code by hand', async () => {
    const { path, authorize } = await begin('redirect-false');
    const { text } = await signIn(authorize);
    const [, code = ''] = /id="code"[^>]*value="([^"]+)"/.exec(text) ?? [];
    const { status, location } = await post(`${path}/code`, { code });
    expect([status, location]).toEqual([303, path]);
    expectAllLit((await open(path)).text, 'redirect-false');
  });

  it('uses no code of another browser, without a state, or of another issuer', async () => {
    const { authorize } = await begin('code');
    const path = await returnPath(authorize);
    for (const cookie of ['', 'demo_partner_state=other'])
      expect((await open(path, { headers: { cookie } })).text).toContain('Not started here');
    const { cookie } = await begin('code');
    const state = cookie.split('=')[1];
    const elsewhere = `/callback?code=x&state=${state}&iss=https%3A%2F%2Fevil.example`;
    expect((await open(elsewhere, { headers: { cookie } })).status).toBe(400);
  });

  it('displays refusals of the authorization server, and never inserts foreign text as HTML', async () => {
    const { cookie } = await begin('code');
    const state = cookie.split('=')[1];
    const error = encodeURIComponent('<script>alert(1)</script>');
    const { text } = await shown(`/callback?state=${state}&error=${error}`, cookie);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; instead of a code');
    expect(text).not.toContain('<script>alert');
  });

  it('shows webhooks as they arrive, verified, until it stops listening', async () => {
    expect((await post('/webhooks')).status).toBe(410);
    expect((await post('/webhooks/listen')).status).toBe(303);
    const events = await fetch(`http://127.0.0.1:${partnerPort}/webhooks/events`);
    await post('/webhooks/event');
    let live = '';
    const reader = events.body!.getReader();
    while (!live.includes('user.create')) live += Buffer.from((await reader.read()).value ?? []).toString();
    await reader.cancel();
    expect(live).toContain('verified');
    expect((await open('/')).text).toMatch(/<strong>user\.create<\/strong>/);
    const forged = await open('/webhooks', { method: 'POST', body: '{"type":"user.create"}' });
    expect(forged.status).toBe(401);
    await post('/webhooks/stop');
    expect((await post('/webhooks')).status).toBe(410);
  });

  it('refuses requests under any other host name, and forms of other sites', async () => {
    const { request } = await import('undici');
    const answer = await request(`http://127.0.0.1:${partnerPort}/`, { headers: { host: 'evil.example' } });
    expect(answer.statusCode).toBe(403);
    await answer.body.dump();
    for (const path of ['/start/revoke', '/webhooks/listen'])
      expect((await post(path, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await open('/runs/unknown')).status).toBe(404);
    expect((await post('/start/unknown')).status).toBe(404);
  });

  describeWith('chromium', 'in Chromium', () => {
    let browser: Awaited<ReturnType<typeof launchChromium>>;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser?.close());

    it.each([360, 1280])('fits into %i px in both schemes, and axe has no findings', async (width) => {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const outside: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== origin) outside.push(request.url());
      });
      const faults: string[] = [];
      const inspect = async (name: string) => {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        faults.push(...(await findPageFaults(page, `partner-${name}-${width}`, ['light', 'dark'])));
      };
      await page.goto(origin);
      await page.click('#webhooks button');
      await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
      await inspect('start');
      for (const flow of ['refresh', 'service-jwt', 'redirect-false', 'code'] as const) {
        await page.goto(origin);
        await page.click(`form[action="/start/${flow}"] button`);
        await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`);
        await inspect(flow);
      }
      expect(faults).toEqual([]);
      expect(outside).toEqual([]);
      await page.close();
    });

    it('copies a token, and shows a webhook without a reload', async () => {
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await context.newPage();
      await page.goto(origin);
      await page.click('form[action="/start/client-credentials"] button');
      await page.click('button[aria-label="Copy the access_token"]');
      await page.locator('button', { hasText: 'Copied' }).waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied.split('.')).toHaveLength(3);
      await page.goto(origin);
      if (await page.locator('form[action="/webhooks/listen"]').count())
        await page.click('form[action="/webhooks/listen"] button');
      await page.locator('[data-live]').waitFor({ state: 'attached' });
      await page.evaluate(`void fetch('/webhooks/event', { method: 'POST' })`);
      await page.locator('.received li', { hasText: 'user.create' }).first().waitFor();
      await context.close();
    });

    it('implicit: the script reads the fragment, checks it and calls the API', async () => {
      const page = await browser.newPage();
      await page.goto(origin);
      await page.click('form[action="/start/implicit"] button');
      await page.click('a.button');
      await page.fill('#username', 'admin@a.example');
      await page.fill('#password', password);
      await page.click('form[action="/oauth/authorize/login"] button[type=submit]');
      await page.locator('form[action="/oauth/authorize/consent"] button[value=allow]').click();
      await page.waitForURL((url) => url.origin === origin);
      await page.locator('#me', { hasText: 'admin@a.example' }).waitFor();
      await page.locator('button[aria-label="Copy access_token"]:visible').waitFor();
      await page.click('#fragment summary');
      await page.locator('#fragment details pre', { hasText: '"claims"' }).waitFor();
      expect(await page.locator('.sequence li.lit').count()).toBe(flows.implicit.steps.length);
      expect(page.url()).toBe(`${origin}/spa`);
      // another page cannot slip its token in
      await page.goto(`${origin}/`);
      await page.goto(`${origin}/spa#access_token=x&state=foreign`);
      await page.locator('#fragment [role=alert]', { hasText: 'The state is not ours' }).waitFor();
      await page.close();
    });
  });
});
