import { sql } from '@app/database';
import { eventually, sendRaw } from '@app/testing';
import { connect } from 'node:net';
import { useResourceApi, type TestAccount } from './resource-api.js';

/** The rules that the contract has for every endpoint. */
describe('requests', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  beforeAll(async () => {
    admin = await api.administrator();
  });
  const users = (sent: object) => api.http.post('/v2/users', { token: admin.token, ...sent });
  const links = (sent: object) => api.http.post('/v2/content/links', { token: admin.token, ...sent });

  describe('error answers', () => {
    it.each([
      ['bad JSON', { body: '{"a":', headers: { 'content-type': 'application/json' } }, 400],
      ['JSON nested too deep', { json: JSON.parse('[['.repeat(15) + ']]'.repeat(15)) }, 400],
      [
        'invalid UTF-8',
        { body: Buffer.from([0x7b, 0xff, 0x7d]), headers: { 'content-type': 'application/json' } },
        400,
      ],
      ['2 MB', { json: { title: 'x'.repeat(2_000_000) } }, 413],
      ['an unknown type', { body: '<a/>', headers: { 'content-type': 'application/xml' } }, 415],
      [
        'a compressed body',
        { body: '{}', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
        415,
      ],
      ['a JSON array of numbers', { json: [1, 2] }, 400],
      ['a JSON string', { json: 'text' }, 400],
    ])('%s is refused in the envelope', async (_, sent, status) => {
      const answer = await links(sent);
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.body).toMatchObject({
        code: status,
        error_code: expect.any(String),
        ref: expect.any(String),
      });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.text).not.toMatch(/Zod|Fastify|FST_|Syntax|position|stack/i);
    });

    it('an unknown path is 404, a known one with another method 405 with Allow', async () => {
      expect((await admin.get('/v2/nothing')).status).toBe(404);
      const answer = await admin.put('/v2/users');
      expect(answer.status).toBe(405);
      expect(String(answer.headers['allow']).split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
      expect((await api.http.send('TRACE', '/v2/users')).status).toBe(405);
    });

    it('413 reaches clients that send their whole body before they read', async () => {
      const size = 8_000_000;
      const head = [
        'POST /v2/content/links HTTP/1.1',
        'host: api.test',
        `authorization: Bearer ${admin.token}`,
        'content-type: application/json',
        `content-length: ${size}`,
        'connection: close',
      ].join('\r\n');
      const { hostname, port } = new URL(api.http.baseUrl);
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = connect(Number(port), hostname, () => {
          socket.pause();
          socket.write(`${head}\r\n\r\n`);
          socket.write('x'.repeat(size), () => socket.resume());
        });
        socket.on('data', (chunk) => (text += chunk.toString()));
        socket.on('end', () => resolve(text)).on('error', reject);
      });
      expect(answer).toMatch(/^HTTP\/1.1 413 /);
      expect(answer).toContain('payload_too_large');
    });

    it.each(['limit=1.5', 'limit=x', 'limit=1&limit=2', 'offset=1e2'])(
      '%s is 400 and names the allowed values',
      async (query) => {
        const answer = await admin.get(`/v2/users?${query}`);
        expect(answer.status).toBe(400);
        expect(answer.body.additional_errors[0]).toMatchObject({
          path: query.split('=', 1)[0],
          message: 'must be one integer',
        });
      },
    );
  });

  describe('bearer tokens', () => {
    it.each([
      ['{"a":', 'application/json', 400],
      ['\xff', 'application/x-www-form-urlencoded', 400],
      ['x', 'multipart/form-data', 400],
      ['<a/>', 'application/xml', 415],
      ['x', 'no media type', 415],
    ])('are checked before the body: %j as %s', async (body, type, status) => {
      const sent = { body: Buffer.from(body, 'latin1'), headers: { 'content-type': type } };
      expect((await links({ ...sent, token: 'bad' })).status).toBe(401);
      expect((await links({ ...sent, token: undefined })).status).toBe(401);
      const learner = await api.account(admin.portal);
      expect((await links({ ...sent, token: learner.token })).status).toBe(403);
      const refused = await links(sent);
      expect([refused.status, refused.body.code]).toEqual([status, status]);
      expect((await api.http.post('/v2/nothing', { ...sent, token: admin.token })).status).toBe(404);
      // even where no body is expected
      expect(
        (await api.http.post(`/v2/users/${learner.id}/login`, { ...sent, token: admin.token })).status,
      ).toBe(status);
    });

    it('an empty Authorization: Bearer header is 401 with invalid_token', async () => {
      const answer = await api.http.get('/v2/me', { headers: { authorization: 'Bearer ' } });
      expect([answer.status, answer.body.message]).toEqual([401, 'Invalid token']);
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    });

    it('bearer in lower case is accepted, two headers are not', async () => {
      const good = await api.http.get('/v2/me', { headers: { authorization: `bearer ${admin.token}` } });
      expect(good.status).toBe(200);
      const twice = await sendRaw(
        api.http.baseUrl,
        `GET /v2/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\nAuthorization: Bearer ${admin.token}\r\nConnection: close\r\n\r\n`,
      );
      expect(twice.status).toBe(401);
    });

    it('a token in the query, the body or a cookie is ignored', async () => {
      const { token } = admin;
      expect((await api.http.get(`/v2/me?access_token=${token}`)).status).toBe(401);
      expect((await api.http.get('/v2/me', { headers: { cookie: `access_token=${token}` } })).status).toBe(
        401,
      );
      expect((await api.http.post('/v2/users', { form: { access_token: token } })).status).toBe(401);
    });

    it.each([
      ['another issuer', { iss: 'https://evil.test' }],
      ['another audience', { aud: ['https://other.test'] }],
      ['no audience', { aud: undefined }],
      ['expired', { exp: Math.floor(Date.now() / 1000) - 10 }],
      ['not yet', { nbf: Math.floor(Date.now() / 1000) + 60 }],
    ])('%s is 401', async (_, claims) => {
      const token = await api.mint.sign({ portal: admin.portal, account: admin }, claims);
      expect((await api.http.get('/v2/me', { token })).status).toBe(401);
    });

    it('a token is valid until it expires, even if it was checked before', async () => {
      const token = await api.mint.sign({ portal: admin.portal, account: admin });
      expect((await api.http.get('/v2/me', { token })).status).toBe(200);
      api.clock.advance(43_190);
      expect((await api.http.get('/v2/me', { token })).status).toBe(200);
      api.clock.advance(20);
      expect((await api.http.get('/v2/me', { token })).status).toBe(401);
      api.clock.advance(-43_210);
    });

    it('a changed signature or payload is 401', async () => {
      const [header, payload, signature] = admin.token.split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { portal_id: number };
      const other = Buffer.from(JSON.stringify({ ...claims, portal_id: 999 })).toString('base64url');
      const none = Buffer.from('{"alg":"none","typ":"at+jwt","kid":"test-key"}').toString('base64url');
      for (const token of [
        `${header}.${other}.${signature}`,
        `${header}.${payload}.${'A'.repeat(86)}`,
        `${none}.${payload}.`,
        `${header}.${payload}.${signature}.x`,
        `${header}.${payload}.${signature}==`,
      ]) {
        expect((await api.http.get('/v2/me', { token })).status).toBe(401);
      }
    });
  });

  describe('revocation', () => {
    const statusSoon = (token: string) =>
      eventually(
        'revoked token',
        async () => (await api.http.get('/v2/me', { token })).status,
        (status) => status !== 200,
      );
    const revoke = (columns: string, values: unknown[]) =>
      api.db.many(sql`
        insert into auth.revocations (${sql.raw(columns)}, expires_at)
        values (${sql.join(values.map((value) => sql`${value}`))}, now() + interval '1 day')`);
    const fresh = async () => {
      const account = await api.account(admin.portal);
      expect((await account.get('/v2/me')).status).toBe(200);
      const payload = account.token.split('.')[1]!;
      return { account, claims: JSON.parse(Buffer.from(payload, 'base64url').toString()) };
    };

    it('a revoked token, family or account is refused within a second, without Redis', async () => {
      const one = await fresh();
      await revoke('jti', [one.claims.jti]);
      expect(await statusSoon(one.account.token)).toBe(401);
      const two = await fresh();
      await revoke('sid', [two.claims.sid]);
      expect(await statusSoon(two.account.token)).toBe(401);
      const three = await fresh();
      await revoke('account_id, seq', [three.account.id, three.claims.seq]);
      expect(await statusSoon(three.account.token)).toBe(401);
    });

    it('a token issued after its account was revoked is valid', async () => {
      const { account, claims } = await fresh();
      await revoke('account_id, seq', [account.id, claims.seq]);
      expect(await statusSoon(account.token)).toBe(401);
      const later = await api.mint.sign({ portal: account.portal, account });
      expect((await api.http.get('/v2/me', { token: later })).status).toBe(200);
    });

    it('revocations that commit out of order are all seen', async () => {
      const [late, early] = [await fresh(), await fresh()];
      const client = await api.db.connect();
      try {
        await client.query('begin');
        await client.query(
          `insert into auth.revocations (jti, expires_at) values ($1, now() + interval '1 day')`,
          [late.claims.jti],
        );
        // a later row commits first, and is read, while the earlier one is still open
        await revoke('jti', [early.claims.jti]);
        expect(await statusSoon(early.account.token)).toBe(401);
        expect((await late.account.get('/v2/me')).status).toBe(200);
        await client.query('commit');
        expect(await statusSoon(late.account.token)).toBe(401);
      } finally {
        client.release();
      }
    });
  });

  describe('tolerance', () => {
    it('bodies of [] and {} and none are empty bodies', async () => {
      const { id } = await api.account(admin.portal);
      for (const sent of [
        { json: [] },
        { json: {} },
        {},
        { headers: { 'content-type': 'application/json' } },
      ]) {
        const answer = await api.http.patch(`/v2/users/${id}`, { token: admin.token, ...sent });
        expect(answer.status).toBe(200);
      }
    });

    it('GET and DELETE may carry Content-Type: application/json without a body', async () => {
      const headers = { 'content-type': 'application/json' };
      expect((await admin.get('/v2/me', { headers })).status).toBe(200);
      const { id } = await api.account(admin.portal);
      expect((await admin.delete(`/v2/users/${id}`, { headers })).status).toBe(204);
    });

    it('200 array elements work in every spelling', async () => {
      for (const spell of [
        (index: number) => `lo_ids[]=${index}`,
        (index: number) => `lo_ids[${index}]=${index}`,
        (index: number) => `lo_ids%5B%5D=${index}`,
        (index: number) => `lo_ids=${index}`,
      ]) {
        const query = Array.from({ length: 200 }, (_, index) => spell(index + 1)).join('&');
        const answer = await admin.get(`/v2/enrollment-aggregates?${query}`);
        expect([query.slice(0, 20), answer.status]).toEqual([query.slice(0, 20), 200]);
      }
    });

    it('__proto__ and constructor in bodies are ignored', async () => {
      const answer = await links({
        body: '{"title":"T","url":"https://example.com/","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(201);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
      const form = await users({
        body: 'email=p%40example.com&first_name=P&last_name=Q&a[__proto__][polluted]=1&__proto__[polluted]=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(form.status).toBe(201);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
    });
  });
});
