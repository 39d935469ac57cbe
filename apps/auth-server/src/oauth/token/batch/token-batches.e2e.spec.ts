import { sha256 } from '@app/kernel';
import { PATIENCE_MS } from '@app/testing';
import { decodeJwt } from 'jose';
import { C1, C2, P1, password, rows, useAuthServers } from '../../../../test/auth-stack.js';
import { expectRefusal, token, type OAuthAnswer } from '../../../../test/requests.js';
import { endOfFamily, usedEarlier } from '../../../../test/second-uses.js';
import { ClientQueries } from '../../../applications/clients/index.js';
import { AccessTokenQueries } from '../access-token.queries.js';
import { FamilyQueries } from '../family.queries.js';
import { TokenBatches } from './token-batches.js';

const stack = useAuthServers();
const ownGrant = { grant_type: 'client_credentials' };
const c2 = { client_id: C2.clientId, client_secret: C2.secret };
const login = async (username = 'admin@a.example') =>
  (await token(stack, { grant_type: 'password', username, password })).body.refresh_token as string;
const refresh = (refreshToken: string, more: Record<string, string> = {}) =>
  token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken, ...more });
const listStatuses = (answers: readonly OAuthAnswer[]) => answers.map(({ status }) => status);
const usedAt = async (refreshToken: string) =>
  (
    await rows<{ used_at: Date | null }>(stack, 'select used_at from auth.refresh_tokens where hash = $1', [
      sha256(refreshToken),
    ])
  )[0]!.used_at;

/** From here on the rows of both clients are remembered: the first use of a client may be noted, which changes its row. */
async function remember(): Promise<void> {
  for (const client of [{}, {}, c2, c2]) await token(stack, { ...ownGrant, ...client });
}

/**
 * Sends `first`, and the others while its batch is held back, so that those are one batch.
 * @param meanwhile what happens before that batch is made
 * @param afterwards what happens before its answer is known
 */
async function asOneBatch(
  kind: 'issueBatch' | 'refreshBatch',
  first: () => Promise<OAuthAnswer>,
  otherExchanges: (() => Promise<OAuthAnswer>)[],
  meanwhile: () => unknown = () => undefined,
  afterwards: () => unknown = () => undefined,
): Promise<OAuthAnswer[]> {
  await remember();
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const sizes: number[] = [];
  const original = AccessTokenQueries.prototype[kind] as (...args: unknown[]) => Promise<never>;
  const sending = jest.spyOn(AccessTokenQueries.prototype, kind).mockImplementation(async function (
    this: AccessTokenQueries,
    ...args: unknown[]
  ) {
    const place = sizes.push((args[0] as unknown[]).length);
    if (place === 1) await gate;
    const rows = await original.apply(this, args);
    if (place === 2) await afterwards();
    return rows;
  });
  const adding = jest.spyOn(TokenBatches.prototype, kind === 'issueBatch' ? 'issue' : 'refresh');
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };
  try {
    const answers = [first()];
    await until(() => sizes.length === 1);
    answers.push(...otherExchanges.map((send) => send()));
    await until(() => adding.mock.calls.length === 1 + otherExchanges.length);
    await meanwhile();
    release();
    const all = await Promise.all(answers);
    expect(sizes.slice(0, 2)).toEqual([1, otherExchanges.length]);
    return all;
  } finally {
    release();
    sending.mockRestore();
    adding.mockRestore();
  }
}

// a batch that a test holds back is not late
beforeAll(() => {
  stack.apps[0]!.get(TokenBatches, { strict: false }).timing.lateMs = PATIENCE_MS;
});

const times = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index));

