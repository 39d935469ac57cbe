import { sql } from '@app/database';
import { OnboardingStack } from '../../test/onboarding-stack.js';

describe('POST /v2/onboard: the person that a token proves, and consent', () => {
  const stack = new OnboardingStack();
  const { api, onboard, body, someone, code, portalsNamed } = stack;
  beforeAll(() => stack.start());
  afterAll(() => stack.stop());

  it.each(['nonsense', 'eyJhbGciOiJub25lIn0', 'a.b', '', 'ey.ä.x'])(
    'answers 401 to %p, which is no JWT, for known and unknown people',
    async (jwt) => {
      const partner = await api.account(stack.partner);
      for (const email of [partner.email, someone().email]) {
        const sentBody = body({ user: { ...someone(), email, jwt } });
        expect(code(await onboard(sentBody))).toEqual([401, 'invalid_token']);
        expect(await portalsNamed(sentBody.portal.domain)).toEqual([]);
      }
    },
  );

  it('stores no consent if none is sent, and returns that', async () => {
    const consent = { term_privacy: true, term_tos: true, term_collection: false };
    const warning = '299 - "No consent was sent for a person; it is stored as not given"';
    const silent = await onboard(body({ user: { ...someone(), consent } }));
    expect([silent.status, silent.headers['warning']]).toEqual([201, undefined]);
    for (const sentBody of [
      body({ user: someone() }),
      body({ user: { ...someone(), consent }, additional_users: [someone()] }),
    ]) {
      const answer = await onboard(sentBody);
      expect([answer.status, answer.headers['warning']]).toEqual([201, warning]);
    }
    const answer = await onboard(body({ user: someone() }));
    const stored = sql`select 1 from identity.term_consents where account_id = ${answer.body.user.id}`;
    expect(await api.db.many(stored)).toEqual([]);
  });
});
