import { sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { exportJWK, generateKeyPair } from 'jose';
import { OPS, useAuthServers, C1, C2, accounts } from '../../../test/auth-stack.js';
import { applicationToken, bearer, get, send, validate, isAlive, token } from '../../../test/requests.js';
import { CONSOLE, freshToken } from '../../../test/console-app.js';
import { signIn, verifyIdToken } from '../../../test/openid.js';

const stack = useAuthServers();
beforeAll(() => stack.register(CONSOLE));

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

describe('POST /client with Idempotency-Key', () => {
  let ops: string;
  beforeAll(async () => {
    ops = await applicationToken(stack, OPS);
  });

  const create = (key: string, name: string) =>
    send(
      stack,
      'POST',
      '/client',
      ops,
      { portal_name: 'a.learning.localhost', redirect_uri: 'https://new.example/cb', client_name: name },
      { 'idempotency-key': key },
    );
  const clients = (name: string) =>
    stack.db.many(sql`
      select client_id from auth.clients where name = ${name}`);

  it('makes one client from fifty parallel identical requests, and returns its secret to all of them', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('at-once', 'Once')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body.client_secret)).size).toBe(1);
    expect(await clients('Once')).toHaveLength(1);
  });

  it('does not return the secret to callers who may no longer create clients', async () => {
    const first = await create('special', 'Special');
    const special = (isSpecial: boolean) =>
      stack.db.many(sql`update auth.clients set is_special = ${isSpecial} where client_id = ${OPS.clientId}`);
    await special(false);
    try {
      const refused = await create('special', 'Special');
      expect([refused.status, refused.body.error_code]).toEqual([403, 'special_permission_required']);
    } finally {
      await special(true);
    }
    expect((await create('special', 'Special')).body).toEqual(first.body);
  });

  it('answers 409 to the same key with another body, and stores the secret nowhere in plain text', async () => {
    const first = await create('kept', 'Kept');
    const other = await create('kept', 'Second');
    expect([other.status, other.body.error_code]).toEqual([409, 'idempotency_key_reused']);
    expect(await clients('Second')).toEqual([]);
    const [storedKeys] = await stack.db.many<{ text: string }>(sql`
      select string_agg(k::text, ' ') as text from maintenance.idempotency_keys k`);
    expect(storedKeys!.text).not.toContain(first.body.client_secret);
    expect(storedKeys!.text).not.toContain(Buffer.from(first.body.client_secret as string).toString('hex'));
  });
});

describe('POST /client/{clientId}/regenerate-secret with Idempotency-Key', () => {
  const ownClient = { ...C1, clientId: 'repeating-app', secret: 'repeating-secret-0123456789' };
  const regenerate = (accessToken: string) =>
    send(
      stack,
      'POST',
      `/client/${ownClient.clientId}/regenerate-secret`,
      accessToken,
      {},
      { 'idempotency-key': 'again' },
    );

  it('shows the secret again to a token with all rights of the first, and to no narrower one', async () => {
    await stack.register(ownClient);
    const ownCredentials = { client_id: ownClient.clientId, client_secret: ownClient.secret };
    const narrow = (
      await token(stack, { ...ownCredentials, grant_type: 'client_credentials', scope: 'lo.read' })
    ).body;
    const [one, other] = [await applicationToken(stack, ownClient), await applicationToken(stack, ownClient)];
    const first = await regenerate(one);
    expect(first.status).toBe(200);
    const refused = await regenerate(narrow.access_token);
    expect([refused.status, refused.body.error_code]).toEqual([403, 'insufficient_scope']);
    expect(refused.text).not.toContain(first.body.client_secret);
    const again = await regenerate(other);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
  });
});

describe('Uses of a client’s former secret', () => {
  it('make one row in ten minutes, with the number of those in between', async () => {
    await stack.register({ ...C2, clientId: 'rotating' });
    await stack.db.many(sql`
      update auth.clients set previous_secret_hash = secret_hash, previous_secret_until = now() + interval '1 hour',
             secret_hash = ${sha256('the-new-secret')} where client_id = 'rotating'`);
    const requestToken = (secret: string) =>
      token(stack, { grant_type: 'client_credentials', client_id: 'rotating', client_secret: secret });
    for (const secret of ['the-new-secret', C2.secret, C2.secret, 'the-new-secret', C2.secret])
      expect((await requestToken(secret)).status).toBe(200);
    const recorded = () =>
      stack.db.many(sql`
        select details from auth.audit_log where event = 'client.previous_secret_used' and client_id = 'rotating'
         order by time`);
    expect(await recorded()).toEqual([{ details: {} }]);
    stack.clock.advance(600);
    expect((await requestToken(C2.secret)).status).toBe(200);
    expect((await requestToken(C2.secret)).status).toBe(200);
    expect(await recorded()).toEqual([{ details: {} }, { details: { further: 2 } }]);
    stack.clock.reset();
  });
});

