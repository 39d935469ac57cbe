import { sql } from '@app/database';
import { OPS, useAuthServers } from '../../../test/auth-stack.js';
import { applicationToken, bearer, get, send, validate, isAlive } from '../../../test/requests.js';

const stack = useAuthServers();

describe('/client', () => {
  let ops: string;
  beforeAll(async () => {
    ops = await applicationToken(stack, OPS);
  });

  it('creates, lists, changes and deletes clients of a portal', async () => {
    const form = {
      portal_name: 'a.learning.localhost',
      redirect_uri: 'https://new.example/cb',
      client_name: 'New',
    };
    const created = await send(stack, 'POST', '/client', ops, form);
    expect(created.status).toBe(201);
    const { client_id: id, client_secret: secret } = created.body;
    expect(secret).toMatch(/^[0-9a-f]{40}$/);
    const list = await get(`${stack.url}/client?portal_name=a.learning.localhost`, bearer(ops));
    expect(list.body.total).toBe(2);
    expect(list.body.hits[1]).toEqual({
      client_id: id,
      client_name: 'New',
      redirect_uri: 'https://new.example/cb',
      id_token_alg: 'RS256',
      status: 1,
      portal_name: 'a.learning.localhost',
      created_time: expect.stringMatching(/\+00:00$/),
    });
    const ownToken = await applicationToken(stack, { clientId: id, secret });
    expect((await validate(stack, ownToken)).body.roles).toEqual(['Administrator']);
    const changed = await send(stack, 'PUT', `/client/${id}`, ops, { status: '0', client_name: 'Renamed' });
    expect(changed.body).toMatchObject({ status: 0, client_name: 'Renamed' });
    expect(await isAlive(stack, ownToken)).toBe(false);
    const deleted = await send(stack, 'DELETE', `/client/${id}`, ops);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect((await send(stack, 'DELETE', `/client/${id}`, ops)).status).toBe(404);
  });

  it('does not change the times of a client and its service account if a PUT changes nothing', async () => {
    const form = {
      redirect_uri: 'https://same.example/',
      client_name: 'Same',
      portal_name: 'a.learning.localhost',
    };
    const { body: client } = await send(stack, 'POST', '/client', ops, form);
    const readTimes = () => {
      return stack.db.one<{ client: Date; account: Date }>(sql`
        select c.updated_time as client, a.updated_time as account
          from auth.clients c join identity.accounts a using (client_id) where c.client_id = ${client.client_id}`);
    };
    const put = (change: Record<string, string>) =>
      send(stack, 'PUT', `/client/${client.client_id}`, ops, change);
    for (const table of ['auth.clients', 'identity.accounts'])
      await stack.db.many(sql`
        update ${sql.raw(table)} set updated_time = '2026-01-01' where client_id = ${client.client_id}`);
    const before = await readTimes();
    expect((await put({ client_name: 'Same', status: '1', redirect_uri: form.redirect_uri })).status).toBe(
      200,
    );
    expect(await readTimes()).toEqual(before);
    expect((await put({ client_name: 'Other' })).status).toBe(200);
    const after = await readTimes();
    expect([after.client, after.account]).not.toContainEqual(before.client);
  });

  it('lists the creator’s own unbound clients', async () => {
    await send(stack, 'POST', '/client', ops, { redirect_uri: 'https://u.example/', client_name: 'Unbound' });
    const list = await get(`${stack.url}/client`, bearer(ops));
    expect(list.body.total).toBe(1);
    expect(list.body.hits[0].portal_name).toBeNull();
  });
});
