import type { HttpApp } from '@app/http';
import { likelyFreePort } from '@app/local-services';
import { C1, C2, P1, startServer, useAuthServers } from '../../../../auth-server/test/auth-stack.js';
import { leadsTo, TestBrowser } from '../../../../auth-server/test/test-browser.js';
import { createResourceApi } from '../../../../resource-api/src/app.js';
import { loadSettings } from '../../../../resource-api/src/config.js';
import { DemoPartner } from './demo-partner.js';

const [authPort, apiPort, partnerPort] = [likelyFreePort(), likelyFreePort(), likelyFreePort()];
const origin = `http://localhost:${partnerPort}`;
const auth = `http://127.0.0.1:${authPort}`;
const apiUrl = `http://127.0.0.1:${apiPort}`;

describe('the demo partner', () => {
  const stack = useAuthServers(0, { AUTH_PUBLIC_URL: auth, API_PUBLIC_URL: apiUrl });
  let api: HttpApp;
  let partner: DemoPartner;
  const unbound = { client_id: 'unbound', client_secret: 'unbound-secret', what: 'unbound' };
  const bound = { client_id: 'bound', client_secret: 'bound-secret', what: 'bound to a' };
  const spa = { client_id: 'spa', what: 'no secret' };

  beforeAll(async () => {
    const [callback, spaAddress] = [`${origin}/callback`, `${origin}/spa`];
    await stack.register({ ...C2, clientId: 'unbound', secret: 'unbound-secret', redirectUri: callback });
    await stack.register({ ...C1, clientId: 'bound', secret: 'bound-secret', redirectUri: callback });
    await stack.register({ ...P1, clientId: 'spa', redirectUri: spaAddress });
    await startServer(stack, authPort);
    const settings = { ...stack.settings, DATABASE_URL: stack.database.urls.api, LOG_LEVEL: 'silent' };
    api = await createResourceApi(loadSettings(settings));
    await api.app.listen(apiPort, '127.0.0.1');
    partner = new DemoPartner({
      host: '127.0.0.1',
      port: partnerPort,
      auth,
      api: apiUrl,
      clients: [
        { ...bound, redirect_uri: callback },
        { ...unbound, redirect_uri: callback },
        { ...spa, redirect_uri: spaAddress },
      ],
    });
    await partner.start();
  });
  afterAll(async () => {
    await partner.stop();
    await api.app.close();
  });

  const open = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${partnerPort}${path}`, { redirect: 'manual', headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** Signs in and consents. @returns the path on the partner's side to which the browser is redirected */
  async function signIn(authorize: string): Promise<string> {
    const browser = new TestBrowser(stack);
    let page = await browser.follow(await browser.get(authorize.replace(auth, '')));
    page = await browser.login('admin@a.example');
    if (page.text.includes('action="/oauth/authorize/portal"'))
      page = await browser.submit('/oauth/authorize/portal');
    if (page.text.includes('action="/oauth/authorize/consent"')) page = await browser.allow();
    const back = leadsTo(page);
    expect(back.startsWith(`${origin}/`)).toBe(true);
    return back.slice(origin.length);
  }
  async function connect(clientId: string) {
    const sent = await open(`/connect?client_id=${clientId}`);
    const cookie = sent.headers.get('set-cookie')!.split(';')[0]!;
    return { cookie, back: await signIn(sent.headers.get('location')!) };
  }
  const shown = async (back: string, headers: Record<string, string> = {}) => {
    const answer = await open(back, headers);
    expect(answer.status).toBe(303);
    return open(answer.headers.get('location')!);
  };

  it('lists the applications that it acts as', async () => {
    const page = await open('/');
    for (const { client_id } of [bound, unbound, spa])
      expect(page.text).toContain(`/connect?client_id=${client_id}`);
  });

  it.each(['bound', 'unbound', 'spa'])(
    '%s: exchanges the code, calls the API and shows it as curl',
    async (id) => {
      const { cookie, back } = await connect(id);
      const page = await shown(back, { cookie });
      expect(page.text).toContain(`Connected: ${id}`);
      expect(page.text).toContain(`curl ${auth}/oauth/token`);
      expect(page.text).toContain(`curl ${apiUrl}/v2/me`);
      expect(page.text).toContain('admin@a.example');
      expect(page.text).not.toContain('RFC 9700');
      // the state is used up, so the code that came with it is not sent again
      const again = await shown(back, { cookie });
      expect(again.text).toContain('Not connected');
    },
  );

  it('also works with the README’s URL, finds the code’s client, and says what a real application would do', async () => {
    for (const id of ['unbound', 'bound']) {
      const authorizeQuery = new URLSearchParams({
        client_id: id,
        response_type: 'code',
        redirect_uri: `${origin}/callback`,
        state: 'xyz',
      });
      const page = await shown(await signIn(`${auth}/oauth/authorize?${authorizeQuery.toString()}`));
      expect(page.text).toContain(`Connected: ${id}`);
      expect(page.text).toContain('RFC 9700');
    }
  });

  it('does not accept another browser’s state', async () => {
    const { back } = await connect('unbound');
    const page = await shown(back, { cookie: 'demo_partner_state=other' });
    expect(page.text).toContain('Not connected'); // without the verifier the code is worthless
  });

  it('shows a refusal, and refuses an answer with another issuer', async () => {
    const refused = await shown('/callback?error=access_denied&error_description=no&state=x');
    expect(refused.text).toContain('Not connected');
    expect(refused.text).toContain('access_denied');
    expect((await open('/callback?code=x&state=x&iss=https%3A%2F%2Fevil.example')).status).toBe(400);
  });

  it('shows what follows a # with its own script, and never inserts foreign text as HTML', async () => {
    const page = await open('/spa');
    const nonce = /script-src 'nonce-([^']+)'/.exec(page.headers.get('content-security-policy')!)![1]!;
    expect(page.text).toContain(`<script nonce="${nonce}">`);
    const hostile = await shown('/callback?error=%3Cscript%3Ealert(1)%3C/script%3E');
    expect(hostile.text).not.toContain('<script');
  });

  it('refuses requests under any other host name', async () => {
    const { request } = await import('undici');
    const answer = await request(`http://127.0.0.1:${partnerPort}/`, { headers: { host: 'evil.example' } });
    expect(answer.statusCode).toBe(403);
    await answer.body.dump();
  });
});