describe('mails about changes of an application', () => {
  const administrators = ['admin@a.example', 'multi@a.example'];
  const mailed = () =>
    stack.db.many<{ recipient: string; template: string; data: Record<string, string> }>(sql`
      select recipient, template, data from identity.mails order by id`);
  /** Asserts one mail to each administrator of portal A and to no other person; the acting one gets another text. */
  const expectAllTold = async (
    template: string,
    administrator: string,
    more: Record<string, string> = {},
    doer?: string,
  ) =>
    expect(await mailed()).toEqual(
      administrators.map((recipient) => {
        const doerValues = recipient === doer ? { by: 'you' } : { administrator };
        const data = expect.objectContaining({
          client: 'Finder',
          portal: 'Portal A',
          ...doerValues,
          ...more,
        });
        return { recipient, template, data };
      }),
    );
  let number = 0;
  let bound: { clientId: string; secret: string };
  let unbound: typeof bound;
  let jwks: string;

  beforeAll(async () => {
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
      // the mail names neither people of other portals nor their accounts
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
      expect((await send(stack, 'POST', '/client', await applicationToken(stack, OPS), form)).status).toBe(
        201,
      );
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
});

describe('the signature algorithm of ID tokens of a client', () => {
  const client = { client_name: 'Course Finder', redirect_uri: 'https://partner.example/callback' };

  describe('id_token_alg of a client', () => {
    let operator: string;
    beforeAll(async () => {
      operator = await applicationToken(stack, OPS);
    });

    it('is RS256 by default, otherwise the value in POST and PUT /client', async () => {
      const created = await send(stack, 'POST', '/client', operator, client);
      expect([created.status, created.body.id_token_alg]).toEqual([201, 'RS256']);
      const path = `/client/${created.body.client_id}`;
      const changed = await send(stack, 'PUT', path, operator, { id_token_alg: 'ES256' });
      expect([changed.status, changed.body.id_token_alg]).toEqual([200, 'ES256']);
      const renamed = await send(stack, 'PUT', path, operator, { client_name: 'Other' });
      expect([renamed.body.client_name, renamed.body.id_token_alg]).toEqual(['Other', 'ES256']);
      const other = await send(stack, 'POST', '/client', operator, { ...client, id_token_alg: 'ES256' });
      expect(other.body.id_token_alg).toBe('ES256');
    });

    it.each(['HS256', 'none', 'es256'])('refuses %s', async (alg) => {
      const answer = await send(stack, 'POST', '/client', operator, { ...client, id_token_alg: alg });
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'id_token_alg']);
    });

    it('is taken by POST /applications, too', async () => {
      const form = { ...client, id_token_alg: 'ES256' };
      const created = await send(stack, 'POST', '/applications', await freshToken(stack), form);
      expect(created.status).toBe(201);
      const [row] = await stack.db.many<{ id_token_alg: string }>(sql`
        select id_token_alg from auth.clients where client_id = ${created.body.client_id}`);
      expect(row!.id_token_alg).toBe('ES256');
    });
  });

  describe('id_token_alg where access tokens are signed with RS256', () => {
    const stack = useAuthServers(1, { SIGNING_ALG: 'RS256' });

    it('cannot be ES256', async () => {
      const operator = await applicationToken(stack, OPS);
      const answer = await send(stack, 'POST', '/client', operator, { ...client, id_token_alg: 'ES256' });
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'id_token_alg']);
    });

    it('allows the change from ES256 to RS256', async () => {
      const before = { ...C1, clientId: 'before-app', idTokenAlg: 'ES256' as const };
      await stack.register(before);
      const { id_token: text } = await signIn(stack, {}, { client: before });
      const { protectedHeader } = await verifyIdToken(stack, text, before.clientId);
      const [key] = await stack.db.many<{ kid: string }>(sql`select kid from auth.id_token_keys`);
      expect(protectedHeader).toEqual({ alg: 'RS256', kid: key!.kid, typ: 'JWT' });
    });
  });
});
