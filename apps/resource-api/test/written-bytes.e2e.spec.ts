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

  const written = () => api.server.app.get<WrittenBytes>(WRITTEN_BYTES);
  const useUp = (remaining: number) => written().add(admin.portal.id, most - remaining + 4_096);
  const change = (name: string, json: object, { token } = admin) =>
    api.http.patch(`/v2/learning-objects/${ids.get(`own ${name}`)}`, { token, json });
  const token = async () => ({
    ...admin,
    token: await api.mint.sign({ portal: admin.portal, account: admin }),
  });

  it('end with 429 for large bodies, until the next day', async () => {
    useUp(0);
    const refused = await change('short', { description: 'x'.repeat(10_000) }, await token());
    expect([refused.status, refused.body.error_code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    api.clock.advance(86_400);
    expect((await change('short', { description: 'x'.repeat(10_000) }, await token())).status).toBe(200);
  });

  it('end with 429 for a small change of something large, which changes nothing', async () => {
    useUp(0);
    const path = `/v2/learning-objects/${ids.get('own long')}`;
    const refused = await change('long', { title: 'Longer' }, await token());
    expect([refused.status, refused.body.error_code]).toEqual([429, 'too_many_requests']);
    expect((await api.http.get(path, await token())).body.title).toBe('Long');
  });

  it('never end for what is small, nor for another portal', async () => {
    useUp(0);
    expect((await change('short', { title: 'Shorter', description: '' }, await token())).status).toBe(200);
    expect(() => written().add(admin.portal.id + 1, 100_000)).not.toThrow();
  });

  it('are counted above 4 KiB of each body and each event', async () => {
    useUp(2);
    // of the body one byte is counted, and of the event the rest
    const body = (description: string) => JSON.stringify({ description });
    const description = 'x'.repeat(4_097 - body('').length);
    expect((await change('short', { description }, await token())).status).toBe(200);
    expect(() => written().add(admin.portal.id, 4_097)).toThrow(/written all/);
  });
});
