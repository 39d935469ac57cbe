import { OnboardingStack } from '../../test/onboarding-stack.js';

describe('POST /v2/onboard: the person that a token proves, and consent', () => {
  const stack = new OnboardingStack();
  const { api, onboard, body, someone, code, portalsNamed } = stack;
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  it.each(['nonsense', 'eyJhbGciOiJub25lIn0', 'a.b', '', 'ey.ä.x'])(
    'answers 401 to %p, which is no JWT, for known and unknown people',
    async (jwt) => {
      const known = await api.account(stack.partner);
      for (const email of [known.email, someone().email]) {
        const given = body({ user: { ...someone(), email, jwt } });
        expect(code(await onboard(given))).toEqual([401, 'invalid_token']);
        expect(await portalsNamed(given.portal.domain)).toEqual([]);
      }
    },
  );

  it('stores no consent when none is sent, and says so', async () => {
    const consent = { term_privacy: true, term_tos: true, term_collection: false };
    const told = '299 - "No consent was sent for a person; it is stored as not given"';
    const silent = await onboard(body({ user: { ...someone(), consent } }));
    expect([silent.status, silent.headers['warning']]).toEqual([201, undefined]);
    for (const given of [
      body({ user: someone() }),
      body({ user: { ...someone(), consent }, additional_users: [someone()] }),
    ]) {
      const answer = await onboard(given);
      expect([answer.status, answer.headers['warning']]).toEqual([201, told]);
    }
    const answer = await onboard(body({ user: someone() }));
    const stored = 'select 1 from identity.term_consents where account_id = $1';
    expect(await api.db.many(stored, [answer.body.user.id])).toEqual([]);
  });
});
