import { opaqueToken } from '@app/kernel';
import { C1, useAuthServers } from './auth-stack.js';
import { expectRefusal, post } from './requests.js';
import { authorizeAddress, TestBrowser } from './test-browser.js';
import { redeem } from './openid.js';

const stack = useAuthServers();
/** Like one of ours in every respect but its day. */
const onDay = (kind: string, day: string) => opaqueToken(kind, new Date(0)).replace('_19700101_', `_${day}_`);

const pages: ((day: string) => string)[] = [
  (day) => authorizeAddress({ one_time_token: onDay('otl', day) }),
  (day) => `/oauth/authorize/continue?transaction=${onDay('txn', day)}`,
  (day) => `/oauth/password/set?token=${onDay('pwd', day)}`,
];
const show = async (path: string) => (await new TestBrowser(stack).get(path)).status;

describe.each(['00000101', '00010101', '19691231', '99991231'])('a token of the day %s', (day) => {
  it('is unknown wherever it is presented', async () => {
    const credentials = { client_id: C1.clientId, client_secret: C1.secret };
    const introspected = await post(`${stack.url}/oauth/introspect`, {
      ...credentials,
      token: onDay('rt', day),
    });
    expect([introspected.status, introspected.body]).toEqual([200, { active: false }]);
    const revoked = await post(`${stack.url}/oauth/revoke`, { ...credentials, token: onDay('rt', day) });
    expect([revoked.status, revoked.body]).toEqual([200, {}]);
    expectRefusal(await redeem(stack, onDay('code', day)), 400, 'invalid_grant');
    for (const formatPath of pages) {
      const [page, unknown] = await Promise.all([day, '20200101'].map((one) => show(formatPath(one))));
      expect(page).toBe(unknown);
    }
  });
});
