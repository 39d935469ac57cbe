import { sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { useResourceApi, type TestAccount, type TestPortal } from '../../test/resource-api.js';

describe('login links', () => {
  const api = useResourceApi();
  let portal: TestPortal;
  let admin: TestAccount;
  let learner: TestAccount;

  beforeAll(async () => {
    portal = await api.portal({ features: ['login_links'] });
    admin = await api.administrator(portal);
    learner = await api.account(portal);
  });

  const login = (account: { id: number }, query = '', token = admin.token) =>
    api.http.post(`/v2/users/${account.id}/login${query}`, { token });
  const links = (accountId: number) =>
    api.db.many(sql`select * from auth.one_time_tokens where account_id = ${accountId} order by expires_at`);

  describe('POST /v2/users/{user-id}/login', () => {
    it('returns a single-use login URL on the portal’s host, valid for ten minutes', async () => {
      const before = api.clock.now().getTime();
      const answer = await login(learner, '?redirect_url=/courses/7%3Ftab%3Da');
      expect(answer.status).toBe(200);
      const url = new URL(answer.body.url);
      expect(url.origin).toBe(`http://${portal.name}:4000`);
      expect(url.pathname).toBe('/courses/7');
      expect(url.searchParams.get('tab')).toBe('a');
      const token = url.searchParams.get('oneTimeToken')!;
      const [storedRow] = await links(learner.id);
      expect(storedRow).toMatchObject({
        portal_id: portal.id,
        redirect_path: '/courses/7?tab=a',
        used_at: null,
        hash: sha256(token),
      });
      const seconds = (storedRow!['expires_at'].getTime() - before) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(599);
      expect(seconds).toBeLessThanOrEqual(601 + (api.clock.now().getTime() - before) / 1000);
    });

    it('leads to the start page without redirect_url', async () => {
      const { body } = await login(learner);
      expect(new URL(body.url).pathname).toBe('/');
    });

    it.each([
      'https://evil.example/',
      '//evil.example',
      '/%5Cevil.example',
      'javascript:alert(1)',
      `/${'x'.repeat(2_000)}`,
    ])('refuses %s with 400 and creates no link', async (target) => {
      const before = await links(learner.id);
      const answer = await login(learner, `?redirect_url=${target}`);
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'redirect_url']);
      expect(await links(learner.id)).toHaveLength(before.length);
    });

    it('returns a new one each time, also to the portal’s application', async () => {
      const application = await api.application(portal);
      const [one, two] = [await login(learner), await login(learner, '', application.token)];
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(one.body.url).not.toBe(two.body.url);
    });

    it('answers 403 feature_required if the portal lacks the feature', async () => {
      const other = await api.administrator();
      const answer = await login(other, '', other.token);
      expect([answer.status, answer.body.error_code]).toEqual([403, 'feature_required']);
    });

    it('answers 404 for a user of another portal and a closed one, 400 to a malformed id', async () => {
      const gone = await api.account(portal);
      await admin.delete(`/v2/users/${gone.id}`);
      for (const user of [await api.administrator(), gone, { id: 999_999 }])
        expect((await login(user)).status).toBe(404);
      const bad = await admin.post('/v2/users/me/login');
      expect([bad.status, bad.body.additional_errors[0].path]).toEqual([400, 'userId']);
    });

    it('answers 403 for the account of an application, 409 for a blocked user', async () => {
      const application = await api.application(portal);
      expect((await login(application)).body.error_code).toBe('service_account');
      const blocked = await api.account(portal);
      await api.db.many(sql`update identity.accounts set status = false where id = ${blocked.id}`);
      const answer = await login(blocked);
      expect([answer.status, answer.body.error_code]).toEqual([409, 'user_blocked']);
    });
  });

  describe('POST /v2/me/login', () => {
    it('returns a login URL for the token’s own account, with scope user.login.me', async () => {
      const token = await api.mint.sign({ portal, account: learner, scopes: ['user.login.me'] });
      const before = await links(learner.id);
      const answer = await api.http.post('/v2/me/login?redirect_url=profile', { token });
      expect(answer.status).toBe(200);
      expect(new URL(answer.body.url).pathname).toBe('/profile');
      expect(await links(learner.id)).toHaveLength(before.length + 1);
    });

    it('answers 403 with only user.login, and to an application', async () => {
      const token = await api.mint.sign({ portal, account: learner, scopes: ['user.login'] });
      expect((await api.http.post('/v2/me/login', { token })).body.error_code).toBe('insufficient_scope');
      const application = await api.application(portal);
      const answer = await application.post('/v2/me/login');
      expect([answer.status, answer.body.error_code]).toEqual([403, 'service_account']);
    });
  });
});
