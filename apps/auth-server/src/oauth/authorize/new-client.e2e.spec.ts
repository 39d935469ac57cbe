import { defaultScopes, scopes } from '@app/contracts';
import { sql } from '@app/database';
import { text } from '@app/texts';
import { C1, useAuthServers } from '../../../test/auth-stack.js';
import { connectNewClient, vendorAddress, vendorUri } from '../../../test/new-clients.js';
import { expectPage, token, validate } from '../../../test/requests.js';
import { scopeLines } from '../../edge/pages/scope-lines.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from '../../../test/test-browser.js';

const stack = useAuthServers(1, { HTTP_REDIRECT_HOSTS: 'intranet.example' });
const approve = (more: Record<string, string | undefined> = {}) => connectNewClient(stack, more);
const inOrder = (text: string): string[] => text.split(' ').sort();
const readGrants = async (clientId: string | null) =>
  (
    await stack.db.many<{ grants: string[]; scopes: string[]; portal_id: number }>(sql`
      select grants, scopes, portal_id from auth.clients where client_id = ${clientId}`)
  )[0];

describe('new_client', () => {
  it('without scope gets every default scope, listed explicitly, for its own tokens too', async () => {
    const { page, answer } = await approve();
    expect(page.text).toContain('<p>Its credentials will be sent to</p>');
    for (const line of scopeLines(defaultScopes))
      expect(page.text).toContain(`<li>${text('en', line.text)}</li>`);
    const { query } = returned(answer);
    const credentials = { client_id: query.get('client_id')!, client_secret: query.get('client_secret')! };
    const ownGrant = await token(stack, { grant_type: 'client_credentials', ...credentials });
    const byCode = await token(stack, {
      grant_type: 'authorization_code',
      code: query.get('code')!,
      redirect_uri: vendorUri,
      ...credentials,
    });
    for (const { body } of [ownGrant, byCode]) expect(inOrder(body.scope)).toEqual([...defaultScopes].sort());
    expect(await readGrants(credentials.client_id)).toEqual({
      grants: ['authorization_code', 'refresh_token', 'client_credentials'],
      scopes: expect.arrayContaining([...defaultScopes]),
      portal_id: 1,
    });
  });

  it.each(scopes.filter((scope) => !(defaultScopes as readonly string[]).includes(scope)))(
    'cannot ask for %s',
    async (scope) => {
      const page = await new TestBrowser(stack).get(vendorAddress({ scope }));
      expectPage(page);
      expect(page.text).toContain('invalid_scope');
    },
  );

  it('with response_type=token gets its credentials in the fragment next to the token, and may use implicit', async () => {
    const { address, query, fragment } = returned(
      (await approve({ response_type: 'token', scope: 'lo.read' })).answer,
    );
    expect([address, [...query]]).toEqual(['https://vendor.example/cb', [['y', '1']]]);
    expect(Object.fromEntries(fragment)).toEqual({
      access_token: expect.any(String),
      token: fragment.get('access_token'),
      token_type: 'Bearer',
      expires_in: '43200',
      scope: 'lo.read',
      client_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      client_secret: expect.stringMatching(/^[0-9a-f]{40}$/),
      state: 's',
      iss: 'https://auth.test',
    });
    const clientId = fragment.get('client_id')!;
    expect((await readGrants(clientId))!.grants).toEqual([
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'implicit',
    ]);
    const { body } = await validate(stack, fragment.get('token')!);
    expect(body).toMatchObject({ client_id: clientId, portal_id: 1 });
  });

  it.each([
    'http://127.0.0.1:5000/cb',
    'http://[::1]/cb',
    'http://localhost:3000/',
    'http://intranet.example/cb',
  ])('accepts %s: loopback, or a host named in the settings', async (redirect_uri) => {
    const { page, answer } = await approve({ redirect_uri });
    expect(page.text).toContain(`<p class="host">${new URL(redirect_uri).host}</p>`);
    const { address, query } = returned(answer);
    expect([address, query.get('client_id')]).toEqual([redirect_uri, expect.any(String)]);
  });

  it.each(['http://vendor.example/cb', 'http://intranet.example.evil.test/', 'http://sub.intranet.example/'])(
    'refuses %s',
    async (redirect_uri) => expectPage(await new TestBrowser(stack).get(vendorAddress({ redirect_uri }))),
  );

  it('with redirect=false shows id and secret, and neither shows nor creates a code', async () => {
    const codes = () => stack.db.many(sql`select 1 from auth.codes`);
    const before = await codes();
    const { page, answer } = await approve({ redirect: 'false' });
    expect(page.text).toContain('<p>Its address is</p>');
    expect(answer.status).toBe(200);
    const ids = [...answer.text.matchAll(/<input id="(\w+)" readonly value="([^"]+)"/g)];
    expect(ids.map(([, id]) => id)).toEqual(['client_id', 'client_secret']);
    expect(answer.text).not.toContain('Authorization code');
    expect(await codes()).toEqual(before);
    const [client_id, client_secret] = ids.map(([, , value]) => value!);
    const ownGrant = { grant_type: 'client_credentials', client_id, client_secret };
    expect((await token(stack, ownGrant)).status).toBe(200);
  });
});

describe('a client whose library cannot handle iss', () => {
  it('gets no iss, neither with a code nor with an error', async () => {
    await stack.register({
      ...C1,
      clientId: 'no-iss',
      sendsIss: false,
      redirectUri: 'https://no-iss.example/',
    });
    const noIssRequest = { client_id: 'no-iss', redirect_uri: 'https://no-iss.example/', scope: 'lo.read' };
    const browser = new TestBrowser(stack);
    await obtainCode(stack, noIssRequest, { browser });
    expect([...returned(browser.page).query.keys()].sort()).toEqual(['code', 'state']);
    const refused = returned(await browser.get(authorizeAddress({ ...noIssRequest, scope: 'nothing' })));
    expect([refused.query.get('error'), refused.query.get('iss')]).toEqual(['invalid_scope', null]);
    await browser.get(authorizeAddress({ ...noIssRequest, scope: 'user.read' }));
    const denied = returned(await browser.submit('/oauth/authorize/consent', { decision: 'deny' }));
    expect([denied.query.get('error'), denied.query.get('iss')]).toEqual(['access_denied', null]);
  });
});
