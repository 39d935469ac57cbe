import { sql } from '@app/database';
import { WRITTEN_BYTES, limits, type WrittenBytes } from '@app/limits';
import { useResourceApi, type TestAccount } from './resource-api.js';

describe('The bytes that a portal writes in a day', () => {
  const api = useResourceApi({ RATE_LIMITS: true });
  const { most } = limits.written_bytes;
  let admin: TestAccount;
  let ids: Map<string, number>;

  beforeAll(async () => {
    admin = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    const text = { provider: 'own', type: 'text' as const };
    ids = await seed.load([
      { ...text, external_id: 'short', title: 'Short' },
      { ...text, external_id: 'long', title: 'Long', description: 'x'.repeat(50_000) },
    ]);
  });
  beforeEach(() => {
    api.clock.advance(86_400);
  });

  const client = 'client-1';
  const written = () => api.server.app.get<WrittenBytes>(WRITTEN_BYTES);
  /** Other applications use up all but this. */
  const useUp = (remaining: number) => {
    const share = most / 64;
    for (let turn = 0; turn < 64; turn += 1)
      written().add(admin.portal.id, share - (turn === 63 ? remaining : 0), `other-${turn}`);
  };
  const change = (name: string, json: object, { token } = admin) =>
    api.http.patch(`/v2/learning-objects/${ids.get(`own ${name}`)}`, { token, json });
  const token = async (account = admin) =>
    api.withToken(account, await api.mint.sign({ portal: account.portal, account, clientId: client }));

  it('end with 429 for every change, however small, by any application, until the next day', async () => {
    useUp(0);
    const refused = await change('short', { title: 'Shorter' }, await token());
    expect([refused.status, refused.body.error_code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    const path = `/v2/learning-objects/${ids.get('own short')}`;
    expect((await api.http.delete(path, await token())).status).toBe(429);
    expect((await api.http.get(path, await token())).body.title).toBe('Short');
    api.clock.advance(86_400);
    expect((await change('short', { title: 'Shorter' }, await token())).status).toBe(200);
  });

  it('end with 429 for the event of a change, which then changes nothing', async () => {
    useUp(1_040);
    const path = `/v2/learning-objects/${ids.get('own long')}`;
    const refused = await change('long', { title: 'Longer' }, await token());
    expect([refused.status, refused.body.error_code]).toEqual([429, 'too_many_requests']);
    expect((await api.http.get(path, await token())).body.title).toBe('Long');
  });

  it('never end for another portal', async () => {
    useUp(0);
    const other = await token(await api.administrator(await api.portal()));
    const user = { email: 'a@b.example', first_name: 'A', last_name: 'B', send_login_email: false };
    expect((await api.http.post('/v2/users', { token: other.token, json: user })).status).toBe(201);
  });

  it('end for an application that has used half of them, and not for the others of its portal', async () => {
    written().add(admin.portal.id, most / 2 + 1, client);
    expect((await change('short', { title: 'Half' }, await token())).status).toBe(429);
    expect(() => written().add(admin.portal.id, 512, 'another')).not.toThrow();
  });

  const addedBy = async (request: () => Promise<{ status: number }>): Promise<number> => {
    const spy = jest.spyOn(written(), 'add');
    expect((await request()).status).toBeLessThan(300);
    const added = spy.mock.calls.reduce((sum, [, bytes]) => sum + bytes, 0);
    spy.mockRestore();
    return added;
  };

  it('are those of bodies, events and kept answers, 512 for a request, 4,096 for a row of the audit log', async () => {
    const caller = await token();
    const body = { title: 'Counted' };
    const last = async () => {
      const [event] = await api.db.many<{ bytes: number }>(sql`
        select octet_length(data) as bytes from learning.outbox order by id desc limit 1`);
      return event!.bytes;
    };
    expect(await addedBy(() => change('short', body, caller))).toBe(
      512 + JSON.stringify(body).length + (await last()),
    );
    expect(await addedBy(() => change('short', body, caller))).toBe(512 + JSON.stringify(body).length);
    expect(await addedBy(() => api.http.get('/v2/me', caller))).toBe(0);
    const key = { 'idempotency-key': crypto.randomUUID() };
    const collection = { title: 'Kept' };
    const addedByKey = await addedBy(() =>
      api.http.post('/v2/collections', { token: caller.token, json: collection, headers: key }),
    );
    const [answer] = await api.db.many<{ bytes: number }>(sql`
      select octet_length(answer_sealed) as bytes from maintenance.idempotency_keys`);
    expect(addedByKey).toBe(512 + JSON.stringify(collection).length + answer!.bytes);
    const configuration = JSON.stringify({ theme: 'dark' });
    expect(
      await addedBy(() =>
        api.http.put('/v2/configuration', { token: caller.token, json: { theme: 'dark' } }),
      ),
    ).toBe(512 + configuration.length + 4_096);
  });
});
