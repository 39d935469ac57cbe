import { scopes } from '@app/contracts';
import { sql } from '@app/database';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentReader } from '@app/testing';
import { approve } from './approvals.js';
import { accounts, C1, useAuthServers } from './auth-stack.js';
import { CONSOLE, freshToken } from './console-app.js';
import { applicationToken, send } from './requests.js';

/** Every operation that names a client, with the ids of another portal's. */
describe('applications of another portal', () => {
  const stack = useAuthServers();
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
