import { sql } from '@app/database';
import { ConnectionReader, eventually } from '@app/testing';
import { RevocationReader } from '@app/access';
import { Pool } from 'pg';
import { accounts, password, useAuthServers } from './auth-stack.js';
import { token, isAlive, passwordTokens } from './requests.js';

const stack = useAuthServers(2);
const takeAway = sql`
  select auth.revoke_rights('account', ${String(accounts.adminA)}, false, 'test', now() + interval '13 hours')`;
const login = async () => (await passwordTokens(stack)).access_token;

describe('issuing and revoking', () => {
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
