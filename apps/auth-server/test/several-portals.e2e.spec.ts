import { scopes } from '@app/contracts';
import { sql } from '@app/database';
import { DocumentReader } from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { approve } from './approvals.js';
import { accounts, C1, useAuthServers, C2, c2Credentials, c2Request } from './auth-stack.js';
import { CONSOLE, freshToken } from './console-app.js';
import { applicationToken, grantIn, send, token } from './requests.js';
import { authorizeAddress, returned, TestBrowser } from './test-browser.js';

const stack = useAuthServers();

/** Every operation that names a client, with the ids of another portal's. */
describe('applications of another portal', () => {
  const THEIRS = { ...C1, clientId: 'their-app', secret: 'their-secret-0123456789', portalId: 2, scopes };
  const OURS = { ...C1, clientId: 'our-app', secret: 'our-secret-0123456789', scopes };
  const { operations } = new DocumentReader(
    readFileSync(join('docs', 'openapi', 'auth-server.json'), 'utf8'),
  );
  const named = operations.filter(({ name }) => name.includes('{clientId}'));
  /** Valid bodies where one is required. */
  const form = { scopes: 'lo.read', client_name: 'Ours', grace_seconds: '60' };
  const stored = () =>
    Promise.all(
      ['auth.clients', 'auth.approvals', 'auth.client_blocks', 'auth.client_keys', 'auth.consents'].map(
        (table) =>
          stack.db.many(sql`
            select t::text as row from ${sql.raw(table)} t where client_id = ${THEIRS.clientId}`),
      ),
    );
  let person: string;
  let machine: string;

  beforeAll(async () => {
    for (const client of [CONSOLE, THEIRS, OURS]) await stack.register(client);
    await approve(stack, THEIRS.clientId, { portalId: 2 });
    person = await freshToken(stack);
    machine = await applicationToken(stack, OURS);
  });

  const sendAs = (name: string, accessToken: string) => {
    const [method, path] = name.split(' ') as [string, string];
    const targetPath = path
      .replace('{clientId}', THEIRS.clientId)
      .replace('{userId}', String(accounts.adminB));
    return send(stack, method.toUpperCase(), targetPath, accessToken, method === 'get' ? undefined : form);
  };

  it('every operation is covered', () => {
    expect(named.length).toBeGreaterThanOrEqual(11);
  });

  it.each(named.map(({ name }) => name))(
    '%s: 404 for our administrator, and nothing changes',
    async (name) => {
      const before = await stored();
      const { status } = await sendAs(name, person);
      // only applications may regenerate a secret there
      expect(status).toBe(name.endsWith('/regenerate-secret') ? 403 : 404);
      expect([403, 404]).toContain((await sendAs(name, machine)).status);
      expect(await stored()).toEqual(before);
    },
  );
});

/** A portal's changes to its account do not affect others (docs/threat-model.md). */
describe('a person in several portals', () => {
  const login = async (portal: string) =>
    (await grantIn(stack, portal, 'multi@a.example')).body.refresh_token as string;
  const refresh = (refresh_token: string) =>
    token(stack, { ...c2Credentials, grant_type: 'refresh_token', refresh_token });

  it('a consent given in one portal does not count in the other', async () => {
    const browser = new TestBrowser(stack);
    const address = authorizeAddress({ ...c2Request });
    await browser.get(address);
    await browser.login('multi@a.example');
    await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiA) });
    expect(returned(await browser.allow()).query.get('code')).not.toBeNull();
    expect(
      await stack.db.many(
        sql`select portal_id, account_id from auth.consents where client_id = ${C2.clientId}`,
      ),
    ).toEqual([{ portal_id: 1, account_id: accounts.multiA }]);
    await browser.follow(await browser.get(address));
    const answer = await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiB) });
    expect(answer.text).toContain('action="/oauth/authorize/consent"');
  });

  it('blocking the account in one ends neither the tokens in the other nor the person’s session', async () => {
    const [inA, inB] = [await login('a.learning.localhost'), await login('b.learning.localhost')];
    const browser = await TestBrowser.signIn(stack, authorizeAddress({ ...c2Request }), 'multi@a.example');
    // as PATCH /v2/users/{id} with status=false does in the resource API
    const api = new Pool({ connectionString: stack.database.urls.api });
    await api.query('update identity.accounts set status = false where portal_id = 1 and id = $1', [
      accounts.multiA,
    ]);
    await api.query(
      `select auth.revoke_rights('account', $1, true, 'blocked', now() + interval '1 day'), auth.end_sessions($1::int)`,
      [accounts.multiA],
    );
    await api.end();
    expect((await refresh(inA)).status).toBe(400);
    expect((await refresh(inB)).status).toBe(200);
    const page = await browser.get('/oauth/account');
    expect([page.status, page.text.includes('multi@a.example')]).toEqual([200, true]);
  });
});
