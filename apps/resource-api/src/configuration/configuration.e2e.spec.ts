import { useResourceApi, type TestAccount } from '@app/testing';

describe('Configuration', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  beforeEach(async () => {
    admin = await api.administrator(await api.portal());
  });

  const get = (token = admin.token) => api.http.get('/v2/configuration', { token });
  const put = (json: unknown) => api.http.put('/v2/configuration', { token: admin.token, json });

  describe('PUT /v2/configuration', () => {
    it('creates and updates the pairs sent, leaves the others, and answers with all of them', async () => {
      expect((await put({ pay_per_seat: true, default_language: 'en' })).status).toBe(200);
      const answer = await put({ pay_per_seat: false, seats_per_team: 12.5, welcome_text: null });
      expect(answer.status).toBe(200);
      const all = { pay_per_seat: false, default_language: 'en', seats_per_team: 12.5, welcome_text: null };
      expect(answer.body).toEqual(all);
      expect((await get()).body).toEqual(all);
    });

    it.each([true, 'true', 'True', 1, '1'])('takes pay_per_seat %j as true', async (value) => {
      expect((await put({ pay_per_seat: value })).body).toEqual({ pay_per_seat: true });
    });

    it('takes an urlencoded body', async () => {
      const form = { pay_per_seat: '0', theme: 'dark' };
      const answer = await api.http.put('/v2/configuration', { token: admin.token, form });
      expect(answer.body).toEqual({ pay_per_seat: false, theme: 'dark' });
    });

    it.each([
      ['pay_per_seat', { pay_per_seat: 'maybe' }],
      ['My Key', { 'My Key': 1 }],
      ['camelCase', { camelCase: 1 }],
      ['nested', { nested: { a: 1 } }],
      ['list', { list: [1] }],
      ['text', { text: 'x'.repeat(10_001) }],
    ])('answers 400 naming %s, and changes nothing', async (path, pairs) => {
      const answer = await put({ kept: 1, ...pairs });
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, path]);
      expect((await get()).body).toEqual({});
    });

    it.each([[{}], [[]]])('changes nothing with a body of %j', async (body) => {
      await put({ theme: 'dark' });
      expect((await put(body)).body).toEqual({ theme: 'dark' });
    });

    it('loses none of twenty parallel changes', async () => {
      const pairs = Array.from({ length: 20 }, (_, number) => ({ [`key_${number}`]: number }));
      await Promise.all(pairs.map(put));
      expect((await get()).body).toEqual(Object.assign({}, ...pairs));
    });
  });

  describe('GET /v2/configuration', () => {
    it('is each portal’s own', async () => {
      await put({ theme: 'dark' });
      const other = await api.administrator(await api.portal());
      expect((await get(other.token)).body).toEqual({});
    });

    it('is for administrators', async () => {
      const learner = await api.account(admin.portal);
      expect((await get(learner.token)).status).toBe(403);
    });
  });
});