describe('tokens issued together', () => {
  it('each have their row, number and id', async () => {
    const answers = await asOneBatch(
      'issueBatch',
      () => token(stack, ownGrant),
      times(12, (index) => () => token(stack, index % 2 === 0 ? ownGrant : { ...ownGrant, ...c2 })),
    );
    expect(listStatuses(answers)).toEqual(Array<number>(13).fill(200));
    const claims = answers.map(({ body }) => decodeJwt<Record<string, unknown>>(body.access_token as string));
    expect(new Set(claims.map(({ jti }) => jti)).size).toBe(13);
    expect(new Set(claims.map(({ sid }) => sid)).size).toBe(13);
    for (const [index, { jti, sid, seq, client_id, portal_id, exp }] of claims.entries()) {
      const isOwn = index === 0 || index % 2 === 1;
      expect([client_id, portal_id]).toEqual(isOwn ? [C1.clientId, 1] : [C2.clientId, undefined]);
      const [row] = await rows<Record<string, unknown>>(
        stack,
        `select sid, seq::int, client_id, portal_id, extract(epoch from expires_at)::int as exp
           from auth.access_tokens where jti = $1`,
        [jti],
      );
      expect(row).toEqual({ sid, seq, client_id, portal_id: portal_id ?? null, exp: expect.any(Number) });
      expect(Math.abs(Number(row!['exp']) - exp!)).toBeLessThanOrEqual(1);
    }
  });

  it('are of the day on which their batch is made: none is of two days at midnight', async () => {
    const midnight = new Date(stack.clock.now());
    midnight.setUTCHours(24, 0, 0, 0);
    stack.clock.advance((midnight.getTime() - stack.clock.now().getTime()) / 1000 - 60);
    const before = stack.clock.now().toISOString().slice(0, 10);
    const spent = [await login(), await login()];
    const [first, ...otherAnswers] = await asOneBatch(
      'issueBatch',
      () => token(stack, ownGrant),
      times(5, () => () => token(stack, ownGrant)),
      () => stack.clock.advance(120),
    );
    const after = midnight.toISOString().slice(0, 10);
    const readDay = async ({ body }: OAuthAnswer) => {
      const { jti, iat } = decodeJwt(body.access_token as string);
      const rowsFound = await rows<{ day: string }>(
        stack,
        'select day::text, expires_at from auth.access_tokens where jti = $1',
        [jti],
      );
      return [jti!.slice(0, 8), rowsFound[0]!.day, new Date(iat! * 1000).toISOString().slice(0, 10)];
    };
    expect(await readDay(first!)).toEqual([before.replaceAll('-', ''), before, before]);
    for (const other of otherAnswers)
      expect(await readDay(other)).toEqual([after.replaceAll('-', ''), after, after]);

    // refresh tokens of the day before, and their successors
    const [one, two] = await asOneBatch('refreshBatch', () => refresh(spent[0]!), [() => refresh(spent[1]!)]);
    for (const { body } of [one!, two!]) {
      expect(body.refresh_token.slice(0, 12)).toBe(`rt_${after.replaceAll('-', '')}_`);
      expect((await refresh(body.refresh_token as string)).status).toBe(200);
    }
    stack.clock.reset();
  });

  it('one that has not been confirmed leaves the others alone: switched off, another secret, a grant taken', async () => {
    const clients = ['off', 'rotated', 'taken', 'renamed'].map((clientId) => ({ ...C2, clientId }));
    for (const client of clients) await stack.register(client);
    const requestToken = ({ clientId }: { clientId: string }) =>
      token(stack, { ...ownGrant, client_id: clientId, client_secret: C2.secret });
    // the first use is noted, which changes the row; that of the second one is remembered
    for (const client of [...clients, ...clients]) expect((await requestToken(client)).status).toBe(200);
    const answers = await asOneBatch(
      'issueBatch',
      () => token(stack, ownGrant),
      [...clients.map((client) => () => requestToken(client)), () => token(stack, ownGrant)],
      async () => {
        await rows(stack, `update auth.clients set status = 0 where client_id = 'off'`);
        await rows(stack, `update auth.clients set secret_hash = '\\x00' where client_id = 'rotated'`);
        await rows(stack, `update auth.clients set grants = '{refresh_token}' where client_id = 'taken'`);
        await rows(stack, `update auth.clients set name = 'Another name' where client_id = 'renamed'`);
      },
    );
    expect(answers.map(({ status, body }) => `${status} ${body.error ?? ''}`.trim())).toEqual([
      '200',
      '401 invalid_client',
      '401 invalid_client',
      '400 unauthorized_client',
      '200',
      '200',
    ]);
    for (const client of clients.slice(0, 3)) expect((await requestToken(client)).status).not.toBe(200);
  });

  it('scopes that were taken meanwhile are not in the token', async () => {
    await stack.register({ ...C2, clientId: 'narrowed', scopes: ['lo.read', 'user.read'] });
    const requestToken = () => token(stack, { ...ownGrant, client_id: 'narrowed', client_secret: C2.secret });
    expect((await requestToken()).body.scope).toBe('lo.read user.read');
    await rows(stack, `update auth.clients set scopes = '{lo.read}' where client_id = 'narrowed'`);
    expect((await requestToken()).body.scope).toBe('lo.read');
  });

  it('a batch that fails as a whole: each is issued alone, once, and the failure is logged', async () => {
    await remember();
    const lines = stack.log.length;
    const failing = jest
      .spyOn(AccessTokenQueries.prototype, 'issueBatch')
      .mockRejectedValue(new Error('one of them cannot be stored'));
    const alone = jest.spyOn(AccessTokenQueries.prototype, 'insertToken');
    const answers = await Promise.all(
      times(6, (index) => token(stack, index < 3 ? ownGrant : { ...ownGrant, ...c2 })),
    );
    expect(listStatuses(answers)).toEqual(Array<number>(6).fill(200));
    expect(alone).toHaveBeenCalledTimes(6);
    failing.mockRestore();
    alone.mockRestore();
    const logged = stack.log.slice(lines).filter((line) => line.includes('a batch of tokens failed'));
    expect(logged).not.toHaveLength(0);
    expect(logged[0]).toContain('one of them cannot be stored');
  });

  it('the same for refresh tokens, none of which is spent by the failure', async () => {
    const spent = [await login(), await login('multi@a.example')];
    const failing = jest
      .spyOn(AccessTokenQueries.prototype, 'refreshBatch')
      .mockRejectedValue(new Error('one of them cannot be stored'));
    const answers = await Promise.all(spent.map((text) => refresh(text)));
    failing.mockRestore();
    expect(listStatuses(answers)).toEqual([200, 200]);
    for (const { body } of answers) expect((await refresh(body.refresh_token as string)).status).toBe(200);
  });
});

