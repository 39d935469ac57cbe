import { sql } from '@app/database';
import { ConnectionReader, eventually } from '@app/testing';
import { RevocationReader } from '@app/access';
import { Pool } from 'pg';
import { accounts, C1, P1, useAuthServers, password, c1Credentials } from '../../../test/auth-stack.js';
import { oneTimeToken } from '../../../test/links.js';
import { readAnswer, post, token, passwordTokens, isAlive } from '../../../test/requests.js';
import { obtainCode } from '../../../test/test-browser.js';

const stack = useAuthServers(2);

describe('issuing and revoking', () => {
  const takeAway = sql`
    select auth.revoke_rights('account', ${String(accounts.adminA)}, false, 'test', now() + interval '13 hours')`;
  const login = async () => (await passwordTokens(stack)).access_token;

  it('the first token of a fresh database is valid, whatever was revoked before', async () => {
    await stack.db.many(sql`alter sequence auth.token_seq restart`);
    await stack.db.many(takeAway);
    const first = await login();
    await stack.apps[0]!.get(RevocationReader).read();
    expect(await isAlive(stack, first)).toBe(true);
    await stack.db.many(takeAway);
    await stack.apps[0]!.get(RevocationReader).read();
    expect(await isAlive(stack, first)).toBe(false);
  });

  it('exclude each other: a token issued in the meantime waits, and has the rights that are left', async () => {
    const api = new Pool({ connectionString: stack.database.urls.api });
    const connection = await api.connect();
    try {
      const before = await login();
      await connection.query('begin');
      await new ConnectionReader(connection).many(takeAway);
      await connection.query(
        `update identity.accounts set roles = '{Manager}' where portal_id = 1 and id = 101`,
      );
      const issuing = token(stack, { grant_type: 'password', username: 'admin@a.example', password });
      const first = await Promise.race([
        issuing,
        new Promise((resolve) => setTimeout(resolve, 300, 'waits')),
      ]);
      expect(first).toBe('waits');
      await connection.query('commit');
      expect((await issuing).status).toBe(400); // no longer an administrator
      await eventually(
        'the end',
        async () => !(await isAlive(stack, before)) && !(await isAlive(stack, before, 1)),
      );
    } finally {
      await stack.db.many(sql`update identity.accounts set roles = '{Administrator}' where id = 101`);
      connection.release();
      await api.end();
    }
  });

  it('a token issued after the revocation is valid, even within the same second', async () => {
    await stack.db.many(takeAway);
    const after = await login();
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect([await isAlive(stack, after), await isAlive(stack, after, 1)]).toEqual([true, true]);
  });

  it('are all that the resource API’s database role may do here', async () => {
    const api = new Pool({ connectionString: stack.database.urls.api });
    for (const table of [
      'passwords',
      'signing_keys',
      'refresh_tokens',
      'codes',
      'sessions',
      'one_time_tokens',
      'client_keys',
      'second_factors',
    ]) {
      await expect(api.query(`select 1 from auth.${table}`)).rejects.toThrow('permission denied');
    }
    // it names applications in the audit log
    await expect(api.query('select secret_hash from auth.clients')).rejects.toThrow('permission denied');
    await expect(api.query('delete from auth.revocations')).rejects.toThrow('permission denied');
    await expect(api.query('update auth.audit_log set event = null')).rejects.toThrow('permission denied');
    await api.end();
    const ownPool = new Pool({ connectionString: stack.database.urls.auth });
    await expect(ownPool.query('delete from auth.audit_log')).rejects.toThrow('permission denied');
    await expect(ownPool.query(`update auth.audit_log set event = 'x'`)).rejects.toThrow('permission denied');
    await ownPool.end();
  });
});

describe('POST /oauth/introspect and /oauth/revoke', () => {
  const postForm = (path: string, form: Record<string, string>) => post(`${stack.url}/oauth/${path}`, form);
  const login = () => passwordTokens(stack);
  const inactive = { active: false };

  /** Other encodings of the same bytes: padding, and the spare bits of the last character. */
  function spelledOtherwise(text: string): string[] {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spare = letters[letters.indexOf(text.at(-1)!) ^ 1]!;
    return [`${text}==`, `${text}=`, text.slice(0, -1) + spare, ` ${text}`, `${text}\n`];
  }

  it('recognise a token in its one canonical encoding only', async () => {
    const { access_token: good } = await login();
    for (const other of spelledOtherwise(good)) {
      expect((await postForm('introspect', { ...c1Credentials, token: other })).body).toEqual(inactive);
      expect((await postForm('revoke', { ...c1Credentials, token: other })).status).toBe(200);
    }
    expect(await isAlive(stack, good)).toBe(true);
    expect((await postForm('introspect', { ...c1Credentials, token: good })).body.active).toBe(true);
  });

  it('do not recognise codes and one-time tokens, which stay usable', async () => {
    const code = await obtainCode(stack);
    const oneTime = await oneTimeToken(stack, accounts.learnerA);
    for (const text of [code, oneTime]) {
      const answer = await postForm('introspect', { ...c1Credentials, token: text });
      expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([
        200,
        inactive,
        'no-store',
      ]);
      expect((await postForm('revoke', { ...c1Credentials, token: text })).status).toBe(200);
    }
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: C1.redirectUri! };
    expect((await token(stack, exchange)).status).toBe(200);
  });

  it('accept multipart and JSON bodies', async () => {
    const { access_token: text } = await login();
    const multipart = new FormData();
    for (const [name, value] of Object.entries({ ...c1Credentials, token: text })) multipart.set(name, value);
    const response = await fetch(`${stack.url}/oauth/introspect`, { method: 'POST', body: multipart });
    expect((await readAnswer(response)).body.active).toBe(true);
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...c1Credentials, token: text });
    expect((await post(`${stack.url}/oauth/revoke`, body, json)).status).toBe(200);
    expect((await postForm('introspect', { ...c1Credentials, token: text })).body).toEqual(inactive);
  });

  it('show a client without a secret only its own tokens, whatever its flags', async () => {
    // the database would refuse this; the server must not rely on it
    await stack.db.many(sql`alter table auth.clients drop constraint clients_special`);
    await stack.register({ ...P1, clientId: 'curious-app', introspectsAll: true });
    const { access_token: text } = await login();
    const answer = await postForm('introspect', { client_id: 'curious-app', token: text });
    expect([answer.status, answer.body]).toEqual([200, inactive]);
  });
});
