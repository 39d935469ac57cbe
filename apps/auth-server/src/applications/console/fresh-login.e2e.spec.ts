import { sql } from '@app/database';
import { approve, forgetAnswers } from '../../../test/approvals.js';
import { accounts, C1, C2, useAuthServers } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken, consoleCredentials } from '../../../test/console-app.js';
import { applicationToken, send, token, type OAuthAnswer } from '../../../test/requests.js';
import { obtainCode } from '../../../test/test-browser.js';

const stack = useAuthServers();
const atC2 = { client_id: C2.clientId, redirect_uri: C2.redirectUri! };
const path = `/applications/${C2.clientId}`;
const code = ({ status, body }: OAuthAnswer) => [status, body?.error_code];
beforeAll(() => stack.register(CONSOLE));
beforeEach(() => forgetAnswers(stack));

describe('a recent login', () => {
  const acts = [
    ['DELETE', path],
    ['DELETE', `${path}/consents/${accounts.learnerA}`],
    ['DELETE', `${path}/approval`],
    ['PUT', `${path}/block`],
  ] as const;

  it.each(acts)(
    'is required for %s %s: an older token gets a challenge and changes nothing',
    async (method, requestPath) => {
      await approve(stack, C2.clientId);
      await obtainCode(stack, atC2, { username: 'learner@a.example' });
      const administrator = await freshToken(stack);
      stack.clock.advance(601);
      try {
        const answer = await send(stack, method, requestPath, administrator);
        expect(code(answer)).toEqual([403, 'fresh_login_required']);
        expect(answer.headers.get('www-authenticate')).toBe(
          'Bearer error="insufficient_user_authentication", max_age="600"',
        );
        const remainingRows = await stack.db.many(sql`
          select 1 from auth.approvals union all select 1 from auth.consents`);
        expect(remainingRows.length).toBeGreaterThan(0);
        expect((await send(stack, method, requestPath, await freshToken(stack))).status).toBeLessThan(300);
      } finally {
        stack.clock.reset();
      }
    },
  );

  it('a refreshed token is as old as its login', async () => {
    await approve(stack, C2.clientId);
    const code1 = await obtainCode(stack, { client_id: CONSOLE.clientId, redirect_uri: CONSOLE.redirectUri });
    const form = {
      ...consoleCredentials,
      grant_type: 'authorization_code',
      redirect_uri: CONSOLE.redirectUri,
    };
    const { refresh_token } = (await token(stack, { ...form, code: code1 })).body;
    stack.clock.advance(601);
    try {
      const renewed = await token(stack, {
        ...consoleCredentials,
        grant_type: 'refresh_token',
        refresh_token,
      });
      expect(code(await send(stack, 'DELETE', path, renewed.body.access_token))).toEqual([
        403,
        'fresh_login_required',
      ]);
    } finally {
      stack.clock.reset();
    }
  });

  it('a bound application with app.write can end access without one, and do nothing else', async () => {
    const ownClient = { clientId: 'keeper-app', secret: 'keeper-secret-0123456789' };
    await stack.register({ ...C1, ...ownClient, scopes: ['app.read', 'app.write', 'user.read'] });
    const machine = await applicationToken(stack, ownClient);
    await approve(stack, C2.clientId);
    await obtainCode(stack, atC2, { username: 'learner@a.example' });
    for (const [method, requestPath] of [
      ['PUT', `${path}/approval`],
      ['DELETE', `${path}/approval`],
      ['PUT', `${path}/block`],
    ] as const)
      expect(code(await send(stack, method, requestPath, machine, { scopes: 'user.read' }))).toEqual([
        403,
        'fresh_login_required',
      ]);
    expect((await send(stack, 'DELETE', acts[1][1], machine)).status).toBe(204);
    expect((await send(stack, 'DELETE', path, machine)).status).toBe(204);
    expect(await stack.db.many(sql`select 1 from auth.approvals`)).toEqual([]);
  });
});
