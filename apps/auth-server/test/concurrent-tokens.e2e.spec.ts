import { lockNumber, sql, type Statement } from '@app/database';
import { sha256 } from '@app/kernel';
import { describeUnpooled } from '@app/testing';
import { setImmediate as turn } from 'node:timers/promises';
import { useAuthProcesses } from './auth-processes.js';
import { C1, C2 } from './auth-stack.js';
import { token, type OAuthAnswer } from './requests.js';

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
    const outcomes = await stormAcross(form, () => change(sql`secret_hash = ${secretHash}`, form.client_id));
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
