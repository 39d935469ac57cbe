import { sql } from '@app/database';
import { SESSIONS_HERE } from '@app/testing';
import { approve, forgetAnswers } from '../../../test/approvals.js';
import { registerKey, type AssertionKey, assertPerson } from '../../../test/assertions.js';
import { accounts, C2, useAuthServers } from '../../../test/auth-stack.js';
import { CONSOLE, freshToken } from '../../../test/console-app.js';
import { expectDead, expectRefusal, send, token, isAlive } from '../../../test/requests.js';
import { obtainCode, TestBrowser } from '../../../test/test-browser.js';
import { redeem } from '../../../test/openid.js';

const stack = useAuthServers(1);
const c2Credentials = { client_id: C2.clientId, client_secret: C2.secret };
const atC2 = { client_id: C2.clientId, redirect_uri: C2.redirectUri! };
const username = 'learner@a.example';
let key: AssertionKey;

const newCode = () => obtainCode(stack, atC2, { username });
const exchange = (code: string) => redeem(stack, code, C2);
const refresh = (refreshToken: string) =>
  token(stack, { ...c2Credentials, grant_type: 'refresh_token', refresh_token: refreshToken });
const assert = () => assertPerson(stack, key, accounts.learnerA);
const waiting = () =>
  stack.db.many(sql`
  select 1 from ${sql.raw(SESSIONS_HERE)} s where wait_event_type = 'Lock'`);

/** Signs in, and returns what removes the application on the person's own page. */
async function asPerson(): Promise<() => Promise<void>> {
  const browser = await TestBrowser.signIn(stack, '/oauth/account', username);
  return async () => {
    await browser.get('/oauth/account');
    const answer = await browser.submit('/oauth/account/remove-application');
    expect(answer.status).toBe(200);
  };
}

async function asAdministrator(): Promise<() => Promise<void>> {
  const administrator = await freshToken(stack);
  const path = `/applications/${C2.clientId}/consents/${accounts.learnerA}`;
  return async () => expect((await send(stack, 'DELETE', path, administrator)).status).toBe(204);
}

beforeAll(async () => {
  await stack.register(CONSOLE);
  key = await registerKey(stack, C2.clientId);
});
beforeEach(() => forgetAnswers(stack));

describe.each([
  ['the person', asPerson],
  ['an administrator', asAdministrator],
])('an application that %s removes from an account', (_, signIn) => {
  it('cannot redeem a code that it got before', async () => {
    const remove = await signIn();
    const code = await newCode();
    await remove();
    expectRefusal(await exchange(code), 400, 'invalid_grant');
  });

  it('also ends a concurrent exchange', async () => {
    const remove = await signIn();
    const code = await newCode();
    const connection = await stack.db.connect();
    await connection.query('begin');
    // the last thing that an exchange writes: its family is there, and nobody can see it
    await connection.query('select 1 from auth.codes where account_id = $1 and used_at is null for update', [
      accounts.learnerA,
    ]);
    const exchanging = exchange(code);
    while ((await waiting()).length < 1);
    const removing = remove();
    await Promise.race([
      removing,
      (async () => {
        while ((await waiting()).length < 2);
      })(),
    ]);
    await connection.query('commit');
    connection.release();
    const { status, body } = await exchanging;
    await removing;
    expect(status).toBe(200);
    await expectDead(stack, body.access_token);
    expectRefusal(await refresh(body.refresh_token), 400, 'invalid_grant');
  });

  it('loses the tokens of all its assertions, by one revocation, and gets new ones if it is approved', async () => {
    await approve(stack, C2.clientId);
    const remove = await signIn();
    await newCode();
    const issued = await Promise.all(Array.from({ length: 5 }, assert));
    await stack.db.many(sql`delete from auth.revocations`);
    await remove();
    for (const { body } of issued) await expectDead(stack, body.access_token);
    expect(await stack.db.many(sql`select 1 from auth.revocations where sid is not null`)).toHaveLength(1);
    expect(await isAlive(stack, (await assert()).body.access_token)).toBe(true);
  });
});

describe('removing an application', () => {
  it('reads no access tokens, of which there are many, be there anything to remove or not', async () => {
    await exchange(await newCode());
    const administrator = await freshToken(stack);
    const path = `/applications/${C2.clientId}/consents/`;
    const connection = await stack.db.connect();
    await connection.query('begin');
    await connection.query('lock table auth.access_tokens in access exclusive mode');
    const removing = Promise.all([
      send(stack, 'DELETE', `${path}${accounts.learnerA}`, administrator),
      send(stack, 'DELETE', `${path}${accounts.managerA}`, administrator),
    ]);
    let isOver = false;
    const isBlocked = (async () => {
      while ((await waiting()).length === 0 && !isOver);
      return 'waits for access tokens';
    })();
    const outcome = await Promise.race([
      removing.then((answers) => answers.map(({ status }) => status)),
      isBlocked,
    ]);
    isOver = true;
    await connection.query('commit');
    connection.release();
    await removing;
    expect(outcome).toEqual([204, 404]);
  });
});
