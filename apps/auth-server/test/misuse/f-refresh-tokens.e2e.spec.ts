import { once } from 'node:events';
import { connect } from 'node:net';
import { sha256 } from '@app/kernel';
import { postAtOnce } from '@app/testing';
import { RefusalFlood } from '../../src/audit/index.js';
import { accounts, C1, C2, password, rows, useAuthServers } from '../auth-stack.js';
import { oneTimeToken } from '../links.js';
import { bearer, expectDead, expectRefusal, get, post, token, type Answer } from '../requests.js';
import { obtainCode } from '../test-browser.js';

const stack = useAuthServers(2);
const login = async (username = 'admin@a.example') =>
  (await token(stack, { grant_type: 'password', username, password })).body as {
    access_token: string;
    refresh_token: string;
  };
const refresh = (refreshToken: string, more: Record<string, string> = {}, server = 0): Promise<Answer> =>
  token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more }, { server });
const isAlive = async (accessToken: string, server = 0) =>
  (await get(`${stack.urls[server]}/oauth/validate`, bearer(accessToken))).status === 200;
const codeOf = async (scope: string, username: string) =>
  (
    await token(stack, {
      grant_type: 'authorization_code',
      code: await obtainCode(stack, { scope }, { username }),
      redirect_uri: C1.redirectUri!,
    })
  ).body as { access_token: string; refresh_token: string };

