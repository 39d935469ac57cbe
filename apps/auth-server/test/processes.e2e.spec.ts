import { sql, lockNumber, type Statement } from '@app/database';
import { postConcurrently, SERVED_BY, describeUnpooled } from '@app/testing';
import { sha256 } from '@app/kernel';
import { setImmediate as turn } from 'node:timers/promises';
import { useAuthProcesses } from './auth-processes.js';
import { accounts, C1, C2, c1Credentials, c2Credentials, c2Request } from './auth-stack.js';
import { oneTimeToken, passwordToken } from './links.js';
import { expectDead, expectRefusal, token, passwordTokens, isAlive, type OAuthAnswer } from './requests.js';
import { triesAtOnce, usedEarlier, waitingForLocks } from './second-uses.js';
import { seenSecrets } from './seen-secrets.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from './test-browser.js';

// a connection for each of ten attempts of one portal, which gets half of them
const processes = useAuthProcesses(2, { DATABASE_POOL_SIZE: '24' });
const { stack } = processes;
const login = (username?: string) => passwordTokens(stack, username);

describe('two processes behind a proxy without affinity', () => {
  it('log in, choose a portal, consent and exchange, each step on the next process', async () => {
    const served = new Set<string | null>();
    const browser = new TestBrowser(processes.behindProxy);
    const recordAnswer = <T extends { headers: Headers }>(answer: T): T => {
      served.add(answer.headers.get(SERVED_BY));
      return answer;
    };
    const c2 = { ...c2Request, scope: 'lo.read' };
    recordAnswer(await browser.get(authorizeAddress(c2)));
    recordAnswer(await browser.login('multi@a.example'));
    recordAnswer(await browser.submit('/oauth/authorize/portal', { account: String(accounts.multiB) }));
    const back = recordAnswer(await browser.allow());
    const code = returned(back).query.get('code')!;
    const form = { ...c2Credentials, grant_type: 'authorization_code', redirect_uri: C2.redirectUri!, code };
    const { body } = recordAnswer(await token(processes.behindProxy, form));
    for (const server of [0, 1]) expect(await isAlive(stack, body.access_token, server)).toBe(true);
    expect(served).toEqual(new Set(['0', '1']));
    expect((await browser.get('/oauth/account')).text).toContain('multi@a.example');
    await browser.submit('/oauth/sign-out');
    for (const _ of [0, 1])
      expect((await browser.get('/oauth/account')).text).toContain('/oauth/authorize/login');
  });
});

describe('20 parallel attempts over two processes', () => {
  const one = async (form: Record<string, string>) => {
    const answers = await postConcurrently(stack.urls, '/oauth/token', { ...c1Credentials, ...form });
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(new Set(lost.map(({ status, body }) => `${status} ${body.error}`))).toEqual(
      new Set(['400 invalid_grant']),
    );
    const { access_token: accessToken, refresh_token: refreshToken } = won[0]!.body as Record<string, string>;
    for (const secret of [accessToken, refreshToken]) if (secret) seenSecrets.add(secret);
    return { accessToken: accessToken!, refreshToken };
  };
  const expectAlive = async (accessToken: string) => {
    for (const server of [0, 1]) expect(await isAlive(stack, accessToken, server)).toBe(true);
  };
  /** One of 20 wins and its family lives; the same sent again later ends it. */
  const oneThenReplay = async (
    parameter: string,
    more: Record<string, string>,
    obtain: () => Promise<string>,
  ) => {
    const secret = await obtain();
    const form = { ...more, [parameter]: secret };
    const waiting = () => waitingForLocks(stack);
    const { accessToken, refreshToken } = await triesAtOnce(stack, secret, 20, () => one(form), waiting);
    await expectAlive(accessToken);
    const next = await token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken });
    expect(next.status).toBe(200);
    await usedEarlier(stack, secret);
    expectRefusal(await token(stack, form, { server: 1 }), 400, 'invalid_grant');
    await expectDead(stack, accessToken);
    await expectDead(stack, next.body.access_token as string);
  };

  it.each([1, 2, 3])('E09 one exchange of a code wins; a later replay ends its family (round %i)', () =>
    oneThenReplay('code', { grant_type: 'authorization_code', redirect_uri: C1.redirectUri! }, () =>
      obtainCode(stack),
    ),
  );

  it.each([1, 2, 3])('F04 one refresh wins; a later replay ends its family (round %i)', () =>
    oneThenReplay(
      'refresh_token',
      { grant_type: 'refresh_token' },
      async () => (await login()).refresh_token,
    ),
  );

  it('B14 one post of a one-time link creates a session', async () => {
    const link = await oneTimeToken(stack, accounts.learnerA);
    seenSecrets.add(link);
    const browser = await TestBrowser.open(processes.behindProxy, authorizeAddress({ one_time_token: link }));
    const { action, fields } = browser.form('/oauth/authorize/one-time');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answers = await postConcurrently(stack.urls, action, fields, 20, { cookie });
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(
      await stack.db.many(sql`select 1 from auth.sessions where only_account_id = ${accounts.learnerA}`),
    ).toHaveLength(1);
  });

  it('I07 one post of a mailed link sets the password', async () => {
    const link = await passwordToken(stack, 6);
    seenSecrets.add(link);
    const browser = await TestBrowser.open(processes.behindProxy, `/oauth/password/set?token=${link}`);
    const { action, fields } = browser.form('/oauth/password/set');
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const credentials = { ...fields, password: 'Quite-new-5678', repeated: 'Quite-new-5678' };
    const answers = await postConcurrently(stack.urls, action, credentials, 20, { cookie });
    const otherNumbers = answers.map(({ status }) => status).filter((status) => status !== 200);
    expect(otherNumbers).toHaveLength(19);
    // 503: on a busy machine, some wait for a hash for too long and are told to try again
    expect(otherNumbers.filter((status) => status !== 400 && status !== 503)).toEqual([]);
    expect(
      await stack.db.many(sql`
        select 1 from auth.audit_log where event = 'password.changed' and person_id = 6`),
    ).toHaveLength(1);
    expect((await browser.get(`/oauth/password/set?token=${link}`)).status).toBe(400);
  });
});

