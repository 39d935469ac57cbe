import { sql } from '@app/database';
import { C1, C2, useAuthServers } from '../../../test/auth-stack.js';
import { expectRefusal, token, type OAuthAnswer, passwordTokens } from '../../../test/requests.js';
import { ClientQueries } from '../../applications/clients/index.js';
import { FamilyQueries } from './family.queries.js';

const stack = useAuthServers();
const ownGrant = { grant_type: 'client_credentials' };
const times = <T>(count: number, work: () => T): T[] => Array.from({ length: count }, work);
const requestToken = (clientId: string, more: Record<string, string> = {}) =>
  token(stack, { ...ownGrant, client_id: clientId, client_secret: C2.secret, ...more });
const login = async () => (await passwordTokens(stack)).refresh_token;
const refresh = (refreshToken: string) =>
  token(stack, { grant_type: 'refresh_token', refresh_token: refreshToken });
const describeAnswer = ({ status, body }: OAuthAnswer) => `${status} ${body.error ?? ''}`.trim();
const change = (clientId: string, set: string) =>
  stack.db.many(sql`update auth.clients set ${sql.raw(set)} where client_id = ${clientId}`);
const findVersion = (clientId: string) =>
  stack.db.many(sql`select xmin::text, last_used_time from auth.clients where client_id = ${clientId}`);

/** Registers a client and caches its row: the first use is recorded, which changes the row. */
async function cache(clientId: string, more: Partial<typeof C2> = {}): Promise<void> {
  await stack.register({ ...C2, ...more, clientId });
  for (const _ of [1, 2]) expect((await requestToken(clientId)).status).toBe(200);
}

describe('a cached client', () => {
  it('gets tokens by client_credentials and refreshes without a lookup; a refusal causes one', async () => {
    for (const _ of [1, 2]) await token(stack, ownGrant);
    let refreshToken = await login();
    const lookups = [
      jest.spyOn(ClientQueries.prototype, 'find'),
      jest.spyOn(FamilyQueries.prototype, 'find'),
    ] as const;
    const countLookups = () => lookups.map(({ mock }) => mock.calls.length);
    for (const _ of [1, 2, 3]) {
      expect((await token(stack, ownGrant)).status).toBe(200);
      refreshToken = (await refresh(refreshToken)).body.refresh_token as string;
    }
    expect(countLookups()).toEqual([0, 0]);
    expectRefusal(await token(stack, { ...ownGrant, client_secret: 'wrong' }), 401, 'invalid_client');
    expectRefusal(await token(stack, { ...ownGrant, scope: 'nonsense' }), 400, 'invalid_scope');
    expectRefusal(await token(stack, { grant_type: 'implicit' }), 400, 'unsupported_grant_type');
    expectRefusal(await refresh('rt_20260101_unknown'), 400, 'invalid_grant');
    expect(countLookups()).toEqual([4, 1]);
    for (const lookup of lookups) lookup.mockRestore();
  });

  it.each([
    ['off', 'status = 0', '401 invalid_client'],
    ['rotated', `secret_hash = '\\x00'`, '401 invalid_client'],
    ['taken', `grants = '{refresh_token}'`, '400 unauthorized_client'],
    ['renamed', `name = 'Another name'`, '200'],
  ])('is looked up again after a change: %s', async (clientId, set, expected) => {
    await cache(clientId);
    const tokens = () => stack.db.many(sql`select 1 from auth.access_tokens where client_id = ${clientId}`);
    const before = (await tokens()).length;
    await change(clientId, set);
    for (const _ of [1, 2]) expect(describeAnswer(await requestToken(clientId))).toBe(expected);
    expect(await tokens()).toHaveLength(before + (expected === '200' ? 2 : 0));
  });

  it('does not refresh after a change of its secret, and uses nothing up', async () => {
    const refreshToken = await login();
    await refresh(await login());
    const [row] = await stack.db.many<{ secret_hash: Buffer }>(sql`
      select secret_hash from auth.clients where client_id = ${C1.clientId}`);
    await change(C1.clientId, `secret_hash = '\\x00'`);
    expectRefusal(await refresh(refreshToken), 401, 'invalid_client');
    await stack.db.many(sql`
      update auth.clients set secret_hash = ${row!.secret_hash} where client_id = ${C1.clientId}`);
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it('has the scopes of this moment', async () => {
    await cache('scoped', { scopes: ['lo.read'] });
    expectRefusal(await requestToken('scoped', { scope: 'user.read' }), 400, 'invalid_scope');
    await change('scoped', `scopes = '{lo.read,user.read}'`);
    expect((await requestToken('scoped', { scope: 'user.read' })).status).toBe(200);
    await change('scoped', `scopes = '{lo.read}'`);
    expectRefusal(await requestToken('scoped', { scope: 'user.read' }), 400, 'invalid_scope');
    expect((await requestToken('scoped')).body.scope).toBe('lo.read');
  });

  it('has its last use recorded once by ten concurrent requests', async () => {
    await cache('busy');
    stack.clock.advance(301);
    const before = await findVersion('busy');
    const requestTokens = (count: number) => Promise.all(times(count, () => requestToken('busy')));
    expect((await requestTokens(10)).map(describeAnswer)).toEqual(times(10, () => '200'));
    const after = await findVersion('busy');
    expect(after).not.toEqual(before);
    expect((await requestTokens(5)).map(describeAnswer)).toEqual(times(5, () => '200'));
    expect(await findVersion('busy')).toEqual(after);
    stack.clock.reset();
  });

  it('of a portal gets twelve tokens of its service account concurrently, each with a row and a number', async () => {
    const answers = await Promise.all(times(12, () => token(stack, ownGrant)));
    expect(answers.map(describeAnswer)).toEqual(times(12, () => '200'));
    const [stored] = await stack.db.many<{ count: number }>(sql`
      select count(distinct (seq, jti, sid))::int from auth.access_tokens
       where client_id = ${C1.clientId} and account_id is not null
         and seq > (select max(seq) - 12 from auth.access_tokens)`);
    expect(stored!.count).toBe(12);
  });
});
