import { sql } from '@app/database';
import { exportJWK, generateKeyPair } from 'jose';
import { accounts, C1, C2, OPS, useAuthServers } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken } from '../../../test/console-app.js';
import { applicationToken, send } from '../../../test/requests.js';

const stack = useAuthServers();
const administrators = ['admin@a.example', 'multi@a.example'];
const mailed = () =>
  stack.db.many<{ recipient: string; template: string; data: Record<string, string> }>(sql`
    select recipient, template, data from identity.mails order by id`);
/** That all administrators of portal A, and nobody else, were told this once; the one who did it in other words. */
const expectAllTold = async (
  template: string,
  administrator: string,
  more: Record<string, string> = {},
  doer?: string,
) =>
  expect(await mailed()).toEqual(
    administrators.map((recipient) => {
      const doerValues = recipient === doer ? { by: 'you' } : { administrator };
      const data = expect.objectContaining({ client: 'Finder', portal: 'Portal A', ...doerValues, ...more });
      return { recipient, template, data };
    }),
  );
let number = 0;
let bound: { clientId: string; secret: string };
let unbound: typeof bound;
let jwks: string;

beforeAll(async () => {
  await stack.register(CONSOLE);
  const { publicKey } = await generateKeyPair('ES256', { extractable: true });
  jwks = JSON.stringify({ keys: [await exportJWK(publicKey)] });
});
beforeEach(async () => {
  number += 1;
  bound = { clientId: `bound-${number}`, secret: C1.secret };
  unbound = { clientId: `unbound-${number}`, secret: C2.secret };
  await stack.register({ ...C1, ...bound, name: 'Finder' });
  await stack.register({ ...C2, ...unbound, name: 'Wanderer', owner: { accountId: accounts.adminA } });
  await stack.db.many(sql`delete from identity.mails`);
});

const regenerate = (
  accessToken: string,
  { clientId }: { clientId: string },
  form: Record<string, string> = {},
) => send(stack, 'POST', `/client/${clientId}/regenerate-secret`, accessToken, form);
const change = (accessToken: string, { clientId }: { clientId: string }, form: Record<string, string>) =>
  send(stack, 'PUT', `/client/${clientId}`, accessToken, form);

describe('All administrators of a portal are mailed about every change that lets another party act as its application', () => {
  it('a new secret that the application gave itself', async () => {
    expect((await regenerate(await applicationToken(stack, bound), bound)).status).toBe(200);
    await expectAllTold('secret-rotated', 'Finder Application');
  });

  it('a new secret from an application of another portal, by its name', async () => {
    expect((await regenerate(await applicationToken(stack, OPS), bound)).status).toBe(200);
    await expectAllTold('secret-rotated', OPS.name);
    // people of other portals are named to nobody here, and neither are their accounts
    await stack.db.many(sql`delete from identity.mails`);
    const special = { ...OPS, clientId: `ops-${number}`, name: 'Operations of B', portalId: 2 };
    await stack.register(special);
    expect((await regenerate(await applicationToken(stack, special), bound)).status).toBe(200);
    await expectAllTold('secret-rotated', 'Operations of B');
  });

  it('another redirect_uri, with its host', async () => {
    const redirect_uri = 'https://elsewhere.example/cb';
    expect((await change(await freshToken(stack), bound, { redirect_uri })).status).toBe(200);
    const host = 'elsewhere.example';
    await expectAllTold('redirect-uri-changed', 'Ada Admin', { host }, 'admin@a.example');
  });

  it('other keys', async () => {
    expect((await change(await applicationToken(stack, bound), bound, { jwks })).status).toBe(200);
    await expectAllTold('keys-replaced', 'Finder Application');
  });

  it('a new application from one with special permissions', async () => {
    const form = {
      portal_name: 'a.learning.localhost',
      client_name: 'Finder',
      redirect_uri: 'https://f.example/',
    };
    expect((await send(stack, 'POST', '/client', await applicationToken(stack, OPS), form)).status).toBe(201);
    await expectAllTold('new-client', OPS.name, { host: 'f.example' });
  });
});

describe('No mail is sent', () => {
  it('of a name, a status, or the redirect_uri that it had', async () => {
    const accessToken = await freshToken(stack);
    const form = { client_name: 'Finder 2', status: '1', redirect_uri: C1.redirectUri! };
    expect((await change(accessToken, bound, form)).status).toBe(200);
    expect(await mailed()).toEqual([]);
  });

  it('about refused changes', async () => {
    const accessToken = await applicationToken(stack, bound);
    expect((await regenerate(accessToken, bound, { grace_seconds: '-1' })).status).toBe(400);
    expect((await change(accessToken, bound, { jwks: '{}' })).status).toBe(400);
    expect((await change(accessToken, bound, { redirect_uri: 'http://plain.example/' })).status).toBe(400);
    expect((await regenerate(await applicationToken(stack, C2), bound)).status).toBe(404);
    expect(await mailed()).toEqual([]);
  });

  it('of an unbound client, which no portal owns; the audit log has it', async () => {
    const accessToken = await applicationToken(stack, unbound);
    expect((await change(accessToken, unbound, { jwks, redirect_uri: 'https://u.example/' })).status).toBe(
      200,
    );
    expect((await regenerate(accessToken, unbound)).status).toBe(200);
    expect(await mailed()).toEqual([]);
    const audited = await stack.db.many<{ event: string }>(sql`
      select event from auth.audit_log where client_id = ${unbound.clientId} order by id`);
    expect(audited.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['client.changed', 'client.secret_regenerated']),
    );
  });
});
