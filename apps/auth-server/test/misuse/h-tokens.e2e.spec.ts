import { sql } from '@app/database';
import { sendRaw } from '@app/testing';
import { listen } from '@app/local-services';
import { Sealer } from '@app/kernel';
import { exportJWK, generateKeyPair, importPKCS8, SignJWT, type CryptoKey } from 'jose';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { Client } from 'pg';
import { KeyRing } from '../../src/oauth/signing-keys/index.js';
import { assertion, registerKey } from '../assertions.js';
import { accounts, C1, C2, OPS, useAuthServers, c1Credentials, c2Credentials } from '../auth-stack.js';
import { oneTimeToken } from '../links.js';
import {
  readAnswer,
  bearer,
  expectDead,
  expectRefusal,
  get,
  post,
  token,
  passwordTokens,
  validate,
  isAlive,
} from '../requests.js';
import { usedEarlier } from '../second-uses.js';
import { obtainCode } from '../test-browser.js';

const stack = useAuthServers(2);
const raw = (rest: string) =>
  sendRaw(stack.url, `GET /oauth/validate HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${rest}`);
const introspect = (form: Record<string, string>) =>
  post(`${stack.url}/oauth/introspect`, { ...c1Credentials, ...form });
const revoke = (form: Record<string, string>, server = 0) =>
  post(`${stack.urls[server]}/oauth/revoke`, { ...c1Credentials, ...form });
