import { limits } from '@app/limits';
import { OnboardingStack } from '../../test/onboarding-stack.js';

describe('POST /v2/onboard: limits', () => {
  const stack = new OnboardingStack();
  const { api, onboard, body } = stack;
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  it('creates only as many portals a day per application as the limit, even in parallel; the rest leave nothing behind', async () => {
    await api.db.many(
      `insert into maintenance.limit_counts (limit_name, owner, window_start, count, expires_at)
       select 'portals_made', 'seller', date_bin('1 day', now(), 'epoch') + n * interval '1 day', $1,
              now() + interval '2 days' from generate_series(0, 1) n`,
      [limits.portals_made.most - 2],
    );
    const portals = () => api.db.one('select count(*)::int n from identity.portals');
    const before = (await portals())['n'];
    const answers = await Promise.all(Array.from({ length: 6 }, () => onboard(body({}))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(4);
    expect(refused[0]!.body).toMatchObject({ error_code: 'limit_reached', limit: 'portals_made', most: 200 });
    expect((await portals())['n']).toBe(before + 2);
  });

  it('accepts at most a hundred administrators', async () => {
    const given = body({});
    const administrators = Array.from({ length: 101 }, (_, number) => `admin-${number}@example.com`);
    const answer = await onboard({ ...given, portal: { ...given.portal, administrators } });
    expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, 'portal.administrators']);
    expect(await stack.portalsNamed(given.portal.domain)).toEqual([]);
  });
});
