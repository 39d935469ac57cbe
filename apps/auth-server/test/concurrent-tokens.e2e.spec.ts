import { lockNumber } from '@app/database';
import { sha256 } from '@app/kernel';
import { describeUnpooled, postConcurrently } from '@app/testing';
import { setImmediate as turn } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { useAuthProcesses } from './auth-processes.js';
import { C1, C2, OPS, password, rows } from './auth-stack.js';
import { expectDead, expectRefusal, post, token, type OAuthAnswer } from './requests.js';
import { endOfFamily, lateTries, usedEarlier } from './second-uses.js';
import { seenSecrets } from './seen-secrets.js';

const processes = useAuthProcesses();
const { stack } = processes;
const ownGrant = { grant_type: 'client_credentials' };
const c2 = { client_id: C2.clientId, client_secret: C2.secret };
const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index));

/** Asks one of the servers; by fetch, which keeps connections. */
const requestToken = (index: number, form: Record<string, string>): Promise<OAuthAnswer> =>
  token(stack, { ...ownGrant, ...form }, { server: index % 2 });

interface RequestOutcome {
  /** By `performance.now()`. */
  sentAt: number;
  outcome: string;
}

/**
 * Sixteen callers ask both servers without a pause while `change` is committed, and go on for a while.
 * @returns what became of the requests that were sent after the commit
 */
async function stormAcross(form: Record<string, string>, change: () => Promise<unknown>): Promise<string[]> {
  const seen: RequestOutcome[] = [];
  let committedAt = Infinity;
  const isOver = () => seen.filter(({ sentAt }) => sentAt > committedAt).length >= 80;
  const callers = times(16, async (index) => {
    while (!isOver()) {
      const sentAt = performance.now();
      const { status, body } = await requestToken(index, form);
      seen.push({ sentAt, outcome: status === 200 ? '200' : `${status} ${body.error}` });
    }
  });
  while (seen.length < 60) await turn();
  await change();
  committedAt = performance.now();
  await Promise.all(callers);
  expect(seen.slice(0, 30).map(({ outcome }) => outcome)).toEqual(times(30, () => '200'));
  return [...new Set(seen.filter(({ sentAt }) => sentAt > committedAt).map(({ outcome }) => outcome))];
}

describe('a change of a client holds at once, on both servers, in the midst of its requests', () => {
  const register = async (clientId: string) => {
    await stack.register({ ...C2, clientId });
    return { client_id: clientId, client_secret: C2.secret };
  };
  const change = (set: string, clientId: string, values: unknown[] = []) =>
    rows(stack, `update auth.clients set ${set} where client_id = $1`, [clientId, ...values]);

  it('switched off: no token for any request that is sent after the commit', async () => {
    const form = await register('switched-off');
    expect(await stormAcross(form, () => change('status = 0', form.client_id))).toEqual([
      '401 invalid_client',
    ]);
  });

  it('switched off, as an operator does it', async () => {
    const form = await register('disabled-app');
    const ops = { client_id: OPS.clientId, client_secret: OPS.secret };
    const { body } = await requestToken(0, ops);
    const disable = () =>
      fetch(`${stack.url}/client/disabled-app`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 0 }),
      }).then(({ status }) => expect(status).toBe(200));
    expect(await stormAcross(form, disable)).toEqual(['401 invalid_client']);
  });

  it('another secret: the old one gets no token, the new one does', async () => {
    const form = await register('rotated');
    const secretHash = sha256('quite-another-secret');
    const outcomes = await stormAcross(form, () => change('secret_hash = $2', form.client_id, [secretHash]));
    expect(outcomes).toEqual(['401 invalid_client']);
    for (const index of [0, 1]) {
      expect((await requestToken(index, { ...form, client_secret: 'quite-another-secret' })).status).toBe(
        200,
      );
    }
  });

  it('a grant: no token by it', async () => {
    const form = await register('granted');
    const removeGrants = () => change(`grants = '{refresh_token}'`, form.client_id);
    expect(await stormAcross(form, removeGrants)).toEqual(['400 unauthorized_client']);
  });

  it('its portal blocks it: no token there', async () => {
    await stack.register({ ...C1, clientId: 'blocked-app', portalId: 1 });
    const form = { client_id: 'blocked-app', client_secret: C1.secret };
    const block = () =>
      rows(
        stack,
        `with held as (select auth.lock_portal_rights(1))
         insert into auth.client_blocks (portal_id, client_id, blocked_time) select 1, 'blocked-app', now() from held`,
      );
    const outcomes = await stormAcross(form, block);
    expect(outcomes).not.toContain('200');
  });
});

