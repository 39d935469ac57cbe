import { sql } from '@app/database';
import { accounts, C1, P1, useAuthServers } from '../../../test/auth-stack.js';
import { oneTimeToken } from '../../../test/links.js';
import { readAnswer, post, token, passwordTokens, isAlive } from '../../../test/requests.js';
import { obtainCode } from '../../../test/test-browser.js';

const stack = useAuthServers();
const credentials = { client_id: C1.clientId, client_secret: C1.secret };
const postForm = (path: string, form: Record<string, string>) => post(`${stack.url}/oauth/${path}`, form);
const login = () => passwordTokens(stack);
const inactive = { active: false };

/** Other encodings of the same bytes: padding, and the spare bits of the last character. */
function spelledOtherwise(text: string): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const spare = letters[letters.indexOf(text.at(-1)!) ^ 1]!;
  return [`${text}==`, `${text}=`, text.slice(0, -1) + spare, ` ${text}`, `${text}\n`];
}

describe('POST /oauth/introspect and /oauth/revoke', () => {
  it('recognise a token in its one canonical encoding only', async () => {
    const { access_token: good } = await login();
    for (const other of spelledOtherwise(good)) {
      expect((await postForm('introspect', { ...credentials, token: other })).body).toEqual(inactive);
      expect((await postForm('revoke', { ...credentials, token: other })).status).toBe(200);
    }
    expect(await isAlive(stack, good)).toBe(true);
    expect((await postForm('introspect', { ...credentials, token: good })).body.active).toBe(true);
  });

  it('do not recognise codes and one-time tokens, which stay usable', async () => {
    const code = await obtainCode(stack);
    const oneTime = await oneTimeToken(stack, accounts.learnerA);
    for (const text of [code, oneTime]) {
      const answer = await postForm('introspect', { ...credentials, token: text });
      expect([answer.status, answer.body, answer.headers.get('cache-control')]).toEqual([
        200,
        inactive,
        'no-store',
      ]);
      expect((await postForm('revoke', { ...credentials, token: text })).status).toBe(200);
    }
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: C1.redirectUri! };
    expect((await token(stack, exchange)).status).toBe(200);
  });

  it('accept multipart and JSON bodies', async () => {
    const { access_token: text } = await login();
    const multipart = new FormData();
    for (const [name, value] of Object.entries({ ...credentials, token: text })) multipart.set(name, value);
    const response = await fetch(`${stack.url}/oauth/introspect`, { method: 'POST', body: multipart });
    expect((await readAnswer(response)).body.active).toBe(true);
    const json = { 'content-type': 'application/json' };
    const body = JSON.stringify({ ...credentials, token: text });
    expect((await post(`${stack.url}/oauth/revoke`, body, json)).status).toBe(200);
    expect((await postForm('introspect', { ...credentials, token: text })).body).toEqual(inactive);
  });

  it('show a client without a secret only its own tokens, whatever its flags', async () => {
    // the database would refuse this; the server must not rely on it
    await stack.db.many(sql`alter table auth.clients drop constraint clients_special`);
    await stack.register({ ...P1, clientId: 'curious-app', introspectsAll: true });
    const { access_token: text } = await login();
    const answer = await postForm('introspect', { client_id: 'curious-app', token: text });
    expect([answer.status, answer.body]).toEqual([200, inactive]);
  });
});
