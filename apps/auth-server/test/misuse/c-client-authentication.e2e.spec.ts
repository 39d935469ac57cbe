import { LOCKS_HERE, sendRaw } from '@app/testing';
import { lockNumber, sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { register } from 'prom-client';
import { Client } from 'pg';
import { C1, C2, OPS, P1, useAuthServers, c1Credentials } from '../auth-stack.js';
import { readAnswer, basic, bearer, expectRefusal, post, token, type OAuthAnswer } from '../requests.js';

const stack = useAuthServers();
const grant = { grant_type: 'client_credentials' };
const postToken = (headers: Record<string, string>, form: Record<string, string> = grant) =>
  post(`${stack.url}/oauth/token`, form, headers);

async function comparisons(): Promise<number> {
  const metric = await register.getSingleMetric('auth_client_secret_comparisons_total')!.get();
  return metric.values[0]?.value ?? 0;
}

describe('C. client authentication', () => {
  it.each(['token', 'revoke', 'introspect'])('C01 no client_id at /oauth/%s: invalid_request', async (path) =>
    expectRefusal(await post(`${stack.url}/oauth/${path}`, { ...grant, token: 'x' }), 400, 'invalid_request'),
  );

  it('C02 unknown, wrong secret, no secret, inactive: the same message and the same work', async () => {
    await stack.register({ ...C1, clientId: 'off-app', status: 0, portalId: null });
    const answers: OAuthAnswer[] = [];
    const queries = new Set<string>();
    for (const form of [
      { client_id: 'nobody', client_secret: 'x' },
      { client_secret: 'wrong' },
      { client_secret: undefined },
      { client_id: 'off-app' },
    ]) {
      const before = await comparisons();
      const query = jest.spyOn(Client.prototype, 'query');
      const answer = await token(stack, { ...grant, ...form });
      const askedTexts = query.mock.calls.map(([one]) => (one as { text?: string }).text);
      // the revocation log is polled all the time, whatever is requested
      const ownTexts = askedTexts.filter(
        (text = '') => /client|audit/.test(text) && !text.includes('auth.revocations'),
      );
      queries.add(ownTexts.join('\n'));
      query.mockRestore();
      expectRefusal(answer, 401, 'invalid_client');
      expect((await comparisons()) - before).toBe(3); // one with the row of before, if there is one
      answers.push(answer);
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(queries.size).toBe(1);
  });

  it.each(['revoke', 'introspect'])('C02-C07 also apply at /oauth/%s', async (path) => {
    const requestToken = (form: Record<string, string>, headers: Record<string, string> = {}) =>
      post(`${stack.url}/oauth/${path}`, { token: 'x', ...form }, headers);
    expect((await requestToken(c1Credentials)).status).toBe(200);
    for (const form of [
      { client_id: 'nobody', client_secret: 'x' },
      { client_id: C1.clientId, client_secret: 'wrong' },
      { client_id: C1.clientId },
      { client_id: P1.clientId, client_secret: 'any' },
    ]) {
      expectRefusal(await requestToken(form), 401, 'invalid_client');
    }
    const challenged = await requestToken({}, basic(C1.clientId, 'wrong'));
    expectRefusal(challenged, 401, 'invalid_client');
    expect(challenged.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
    const header = basic(C1.clientId, C1.secret);
    expect((await requestToken({ client_id: C1.clientId }, header)).status).toBe(200);
    expectRefusal(await requestToken({ client_secret: C1.secret }, header), 400, 'invalid_request');
    expectRefusal(await requestToken({ client_id: C2.clientId }, header), 400, 'invalid_request');
    expectRefusal(await requestToken({}, { authorization: 'Basic ???' }), 400, 'invalid_request');
  });

  it('C03 the same with HTTP Basic: with a challenge', async () => {
    const answer = await postToken(basic(C1.clientId, 'wrong'));
    expectRefusal(answer, 401, 'invalid_client');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it('C04 a client without a secret sends one: invalid_client', async () => {
    const form = {
      grant_type: 'refresh_token',
      refresh_token: 'x',
      client_id: P1.clientId,
      client_secret: 'any',
    };
    expectRefusal(await token(stack, form), 401, 'invalid_client');
  });

  it('C05 Basic and a secret in the body: invalid_request', async () =>
    expectRefusal(
      await postToken(basic(C1.clientId, C1.secret), { ...grant, client_secret: C1.secret }),
      400,
      'invalid_request',
    ));

  it('C05 Basic with an empty secret and a secret in the body: the one in the body counts', async () => {
    const body = { ...grant, client_secret: C1.secret };
    expect((await postToken(basic(C1.clientId, ''), body)).status).toBe(200);
    const wrong = await postToken(basic(C1.clientId, ''), { ...grant, client_secret: 'wrong' });
    expectRefusal(wrong, 401, 'invalid_client');
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it('C04 an empty secret in JSON counts as one, and is wrong', async () => {
    const json = (body: object) =>
      post(`${stack.url}/oauth/token`, JSON.stringify(body), { 'content-type': 'application/json' });
    const form = { grant_type: 'refresh_token', refresh_token: 'x', client_secret: '' };
    expectRefusal(await json({ ...form, client_id: P1.clientId }), 401, 'invalid_client');
    expectRefusal(await json({ ...form, client_id: C1.clientId }), 401, 'invalid_client');
  });

  it('C03 deactivated between authentication and issuing, with Basic: with a challenge', async () => {
    await stack.register({ ...C2, clientId: 'going-app' });
    const lockHolder = await stack.db.connect();
    let answer: Promise<OAuthAnswer>;
    try {
      await lockHolder.query(
        `begin; select pg_advisory_xact_lock(${lockNumber.rightsOfClient}, hashtext('going-app'))`,
      );
      answer = postToken(basic('going-app', C2.secret));
      for (let waits = false; !waits;) {
        const { rowCount } = await lockHolder.query(
          `select 1 from ${LOCKS_HERE} k where locktype = 'advisory' and classid = ${lockNumber.rightsOfClient} and not granted`,
        );
        waits = rowCount === 1;
      }
      await lockHolder.query(`update auth.clients set status = 0 where client_id = 'going-app'`);
    } finally {
      await lockHolder.query('commit');
      lockHolder.release();
    }
    expectRefusal(await answer, 401, 'invalid_client');
    expect((await answer).headers.get('www-authenticate')).toMatch(/^Basic realm=/);
  });

  it('C06 Basic and client_id in the body: works if equal, fails if different', async () => {
    const header = basic(C1.clientId, C1.secret);
    expect((await postToken(header, { ...grant, client_id: C1.clientId })).status).toBe(200);
    expectRefusal(await postToken(header, { ...grant, client_id: C2.clientId }), 400, 'invalid_request');
  });

  it.each([
    'Basic ???',
    `Basic ${Buffer.from('nocolon').toString('base64')}`,
    'Bearer x',
    'Basic',
    `Basic ${Buffer.from('c1%zz:x').toString('base64')}`,
  ])('C07 malformed Authorization: invalid_request (%s)', async (authorization) =>
    expectRefusal(await postToken({ authorization }), 400, 'invalid_request'),
  );

  it('C07 two Authorization headers: invalid_request', async () => {
    const line = `Authorization: Basic ${Buffer.from(`${C1.clientId}:${C1.secret}`).toString('base64')}\r\n`;
    const body = 'grant_type=client_credentials';
    const { status, text } = await sendRaw(
      stack.url,
      `POST /oauth/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}${line}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(status).toBe(400);
    expect(text).toContain('"error":"invalid_request"');
  });

  it('C08 Basic form-encoded and raw: both work', async () => {
    expect((await postToken(basic('c1%2Dapp', C1.secret.replaceAll('-', '%2D')))).status).toBe(200);
    expect((await postToken(basic('c1-app', C1.secret))).status).toBe(200);
  });

  it('C09 Basic with an empty secret counts as no secret', async () => {
    const refresh = { grant_type: 'refresh_token', refresh_token: 'x' };
    expectRefusal(await postToken(basic(P1.clientId, ''), refresh), 400, 'invalid_grant');
    expectRefusal(await postToken(basic(C1.clientId, '')), 401, 'invalid_client');
  });

  it('C10 credentials in the URL: invalid_request, and in no log', async () => {
    const address = `${stack.url}/oauth/token?client_id=${C1.clientId}&client_secret=${C1.secret}&grant_type=client_credentials`;
    expectRefusal(await post(address, ''), 400, 'invalid_request');
    expectRefusal(await post(address, grant), 400, 'invalid_request');
    expect(stack.log.join('')).not.toContain(C1.secret);
  });

  it.each(['client%5Fsecret', 'client_secret[]', 'client_secret%5B0%5D', '%63lient_secret'])(
    'C10 the same as %s',
    async (name) => {
      for (const path of ['token', 'revoke', 'introspect']) {
        const address = `${stack.url}/oauth/${path}?${name}=${C1.secret}`;
        const right = { ...grant, token: 'x', ...c1Credentials };
        expectRefusal(await post(address, right), 400, 'invalid_request');
      }
      expect(stack.log.join('')).not.toContain(C1.secret);
    },
  );

  it.each([
    `${C1.secret.slice(0, -1)}8`,
    C1.secret.slice(0, -1),
    `${C1.secret}x`,
    C1.secret.toUpperCase(),
    `${C1.secret}\n`,
    sha256(C1.secret).toString('hex'),
    sha256(C1.secret).toString('base64'),
  ])('C11 almost the secret: invalid_client (%#)', async (secret) =>
    expectRefusal(await token(stack, { ...grant, client_secret: secret }), 401, 'invalid_client'),
  );

  it('C12 an old secret works only within its grace period', async () => {
    await stack.register({ ...C2, clientId: 'regenerating', secret: 'first-secret-0123456789' });
    const ops = (await token(stack, { ...grant, client_id: OPS.clientId, client_secret: OPS.secret })).body
      .access_token;
    const regenerate = async (form: Record<string, string>) => {
      const answer = await fetch(`${stack.url}/client/regenerating/regenerate-secret`, {
        method: 'POST',
        headers: { ...bearer(ops), 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      });
      return (await readAnswer(answer)).body.client_secret as string;
    };
    const use = async (secret: string) =>
      (await token(stack, { ...grant, client_id: 'regenerating', client_secret: secret })).status;
    const second = await regenerate({});
    expect([await use('first-secret-0123456789'), await use(second)]).toEqual([401, 200]);
    const third = await regenerate({ grace_seconds: '60' });
    expect([await use(second), await use(third)]).toEqual([200, 200]);
    const audited = await stack.db.many(sql`
      select 1 from auth.audit_log where event = 'client.previous_secret_used'`);
    expect(audited).toHaveLength(1);
    stack.clock.advance(61);
    expect([await use(second), await use(third)]).toEqual([401, 200]);
    stack.clock.reset();
  });

  it.each(['x'.repeat(10_240), 'a\0b', '%ED%A0%80', "' OR 1=1", '__proto__', 'constructor'])(
    'C13 strange client_id: 400 or 401 (%#)',
    async (id) => {
      const plain = id.startsWith('%') ? id : encodeURIComponent(id);
      const answer = await post(
        `${stack.url}/oauth/token`,
        `grant_type=client_credentials&client_secret=x&client_id=${plain}`,
      );
      expect([400, 401]).toContain(answer.status);
    },
  );
});