describe('refresh tokens on two servers', () => {
  const login = async (username = 'admin@a.example') => {
    const { body } = await token(stack, { grant_type: 'password', username, password });
    return body.refresh_token as string;
  };
  const refresh = (refreshToken: string, server = 0) =>
    token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken }, { server });

  it('60 tokens, six parallel tries each: 60 winners, each with its row and successor; no family dies by a race', async () => {
    const count = 60;
    const first = await login();
    // families of their own, as 60 logins have
    const texts = await Promise.all(
      times(count, async (index) => {
        const text = first.slice(0, -32) + String(index).padStart(32, '0');
        await rows(
          stack,
          `with f as (insert into auth.grant_families (id, portal_id, account_id, client_id, scopes, created_time, last_used_time, expires_at)
                      select $2, portal_id, account_id, client_id, scopes, created_time, last_used_time, expires_at
                        from auth.grant_families where id = (select family_id from auth.refresh_tokens where hash = $1))
           insert into auth.refresh_tokens (day, hash, family_id, client_id, account_id, portal_id, expires_at)
           select day, $3, $2, client_id, account_id, portal_id, expires_at from auth.refresh_tokens where hash = $1`,
          [sha256(first), `family-${index}`, sha256(text)],
        );
        seenSecrets.add(text);
        return text;
      }),
    );
    // ten at a time, so that the tries of one are at the same moment
    const answers: OAuthAnswer[][] = [];
    for (let index = 0; index < count; index += 10) {
      const form = { grant_type: 'refresh_token', client_id: C1.clientId, client_secret: C1.secret };
      const tries = texts
        .slice(index, index + 10)
        .map((text) => postConcurrently(stack.urls, '/oauth/token', { ...form, refresh_token: text }, 6));
      answers.push(...((await Promise.all(tries)) as unknown as OAuthAnswer[][]));
    }
    const winners: OAuthAnswer[] = [];
    for (const [index, six] of answers.entries()) {
      const won = six.filter(({ status }) => status === 200);
      // one that a busy machine delivered a quarter of a second later repeats the exchange
      const late = await lateTries(stack, texts[index]!);
      const statuses = [...times(1 + late, () => 200), ...times(5 - late, () => 400)];
      expect([index, six.map(({ status }) => status).sort()]).toEqual([index, statuses]);
      winners.push(...won);
      expect([index, await endOfFamily(stack, texts[index]!)]).toEqual([index, null]);
    }
    expect(winners.length).toBeGreaterThanOrEqual(count);
    for (const { body } of winners) {
      for (const secret of [body.access_token, body.refresh_token]) seenSecrets.add(secret as string);
      const { jti, seq, sid } = decodeJwt<{ seq: number; sid: string }>(body.access_token as string);
      expect(await rows(stack, 'select seq::int, sid from auth.access_tokens where jti = $1', [jti])).toEqual(
        [{ seq, sid }],
      );
    }
    const issued = await rows(stack, `select 1 from auth.access_tokens where sid like 'family-%'`);
    expect(issued).toHaveLength(winners.length);
    const unspent = await rows(
      stack,
      `select family_id from auth.refresh_tokens where family_id like 'family-%' and used_at is null`,
    );
    expect(unspent).toHaveLength(count); // one successor each
  });

  it('a successor works on the other server, and a replay there ends the family', async () => {
    const spent = await login();
    const second = await refresh(spent, 0);
    const third = await refresh(second.body.refresh_token as string, 1);
    expect([second.status, third.status]).toEqual([200, 200]);
    await usedEarlier(stack, spent);
    expectRefusal(await refresh(spent, 1), 400, 'invalid_grant');
    expect(await endOfFamily(stack, spent)).toBe('replay');
    expectRefusal(await refresh(third.body.refresh_token as string, 0), 400, 'invalid_grant');
    for (const { body } of [second, third]) await expectDead(stack, body.access_token as string);
  });

  it('a family that is revoked in the midst of refreshes: nothing of it works once that is answered', async () => {
    for (let round = 0; round < 10; round += 1) {
      const text = await login();
      const revoked = post(`${stack.urls[1]}/oauth/revoke`, {
        client_id: C1.clientId,
        client_secret: C1.secret,
        token: text,
      });
      const refreshed = await refresh(text, round % 2);
      expect((await revoked).status).toBe(200);
      if (refreshed.status !== 200) continue;
      expectRefusal(await refresh(refreshed.body.refresh_token as string, 0), 400, 'invalid_grant');
      await expectDead(stack, refreshed.body.access_token as string);
    }
  });
});

describeUnpooled('nobody is held up by what somebody else holds', () => {
  /** Holds something in a transaction while `work` runs; then lets go. */
  async function holding<T>(statements: string[], work: () => Promise<T>): Promise<T> {
    const lockHolder = await stack.db.connect();
    await lockHolder.query('begin');
    for (const statement of statements) await lockHolder.query(statement);
    try {
      return await work();
    } finally {
      await lockHolder.query('commit');
      lockHolder.release();
    }
  }

  it.each([
    ['a client', `select pg_advisory_xact_lock(${lockNumber.rightsOfClient}, hashtext('${C1.clientId}'))`],
    ['a portal', `select pg_advisory_xact_lock(${lockNumber.rightsOfPortal}, 1)`],
    [
      'an account',
      `select pg_advisory_xact_lock(${lockNumber.rightsOfAccount}, service_account_id) from auth.clients where client_id = '${C1.clientId}'`,
    ],
    ['the row of a client', `select 1 from auth.clients where client_id = '${C1.clientId}' for update`],
  ])(
    'with %s held by somebody, all others get their tokens, and it gets its own later',
    async (what, statement) => {
      for (const index of [0, 1, 2, 3]) await requestToken(index, index < 2 ? {} : c2); // cached from here on
      const { waiting, otherAnswers } = await holding([statement], async () => {
        const first = times(6, (index) => requestToken(index, {}));
        const otherAnswers = await Promise.all(times(30, (index) => requestToken(index, c2)));
        const state = await Promise.race([Promise.all(first).then(() => 'answered'), turn('waits')]);
        return { waiting: { first, state }, otherAnswers };
      });
      expect(otherAnswers.map(({ status }) => status)).toEqual(times(30, () => 200));
      // a row that is locked may be read; the others are what taking rights away holds
      if (what !== 'the row of a client') expect(waiting.state).toBe('waits');
      expect((await Promise.all(waiting.first)).map(({ status }) => status)).toEqual(times(6, () => 200));
    },
  );

  it('with a table locked that only people’s tokens need, applications get theirs', async () => {
    for (const index of [0, 1]) await requestToken(index, c2);
    const answers = await holding(['lock table identity.persons in access exclusive mode'], () =>
      Promise.all(times(10, (index) => requestToken(index, c2))),
    );
    expect(answers.map(({ status }) => status)).toEqual(times(10, () => 200));
  });
});