describe('F. refresh tokens', () => {
  it('F01 garbage, truncated, changed, expired, or a token of another kind: invalid_grant', async () => {
    const body = await login();
    const good = body.refresh_token;
    const code = await obtainCode(stack);
    const oneTime = await oneTimeToken(stack, accounts.adminA);
    const changed = good.slice(0, -1) + (good.endsWith('A') ? 'B' : 'A');
    for (const bad of [
      'garbage',
      good.slice(0, -1),
      changed,
      body.access_token,
      code,
      oneTime,
      code.replace('code', 'rt'),
    ]) {
      expectRefusal(await refresh(bad), 400, 'invalid_grant');
    }
    stack.clock.advance(90 * 86_400 + 1);
    expectRefusal(await refresh(good), 400, 'invalid_grant');
    stack.clock.reset();
    expect((await refresh(good)).status).toBe(200);
  });

  it("F02 another client's token: invalid_grant, audited, and the token still works", async () => {
    const { refresh_token: good } = await login();
    expectRefusal(
      await refresh(good, { client_id: C2.clientId, client_secret: C2.secret }),
      400,
      'invalid_grant',
    );
    expect(
      await rows(stack, `select 1 from auth.audit_log where event = 'refresh_token.refused'`),
    ).toHaveLength(1);
    expect((await refresh(good)).status).toBe(200);
  });

  it.each([0, 80 * 86_400])(
    'F03 a used token %i seconds later: invalid_grant, and the family is dead',
    async (seconds) => {
      const first = await login();
      const second = (await refresh(first.refresh_token)).body;
      stack.clock.advance(seconds);
      const third = (await refresh(second.refresh_token)).body;
      expectRefusal(await refresh(first.refresh_token), 400, 'invalid_grant');
      expectRefusal(await refresh(third.refresh_token), 400, 'invalid_grant');
      for (const { access_token } of [first, second, third]) await expectDead(stack, access_token);
      const [family] = await rows<{ ended_because: string; told: number }>(
        stack,
        `select f.ended_because, count(l.id) as told from auth.grant_families f
           left join auth.audit_log l on l.event = 'refresh_token.replayed' and l.details ->> 'family' = f.id
          where f.id = (select family_id from auth.refresh_tokens where hash = $1) group by f.id`,
        [sha256(first.refresh_token)],
      );
      expect(family).toEqual({ ended_because: 'replay', told: 1 });
      stack.clock.reset();
    },
  );

  it('F04 20 exchanges at the same moment, two servers: one wins, and the family lives', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { refresh_token: good } = await login();
      const answers = await postAtOnce(stack.urls, '/oauth/token', {
        client_id: C1.clientId,
        client_secret: C1.secret,
        grant_type: 'refresh_token',
        refresh_token: good,
      });
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      for (const lost of answers.filter(({ status }) => status !== 200))
        expect([lost.status, lost.body.error]).toEqual([400, 'invalid_grant']);
      expect(await isAlive(won[0]!.body.access_token, 1)).toBe(true);
      expect((await refresh(won[0]!.body.refresh_token)).status).toBe(200);
    }
  });

  describe('F04 a used token that comes after the winner had spent it is a replay', () => {
    const familyOf = async (refreshToken: string) =>
      (
        await rows<{ ended_because: string | null; used_at: Date | null }>(
          stack,
          `select f.ended_because, t.used_at from auth.refresh_tokens t
             join auth.grant_families f on f.id = t.family_id where t.hash = $1`,
          [sha256(refreshToken)],
        )
      )[0]!;
    const eventually = async (check: () => Promise<boolean>) => {
      for (let tries = 0; !(await check()); tries += 1) {
        if (tries > 300) throw new Error('it does not come about');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };

    it('also on a connection that stood before', async () => {
      const { refresh_token: good } = await login();
      const form = { client_id: C1.clientId, client_secret: C1.secret, grant_type: 'refresh_token' };
      const body = new URLSearchParams({ ...form, refresh_token: good }).toString();
      const { hostname, port } = new URL(stack.url);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      expect((await refresh(good)).status).toBe(200);
      socket.write(
        `POST /oauth/token HTTP/1.1\r\nHost: test\r\nConnection: close\r\n` +
          `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      socket.resume();
      await once(socket, 'close');
      expect((await familyOf(good)).ended_because).toBe('replay');
    });

    it('also while a try that had come in time is still under way, half a second after the moment', async () => {
      const { refresh_token: good } = await login();
      const form = { grant_type: 'refresh_token', refresh_token: good };
      await stack.apps[0]!.get(RefusalFlood).closeEnded(Infinity); // refusals are written again, not counted
      const held = await stack.db.connect();
      await held.query('begin; lock table auth.audit_log in exclusive mode');
      const waiting = async () =>
        (
          await held.query(
            `select count(*)::int as n from pg_locks where not granted and relation = 'auth.audit_log'::regclass`,
          )
        ).rows[0].n as number;
      // the loser waits for the lock with its row of the audit log
      const both = postAtOnce(
        [stack.url],
        '/oauth/token',
        { client_id: C1.clientId, client_secret: C1.secret, ...form },
        2,
      );
      let late: Promise<Answer>;
      try {
        await eventually(async () => (await waiting()) === 1);
        await rows(
          stack,
          `update auth.refresh_tokens set used_at = used_at - interval '1 second' where hash = $1`,
          [sha256(good)],
        );
        late = refresh(good);
        await eventually(async () => (await waiting()) === 2);
      } finally {
        await held.query('commit');
        held.release();
      }
      await both;
      expectRefusal(await late, 400, 'invalid_grant');
      expect((await familyOf(good)).ended_because).toBe('replay');
    });
  });

  it('F05 scope: wider is refused and nothing consumed, narrower is granted, full again is possible', async () => {
    const { refresh_token: good } = await codeOf('lo.read user.read', 'multi@a.example');
    expectRefusal(await refresh(good, { scope: 'lo.read user.write' }), 400, 'invalid_scope');
    const narrow = await refresh(good, { scope: 'lo.read' });
    expect(narrow.status).toBe(200);
    expect((await get(`${stack.url}/oauth/validate`, bearer(narrow.body.access_token))).body.scope).toBe(
      'lo.read',
    );
    expect((await refresh(narrow.body.refresh_token)).body.scope).toBe('user.read lo.read');
  });

  it('F06 wrong client secret: invalid_client, and the token is not consumed', async () => {
    const { refresh_token: good } = await login();
    expectRefusal(await refresh(good, { client_secret: 'wrong' }), 401, 'invalid_client');
    expect((await refresh(good)).status).toBe(200);
  });

  it('F07 since the grant the user was blocked, lowered, or the client cut', async () => {
    const lowered = await codeOf('user.write lo.read', 'multi@a.example');
    await stack.db.query(`update identity.accounts set roles = '{Learner}' where id = 105`);
    const after = await refresh(lowered.refresh_token);
    expect(after.body.scope).toBe('lo.read');
    expect((await get(`${stack.url}/oauth/validate`, bearer(after.body.access_token))).body.roles).toEqual([
      'Learner',
    ]);
    await stack.db.query(`update identity.accounts set roles = '{Administrator}' where id = 105`);

    await stack.db.query(`update auth.clients set scopes = '{user.write}' where client_id = $1`, [
      C1.clientId,
    ]);
    expect((await refresh(after.body.refresh_token)).body.scope).toBe('user.write');
    await stack.db.query('update auth.clients set scopes = $2 where client_id = $1', [
      C1.clientId,
      C1.scopes,
    ]);

    const blocked = await login();
    await stack.db.query('update identity.accounts set status = false where id = 101');
    expectRefusal(await refresh(blocked.refresh_token), 400, 'invalid_grant');
    await stack.db.query('update identity.accounts set status = true where id = 101');
    const removed = await login('multi@a.example');
    await stack.db.query('update identity.accounts set closed_time = now() where id = 105');
    expectRefusal(await refresh(removed.refresh_token), 400, 'invalid_grant');
    await stack.db.query('update identity.accounts set closed_time = null where id = 105');
  });

  it('F08 revoke and refresh at the same moment, 50 rounds: after revoke has answered nothing works', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { refresh_token: good } = await codeless(round);
      const [revoked, refreshed] = await Promise.all([
        post(`${stack.urls[1]}/oauth/revoke`, {
          client_id: C1.clientId,
          client_secret: C1.secret,
          token: good,
        }),
        refresh(good),
      ]);
      expect(revoked.status).toBe(200);
      expectRefusal(await refresh(good), 400, 'invalid_grant');
      if (refreshed.status !== 200) continue;
      expectRefusal(await refresh(refreshed.body.refresh_token), 400, 'invalid_grant');
      await expectDead(stack, refreshed.body.access_token as string);
    }
  });

  /** A family without the cost of a password. */
  let seed: { refresh_token: string };
  const codeless = async (round: number): Promise<{ refresh_token: string }> => {
    seed = round === 0 || !seed ? await login() : await codeOf('lo.read', 'admin@a.example');
    return seed;
  };
});