describe('tokens while a client changes', () => {
  const ownGrant = { grant_type: 'client_credentials' };
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
  async function stormAcross(
    form: Record<string, string>,
    change: () => Promise<unknown>,
  ): Promise<string[]> {
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

  describe('a change of a client takes effect immediately on both servers, during its requests', () => {
    const register = async (clientId: string) => {
      await stack.register({ ...C2, clientId });
      return { client_id: clientId, client_secret: C2.secret };
    };
    const change = (set: Statement, clientId: string) =>
      stack.db.many(sql`update auth.clients set ${set} where client_id = ${clientId}`);

    it('switched off: no token for any request that is sent after the commit', async () => {
      const form = await register('switched-off');
      expect(await stormAcross(form, () => change(sql`status = 0`, form.client_id))).toEqual([
        '401 invalid_client',
      ]);
    });

    it('another secret: the old one gets no token, the new one does', async () => {
      const form = await register('rotated');
      const secretHash = sha256('quite-another-secret');
      const outcomes = await stormAcross(form, () =>
        change(sql`secret_hash = ${secretHash}`, form.client_id),
      );
      expect(outcomes).toEqual(['401 invalid_client']);
      for (const index of [0, 1]) {
        expect((await requestToken(index, { ...form, client_secret: 'quite-another-secret' })).status).toBe(
          200,
        );
      }
    });

    it('a grant: no token by it', async () => {
      const form = await register('granted');
      const removeGrants = () => change(sql`grants = '{refresh_token}'`, form.client_id);
      expect(await stormAcross(form, removeGrants)).toEqual(['400 unauthorized_client']);
    });

    it('its portal blocks it: no token there', async () => {
      await stack.register({ ...C1, clientId: 'blocked-app', portalId: 1 });
      const form = { client_id: 'blocked-app', client_secret: C1.secret };
      const block = () =>
        stack.db.many(sql`
          with held as (select auth.lock_portal_rights(1))
          insert into auth.client_blocks (portal_id, client_id, blocked_time) select 1, 'blocked-app', now() from held`);
      const outcomes = await stormAcross(form, block);
      expect(outcomes).not.toContain('200');
    });
  });

  describeUnpooled('requests are not blocked by locks of other owners', () => {
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
      'with %s locked, all other clients get their tokens; those of the locked one follow later',
      async (what, statement) => {
        for (const index of [0, 1, 2, 3]) await requestToken(index, index < 2 ? {} : c2Credentials); // cached from here on
        const { waiting, otherAnswers } = await holding([statement], async () => {
          const first = times(6, (index) => requestToken(index, {}));
          const otherAnswers = await Promise.all(times(30, (index) => requestToken(index, c2Credentials)));
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
      for (const index of [0, 1]) await requestToken(index, c2Credentials);
      const answers = await holding(['lock table identity.persons in access exclusive mode'], () =>
        Promise.all(times(10, (index) => requestToken(index, c2Credentials))),
      );
      expect(answers.map(({ status }) => status)).toEqual(times(10, () => 200));
    });
  });
});