describe('refresh tokens exchanged together', () => {
  it('one that is asked for several times in a batch is exchanged once, and the others lost a race', async () => {
    const [other, first, good] = [await login(), await login(), await login('multi@a.example')];
    const answers = await asOneBatch('refreshBatch', () => refresh(first), [
      ...times(5, () => () => refresh(good)),
      () => refresh(other),
    ]);
    expect(listStatuses(answers).sort()).toEqual([200, 200, 200, 400, 400, 400, 400]);
    const won = answers.slice(1, 6).filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(await endOfFamily(stack, good)).toBeNull();
    expect((await refresh(won[0]!.body.refresh_token as string)).status).toBe(200);
  });

  it('however long the batch takes to commit', async () => {
    const [first, good] = [await login(), await login('multi@a.example')];
    const now = performance.now.bind(performance);
    let committing = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + committing);
    const slowly = (): Promise<void> => usedEarlier(stack, good, (committing = 600));
    try {
      const again = times(4, () => () => refresh(good));
      const answers = await asOneBatch(
        'refreshBatch',
        () => refresh(first),
        again,
        () => undefined,
        slowly,
      );
      expect(listStatuses(answers).sort()).toEqual([200, 200, 400, 400, 400]);
      expect(await endOfFamily(stack, good)).toBeNull();
    } finally {
      clock.mockRestore();
    }
  });

  it('spends nothing that it does not exchange: blocked, of another client, ended, expired, a second factor required', async () => {
    const names = ['blocked', 'foreign', 'ended', 'factor', 'good'] as const;
    const texts = Object.fromEntries(
      await Promise.all(
        names.map(
          async (name) => [name, await login(name === 'blocked' ? 'multi@a.example' : undefined)] as const,
        ),
      ),
    ) as Record<(typeof names)[number], string>;
    const demand = (configuration: object) =>
      rows(stack, 'update identity.portals set configuration = $1 where id = 1', [configuration]);
    await refresh(await login()); // remembered from here on
    const answers = await asOneBatch(
      'refreshBatch',
      async () => refresh(await login()),
      [
        () => refresh(texts.blocked),
        () => refresh(texts.foreign, c2),
        () => refresh(texts.ended),
        () => refresh(texts.good),
      ],
      async () => {
        await rows(stack, 'update identity.accounts set status = false where id = 105');
        await rows(
          stack,
          `update auth.grant_families set ended_at = now(), ended_because = 'test'
            where id = (select family_id from auth.refresh_tokens where hash = $1)`,
          [sha256(texts.ended)],
        );
      },
    );
    expect(listStatuses(answers)).toEqual([200, 400, 400, 400, 200]);
    await rows(stack, 'update identity.accounts set status = true where id = 105');
    await demand({ require_second_factor: true });
    expectRefusal(await refresh(texts.factor), 400, 'invalid_grant');
    await demand({});
    for (const name of ['blocked', 'foreign', 'ended', 'factor'] as const)
      expect([name, await usedAt(texts[name])]).toEqual([name, null]);
    expect((await refresh(texts.factor)).status).toBe(200);
    expect((await refresh(texts.foreign)).status).toBe(200);
  });

  it('a family that another session is just ending goes on alone, waits, and ends', async () => {
    const good = await login();
    const holder = await stack.db.connect();
    await holder.query('begin');
    await holder.query(
      `update auth.grant_families set ended_at = now(), ended_because = 'test'
        where id = (select family_id from auth.refresh_tokens where hash = $1)`,
      [sha256(good)],
    );
    const waiting = refresh(good);
    const other = await refresh(await login());
    expect(other.status).toBe(200); // not held up
    await holder.query('commit');
    holder.release();
    expectRefusal(await waiting, 400, 'invalid_grant');
    expect(await usedAt(good)).toBeNull();
  });

  it('a client without a secret, and a narrower scope', async () => {
    await rows(stack, `update auth.clients set grants = grants || '{password}' where client_id = $1`, [
      P1.clientId,
    ]);
    const form = {
      grant_type: 'password',
      username: 'admin@a.example',
      password,
      portal_name: 'a.learning.localhost',
      client_id: P1.clientId,
      client_secret: undefined,
    };
    let text = (await token(stack, form)).body.refresh_token as string;
    for (const scope of [undefined, undefined, 'lo.read', undefined]) {
      const sent = {
        grant_type: 'refresh_token',
        refresh_token: text,
        client_id: P1.clientId,
        client_secret: undefined,
      };
      const answer = await token(stack, { ...sent, scope });
      expect([answer.status, scope === undefined || answer.body.scope === undefined]).toEqual([200, true]);
      text = answer.body.refresh_token as string;
    }
  });
});