const login = () => passwordTokens(stack);
const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString()) as never;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('H. access tokens', () => {
  let good: string;
  let header: Record<string, unknown>;
  let claims: Record<string, unknown>;
  let key: CryptoKey;
  beforeAll(async () => {
    good = (await login()).access_token;
    const [first, second] = good.split('.');
    header = decode(first!);
    claims = decode(second!);
    const { kid, alg } = stack.apps[0]!.get(KeyRing).current();
    const [row] = await stack.db.many<{ private_sealed: Buffer }>(sql`
      select private_sealed from auth.signing_keys where kid = ${kid}`);
    const sealer = Sealer.of({ SECRETS_KEY: stack.settings['SECRETS_KEY']!, OTHER_SECRETS_KEYS: [] });
    key = await importPKCS8(sealer.open(row!.private_sealed, kid), alg);
  });
  /** A modified token, signed by our own key. */
  const forged = (changes: Record<string, unknown>, headerChanges: Record<string, unknown> = {}) =>
    new SignJWT(
      Object.fromEntries(
        Object.entries({ ...claims, ...changes }).filter(([, value]) => value !== undefined),
      ),
    )
      .setProtectedHeader({ ...header, ...headerChanges } as never)
      .sign(key);
  const refuse = async (accessToken: string) => {
    const answer = await validate(stack, accessToken);
    expectRefusal(answer, 401, 'invalid_token');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  };

  it('H01 no header, an empty one, two of them; lower-case bearer is fine', async () => {
    const none = await get(`${stack.url}/oauth/validate`);
    expectRefusal(none, 401, 'invalid_token');
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    for (const authorization of ['Bearer', 'Bearer ']) {
      const answer = await get(`${stack.url}/oauth/validate`, { authorization });
      expectRefusal(answer, 401, 'invalid_token');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    const line = `Authorization: Bearer ${good}\r\n`;
    expect((await raw(`${line}${line}\r\n`)).status).toBe(401);
    expect((await get(`${stack.url}/oauth/validate`, { authorization: `bearer ${good}` })).status).toBe(200);
  });

  it('H02 token in the query, the body or a cookie: 401, and in no log', async () => {
    for (const name of ['access_token', 'token']) {
      expect((await get(`${stack.url}/oauth/validate?${name}=${good}`)).status).toBe(401);
    }
    expect((await get(`${stack.url}/oauth/validate`, { cookie: `access_token=${good}` })).status).toBe(401);
    const body = `access_token=${good}`;
    const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}`;
    expect((await raw(`${form}\r\n\r\n${body}`)).status).toBe(401);
    expect((await post(`${stack.url}/oauth/validate`, { access_token: good })).status).toBe(405);
    expect(stack.log.join('')).not.toContain(good);
  });

  it('H03 expired, not yet valid, other iss or aud', async () => {
    const now = Math.floor(stack.clock.now().getTime() / 1000);
    await refuse(await forged({ exp: now - 60 }));
    await refuse(await forged({ nbf: now + 120 }));
    await refuse(await forged({ iss: 'https://evil.test' }));
    await refuse(await forged({ aud: ['https://other.test'] }));
    await refuse(await forged({ aud: undefined }));
    expect(await isAlive(stack, await forged({}))).toBe(true);
  });

  it('H04 alg none; HS256 keyed with the published key; RS256 header on the ES key', async () => {
    const [, payload] = good.split('.');
    const keys = (await get(`${stack.url}/oauth/public-key`)).body as { public_key: string; keys: object[] };
    await refuse(`${encode({ ...header, alg: 'none' })}.${payload}.`);
    for (const secret of [keys.public_key, JSON.stringify(keys.keys[0])]) {
      const head = `${encode({ ...header, alg: 'HS256' })}.${payload}`;
      await refuse(`${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`);
    }
    await refuse(`${encode({ ...header, alg: 'RS256' })}.${payload}.${good.split('.')[2]}`);
  });

  it('H05 kid unknown, missing, a path or SQL; keys of the sender in the header', async () => {
    const foreign = await generateKeyPair('ES256', { extractable: true });
    for (const kid of ['unknown', undefined, '../../etc/passwd', "' OR 1=1"])
      await refuse(await forged({}, { kid }));
    const jwk = { ...(await exportJWK(foreign.publicKey)), kid: header['kid'] };
    let fetched = 0;
    const evil = createServer((_, reply) => {
      fetched += 1;
      reply.end(JSON.stringify({ keys: [jwk] }));
    });
    const address = `http://127.0.0.1:${await listen(evil)}/keys`;
    const x5c = [Buffer.from('certificate').toString('base64')];
    for (const ownKey of [
      { jwk },
      { jku: address },
      { x5u: address },
      { x5c },
      { kid: address, jku: address },
    ]) {
      await refuse(
        await new SignJWT(claims)
          .setProtectedHeader({ ...header, ...ownKey } as never)
          .sign(foreign.privateKey),
      );
    }
    evil.close();
    expect(fetched).toBe(0);
    const [, payload, signature] = good.split('.');
    const strange = Array.from(
      { length: 1000 },
      (_, index) => `${encode({ ...header, kid: `nobody-knows-${index}` })}.${payload}.${signature}`,
    );
    const query = jest.spyOn(Client.prototype, 'query');
    const statuses = new Set<number>();
    for (let index = 0; index < strange.length; index += 50) {
      const answers = await Promise.all(
        strange.slice(index, index + 50).map((text) => validate(stack, text)),
      );
      for (const { status } of answers) statuses.add(status);
    }
    const statementTexts = query.mock.calls.map(([one]) => (one as { text?: string }).text ?? '');
    query.mockRestore();
    expect(statuses).toEqual(new Set([401]));
    // what is done every second or so, whatever is requested, is not done for each of them
    expect(statementTexts.filter((text) => text.includes('signing_keys')).length).toBeLessThan(
      strange.length / 2,
    );
    expect(statementTexts.filter((text) => !/signing_keys|revocations/.test(text)).length).toBeLessThan(
      strange.length / 2,
    );
  });

  it('H06 payload or signature changed', async () => {
    const [first, second, signature] = good.split('.') as [string, string, string];
    const raw = Buffer.from(signature, 'base64url');
    const der = Buffer.concat([
      Buffer.from([0x30, 68, 2, 32]),
      raw.subarray(0, 32),
      Buffer.from([2, 32]),
      raw.subarray(32),
    ]);
    for (const bad of [
      `${first}.${encode({ ...claims, sub: '1' })}.${signature}`,
      `${first}.${second}.${Buffer.alloc(64).toString('base64url')}`,
      `${first}.${second}.${der.toString('base64url')}`,
      `${first}.${second}.${signature.slice(0, -4)}`,
      `${first}.${second}.${signature}.`,
      `${first}.${second}.${signature}=`,
    ]) {
      expect(await isAlive(stack, bad)).toBe(false);
    }
  });

  it('H07 another kind of token as Bearer (contract 3.21)', async () => {
    const { refresh_token: refresh } = await login();
    const code = await obtainCode(stack);
    const oneTime = await oneTimeToken(stack, accounts.adminA);
    const jwt = await assertion(stack, await registerKey(stack, C1.clientId), C1.clientId);
    for (const bad of [refresh, code, oneTime, jwt]) await refuse(bad);
    await refuse(await forged({}, { typ: 'JWT' }));
  });

  it('H08 dead after revoke, family kill, user block and client delete', async () => {
    const one = await login();
    await revoke({ token: one.access_token });
    await expectDead(stack, one.access_token);
    const blocked = await login();
    // what PATCH /v2/users does, with the rights of its database role
    const asApi = new Client(stack.database.urls.api);
    await asApi.connect();
    await asApi.query(
      `select auth.revoke_rights('account', $1, true, 'blocked', now() + interval '13 hours')`,
      [String(accounts.adminA)],
    );
    await asApi.end();
    await expectDead(stack, blocked.access_token);
    expectRefusal(
      await token(stack, { grant_type: 'refresh_token', refresh_token: blocked.refresh_token }),
      400,
      'invalid_grant',
    );
    const two = await login();
    await token(stack, { grant_type: 'refresh_token', refresh_token: two.refresh_token });
    await usedEarlier(stack, two.refresh_token, 61_000);
    await token(stack, { grant_type: 'refresh_token', refresh_token: two.refresh_token });
    await expectDead(stack, two.access_token);
    await stack.register({ ...C2, clientId: 'short-lived', portalId: 1 });
    const form = { grant_type: 'client_credentials', client_id: 'short-lived', client_secret: C2.secret };
    const mine = (await token(stack, form)).body.access_token as string;
    const ops = (
      await token(stack, {
        grant_type: 'client_credentials',
        client_id: OPS.clientId,
        client_secret: OPS.secret,
      })
    ).body;
    await readAnswer(
      await fetch(`${stack.url}/client/short-lived`, {
        method: 'DELETE',
        headers: bearer(ops.access_token as string),
      }),
    );
    await expectDead(stack, mine);
  });

  it('H09 introspection', async () => {
    const mine = await login();
    expectRefusal(await introspect({ client_secret: 'wrong', token: good }), 401, 'invalid_client');
    const withBearer = await post(`${stack.url}/oauth/introspect`, { token: good }, bearer(good));
    expectRefusal(withBearer, 401, 'invalid_client');
    expect(withBearer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    const expired = await forged({ exp: 1_000_000_000 });
    const revoked = await login();
    await revoke({ token: revoked.refresh_token });
    for (const dead of ['garbage', expired, revoked.access_token, revoked.refresh_token]) {
      const answer = await introspect({ token: dead });
      expect([answer.status, answer.body]).toEqual([200, { active: false }]);
    }
    const foreign = await post(`${stack.url}/oauth/introspect`, {
      ...c2Credentials,
      token: mine.access_token,
    });
    expect(foreign.body).toEqual({ active: false });
    const flagged = { client_id: OPS.clientId, client_secret: OPS.secret, token: mine.access_token };
    expect((await post(`${stack.url}/oauth/introspect`, flagged)).body).toMatchObject({
      active: true,
      sub: String(accounts.adminA),
      token_type: 'Bearer',
    });
    expectRefusal(await introspect({}), 400, 'invalid_request');
    const twice = `client_id=${C1.clientId}&client_secret=${C1.secret}&token=a&token=b`;
    expectRefusal(await post(`${stack.url}/oauth/introspect`, twice), 400, 'invalid_request');
    for (const token_type_hint of ['refresh_token', 'nonsense']) {
      expect((await introspect({ token: mine.access_token, token_type_hint })).body.active).toBe(true);
    }
    expect((await introspect({ token: mine.refresh_token })).body).toMatchObject({
      active: true,
      client_id: C1.clientId,
    });
  });

  it('H10 revocation', async () => {
    const mine = await login();
    const unknown = await revoke({ token: 'unknown', token_type_hint: 'nonsense' });
    expect([unknown.status, unknown.headers.get('content-type'), unknown.text]).toEqual([
      200,
      'application/json',
      '{}',
    ]);
    const foreign = { ...c2Credentials, token: mine.access_token };
    expectRefusal(await revoke(foreign), 400, 'unauthorized_client');
    expect(await isAlive(stack, mine.access_token)).toBe(true);
    expectRefusal(await revoke({ client_secret: 'wrong', token: mine.access_token }), 401, 'invalid_client');
    expectRefusal(await revoke({}), 400, 'invalid_request');
    for (let time = 0; time < 2; time += 1) {
      const answer = await revoke({ token: mine.access_token });
      expect([answer.status, answer.text]).toEqual([200, '{}']);
    }
  });

  it('H11 a refresh token revokes its whole family, an access token only itself', async () => {
    const one = await login();
    await revoke({ token: one.refresh_token }, 1);
    await expectDead(stack, one.access_token);
    const two = await login();
    await revoke({ token: two.access_token });
    expect(
      (await token(stack, { grant_type: 'refresh_token', refresh_token: two.refresh_token })).status,
    ).toBe(200);
  });
});
