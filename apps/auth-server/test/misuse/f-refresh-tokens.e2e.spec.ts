import { sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { alterCharacter, postConcurrently, SESSIONS_HERE } from '@app/testing';
import { ClientAuthenticator } from '../../src/applications/clients/index.js';
import { accounts, C1, P1, password, useAuthServers, c1Credentials, c2Credentials } from '../auth-stack.js';
import { oneTimeToken } from '../links.js';
import {
  expectDead,
  expectRefusal,
  post,
  token,
  type OAuthAnswer,
  passwordTokens,
  validate,
  isAlive,
} from '../requests.js';
import { endOfFamily, lateTries, triesAtOnce, usedEarlier, usedJustNow } from '../second-uses.js';
import { obtainCode } from '../test-browser.js';
import { exchange } from '../openid.js';

const stack = useAuthServers(2);
const login = (username?: string) => passwordTokens(stack, username);
const refresh = (refreshToken: string, more: Record<string, string> = {}, server = 0): Promise<OAuthAnswer> =>
  token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more }, { server });
const requestCode = async (scope: string, username: string) =>
  exchange(stack, await obtainCode(stack, { scope }, { username }));

describe('F. refresh tokens', () => {
  it('F01 garbage, truncated, changed, expired, or a token of another kind: invalid_grant', async () => {
    const body = await login();
    const good = body.refresh_token;
    const code = await obtainCode(stack);
    const oneTime = await oneTimeToken(stack, accounts.adminA);
    const changed = alterCharacter(good, -1);
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
    expectRefusal(await refresh(good, { ...c2Credentials }), 400, 'invalid_grant');
    expect(
      await stack.db.many(sql`select 1 from auth.audit_log where event = 'refresh_token.refused'`),
    ).toHaveLength(1);
    expect((await refresh(good)).status).toBe(200);
  });

  it.each([0.6, 5, 80 * 86_400])(
    'F03 a used token %f seconds later: invalid_grant, and the family is dead',
    async (seconds) => {
      const first = await login();
      const second = (await refresh(first.refresh_token)).body;
      const third = (await refresh(second.refresh_token)).body;
      await usedEarlier(stack, first.refresh_token, seconds * 1_000);
      expectRefusal(await refresh(first.refresh_token), 400, 'invalid_grant');
      expectRefusal(await refresh(third.refresh_token), 400, 'invalid_grant');
      for (const { access_token } of [first, second, third]) await expectDead(stack, access_token);
      const [family] = await stack.db.many<{ ended_because: string; told: number }>(sql`
        select f.ended_because, count(l.id) as told from auth.grant_families f
          left join auth.audit_log l on l.event = 'refresh_token.replayed' and l.details ->> 'family' = f.id
         where f.id = (select family_id from auth.refresh_tokens where hash = ${sha256(first.refresh_token)})
         group by f.id`);
      expect(family).toEqual({ ended_because: 'replay', told: 1 });
    },
  );

  it('F03 a used token within a quarter of a second: invalid_grant, and the family lives', async () => {
    const { refresh_token: spent } = await login();
    const next = (await refresh(spent)).body;
    await usedJustNow(stack, spent);
    expectRefusal(await refresh(spent, {}, 1), 400, 'invalid_grant');
    expect(await endOfFamily(stack, spent)).toBeNull();
    expect(await isAlive(stack, next.access_token)).toBe(true);
    expect((await refresh(next.refresh_token)).status).toBe(200);
  });

  it('F03 a used token 61 seconds later, its successor unused: invalid_grant, and the family is dead', async () => {
    const first = await login();
    const second = (await refresh(first.refresh_token)).body;
    await usedEarlier(stack, first.refresh_token, 61_000);
    expectRefusal(await refresh(first.refresh_token), 400, 'invalid_grant');
    expect(await endOfFamily(stack, first.refresh_token)).toBe('replay');
    for (const { access_token } of [first, second]) await expectDead(stack, access_token);
  });

  it('F04 an exchange begun before the winner used the token has lost a race, however long its commit takes', async () => {
    const { refresh_token: good } = await login();
    const lockHolder = await stack.db.connect();
    const one = async <T>(text: string, values: unknown[] = []): Promise<T> =>
      (await lockHolder.query(text, values)).rows[0] as T;
    // both find it unused, and wait for the lock when they use it
    await lockHolder.query('begin');
    await one('select 1 from auth.refresh_tokens where hash = $1 for update', [sha256(good)]);
    const tries = [refresh(good), refresh(good, {}, 1)];
    const waiting = `select count(*)::int as n from ${SESSIONS_HERE} s
                      where wait_event_type = 'Lock'`;
    try {
      while ((await one<{ n: number }>(waiting)).n < 2);
      const { at: path } = await one<{ at: string }>('select clock_timestamp()::text as at');
      const isLater = `select clock_timestamp() > $1::timestamptz + interval '300 ms' as yes`;
      while (!(await one<{ yes: boolean }>(isLater, [path])).yes);
      await one('update auth.refresh_tokens set used_at = $2 where hash = $1', [sha256(good), path]);
    } finally {
      await lockHolder.query('commit');
      lockHolder.release();
    }
    for (const lost of await Promise.all(tries)) expectRefusal(lost, 400, 'invalid_grant');
    expect([await endOfFamily(stack, good), await lateTries(stack, good)]).toEqual([null, 0]);
  });

  it('F05 scope: wider is refused and uses nothing up, narrower is granted, full again is possible', async () => {
    const { refresh_token: good } = await requestCode('lo.read user.read', 'multi@a.example');
    expectRefusal(await refresh(good, { scope: 'lo.read user.write' }), 400, 'invalid_scope');
    const narrow = await refresh(good, { scope: 'lo.read' });
    expect(narrow.status).toBe(200);
    expect((await validate(stack, narrow.body.access_token)).body.scope).toBe('lo.read');
    expect((await refresh(narrow.body.refresh_token)).body.scope).toBe('user.read lo.read');
  });

  it('F06 wrong client secret: invalid_client, and the token is not used up', async () => {
    const { refresh_token: good } = await login();
    expectRefusal(await refresh(good, { client_secret: 'wrong' }), 401, 'invalid_client');
    expect((await refresh(good)).status).toBe(200);
  });

  it('F07 since the grant, the user was blocked, lost a role, or the client lost scopes (contract 3.17)', async () => {
    const lowered = await requestCode('user.write lo.read', 'multi@a.example');
    await stack.db.many(sql`update identity.accounts set roles = '{Learner}' where id = 105`);
    const after = await refresh(lowered.refresh_token);
    expect(after.body.scope).toBe('lo.read');
    expect((await validate(stack, after.body.access_token)).body.roles).toEqual(['Learner']);
    await stack.db.many(sql`update identity.accounts set roles = '{Administrator}' where id = 105`);

    await stack.db.many(sql`
      update auth.clients set scopes = '{user.write}' where client_id = ${C1.clientId}`);
    expect((await refresh(after.body.refresh_token)).body.scope).toBe('user.write');
    await stack.db.many(sql`update auth.clients set scopes = ${C1.scopes} where client_id = ${C1.clientId}`);

    const blocked = await login();
    await stack.db.many(sql`update identity.accounts set status = false where id = 101`);
    expectRefusal(await refresh(blocked.refresh_token), 400, 'invalid_grant');
    await stack.db.many(sql`update identity.accounts set status = true where id = 101`);
    const removed = await login('multi@a.example');
    await stack.db.many(sql`update identity.accounts set closed_time = now() where id = 105`);
    expectRefusal(await refresh(removed.refresh_token), 400, 'invalid_grant');
    await stack.db.many(sql`update identity.accounts set closed_time = null where id = 105`);
  });

  it('F08 revoke and refresh in parallel, 50 rounds: once revoke has answered, nothing works', async () => {
    for (let round = 0; round < 50; round += 1) {
      const { refresh_token: good } = await codeless(round);
      const [revoked, refreshed] = await Promise.all([
        post(`${stack.urls[1]}/oauth/revoke`, { ...c1Credentials, token: good }),
        refresh(good),
      ]);
      expect(revoked.status).toBe(200);
      expectRefusal(await refresh(good), 400, 'invalid_grant');
      if (refreshed.status !== 200) continue;
      expectRefusal(await refresh(refreshed.body.refresh_token), 400, 'invalid_grant');
      await expectDead(stack, refreshed.body.access_token as string);
    }
  });

  describe.each([0.3, 59])('F09 a used token %f seconds later, its successor unused', (seconds) => {
    /** A login whose first exchange was answered, and the answer lost. */
    async function loseAnswer() {
      const first = await login();
      const lost = (await refresh(first.refresh_token)).body;
      await usedEarlier(stack, first.refresh_token, seconds * 1_000);
      return { first, lost };
    }

    it('gets a new successor, and all access tokens stay alive', async () => {
      const { first, lost } = await loseAnswer();
      const again = await refresh(first.refresh_token, {}, 1);
      expect(again.status).toBe(200);
      const next = await refresh(again.body.refresh_token);
      expect(next.status).toBe(200);
      for (const { access_token } of [first, lost, again.body, next.body])
        expect(await isAlive(stack, access_token)).toBe(true);
      const repeated = await stack.db.many(sql`
        select 1 from auth.audit_log where event = 'refresh_token.repeated' and details ->> 'family' =
          (select family_id from auth.refresh_tokens where hash = ${sha256(first.refresh_token)})`);
      expect(repeated).toHaveLength(1);
    });

    it('ends the family once the replaced successor is presented', async () => {
      const { first, lost } = await loseAnswer();
      const again = (await refresh(first.refresh_token)).body;
      const next = (await refresh(again.refresh_token)).body;
      expectRefusal(await refresh(lost.refresh_token), 400, 'invalid_grant');
      expect(await endOfFamily(stack, first.refresh_token)).toBe('replay');
      expectRefusal(await refresh(next.refresh_token), 400, 'invalid_grant');
      for (const { access_token } of [first, lost, again, next]) await expectDead(stack, access_token);
    });

    it('ends the family once the new successor was used', async () => {
      const { first } = await loseAnswer();
      const again = (await refresh(first.refresh_token)).body;
      expect((await refresh(again.refresh_token)).status).toBe(200);
      await usedEarlier(stack, first.refresh_token, 300);
      expectRefusal(await refresh(first.refresh_token), 400, 'invalid_grant');
      expect(await endOfFamily(stack, first.refresh_token)).toBe('replay');
    });

    it('of 20 parallel exchanges on two servers one wins, and the family survives', async () => {
      const { first } = await loseAnswer();
      const form = { ...c1Credentials, grant_type: 'refresh_token', refresh_token: first.refresh_token };
      const begun = jest.spyOn(ClientAuthenticator.prototype, 'findCached');
      const tries = () => postConcurrently(stack.urls, '/oauth/token', form);
      const countBegun = () => begun.mock.calls.length;
      const answers = await triesAtOnce(stack, first.refresh_token, 20, tries, countBegun).finally(() =>
        begun.mockRestore(),
      );
      const won = answers.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(await endOfFamily(stack, first.refresh_token)).toBeNull();
      expect((await refresh(won[0]!.body.refresh_token)).status).toBe(200);
    });
  });

  it('F09 a used token and its successor at the same moment: at most one gets tokens, and the family dies', async () => {
    const first = await login();
    const second = (await refresh(first.refresh_token)).body;
    await usedEarlier(stack, first.refresh_token, 1_000);
    const answers = await Promise.all([refresh(first.refresh_token), refresh(second.refresh_token, {}, 1)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await endOfFamily(stack, first.refresh_token)).toBe('replay');
  });

  it.each([
    [9, 200, null],
    [11, 400, 'replay'],
  ])('F09 a used token of a client without a secret %i seconds later: %i', async (seconds, status, ended) => {
    await stack.db.many(sql`
      update auth.clients set grants = grants || '{password}' where client_id = ${P1.clientId}`);
    const client = { client_id: P1.clientId, client_secret: undefined };
    const { body } = await token(stack, {
      ...client,
      grant_type: 'password',
      username: 'admin@a.example',
      password,
      portal_name: 'a.learning.localhost',
    });
    const exchange = () =>
      token(stack, { ...client, grant_type: 'refresh_token', refresh_token: body.refresh_token });
    expect((await exchange()).status).toBe(200);
    await usedEarlier(stack, body.refresh_token as string, seconds * 1_000);
    expect((await exchange()).status).toBe(status);
    expect(await endOfFamily(stack, body.refresh_token as string)).toBe(ended);
  });

  it('F09 a used token with a wider scope: invalid_scope, and the exchange can still be repeated', async () => {
    const { refresh_token: first } = await requestCode('lo.read user.read', 'multi@a.example');
    await refresh(first);
    await usedEarlier(stack, first, 1_000);
    expectRefusal(await refresh(first, { scope: 'lo.read user.write' }), 400, 'invalid_scope');
    expect((await refresh(first, { scope: 'lo.read' })).status).toBe(200);
  });

  /** A family that did not need a password hash. */
  let seed: { refresh_token: string };
  const codeless = async (round: number): Promise<{ refresh_token: string }> => {
    seed = round === 0 || !seed ? await login() : await requestCode('lo.read', 'admin@a.example');
    return seed;
  };
});