describe('a client whose row is remembered', () => {
  const spyOnFind = () => jest.spyOn(ClientQueries.prototype, 'find');

  it('is not looked up again for a token, and for anything else it is', async () => {
    await token(stack, ownGrant);
    const looked = spyOnFind();
    for (const _ of [1, 2, 3]) expect((await token(stack, ownGrant)).status).toBe(200);
    expect(looked).toHaveBeenCalledTimes(0);
    expectRefusal(await token(stack, { ...ownGrant, client_secret: 'wrong' }), 401, 'invalid_client');
    expectRefusal(await token(stack, { ...ownGrant, scope: 'nonsense' }), 400, 'invalid_scope');
    expectRefusal(await token(stack, { grant_type: 'implicit' }), 400, 'unsupported_grant_type');
    expectRefusal(await refresh('rt_20260101_unknown'), 400, 'invalid_grant');
    expect(looked).toHaveBeenCalledTimes(4);
    looked.mockRestore();
  });

  it('and its refresh tokens are not looked up either, unless something forbids them', async () => {
    let text = await login();
    for (const _ of [1, 2]) text = (await refresh(text)).body.refresh_token as string;
    const looked = spyOnFind();
    const tokens = jest.spyOn(FamilyQueries.prototype, 'find');
    for (const _ of [1, 2, 3]) {
      const { status, body } = await refresh(text);
      expect(status).toBe(200);
      text = body.refresh_token as string;
    }
    expect([looked, tokens].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    looked.mockRestore();
    tokens.mockRestore();
  });

  it('has its last use noted once, however many tokens it gets in that moment', async () => {
    await stack.register({ ...C2, clientId: 'busy' });
    const requestToken = () => token(stack, { ...ownGrant, client_id: 'busy', client_secret: C2.secret });
    await requestToken();
    stack.clock.advance(301);
    const versions = () =>
      rows(stack, `select xmin::text, last_used_time from auth.clients where client_id = 'busy'`);
    const before = await versions();
    expect(listStatuses(await Promise.all(times(10, requestToken)))).toEqual(Array<number>(10).fill(200));
    const after = await versions();
    expect(after).not.toEqual(before);
    expect(listStatuses(await Promise.all(times(5, requestToken)))).toEqual(Array<number>(5).fill(200));
    expect(await versions()).toEqual(after);
    stack.clock.reset();
  });
});
