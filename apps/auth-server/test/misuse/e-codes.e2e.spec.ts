import { sql } from '@app/database';
import { createHash } from 'node:crypto';
import { applicationToken, expectDead, expectRefusal, send, token, isAlive } from '../requests.js';
import { usedEarlier, usedJustNow } from '../second-uses.js';
import { seenSecrets } from '../seen-secrets.js';
import { C1, OPS, useAuthServers, c2Credentials } from '../auth-stack.js';
import { authorizeAddress, obtainCode, returned, TestBrowser } from '../test-browser.js';

const stack = useAuthServers(2);
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = createHash('sha256').update(verifier).digest('base64url');
const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
const exchange = (code: string, more: Record<string, string | undefined> = {}, server = 0) =>
  token(
    stack,
    { grant_type: 'authorization_code', code, redirect_uri: C1.redirectUri!, ...more },
    { server },
  );
const audited = (event: string) =>
  stack.db.many(sql`select details from auth.audit_log where event = ${event}`);

describe('E. authorization code and PKCE', () => {
  it('E01 random, truncated or expired code: invalid_grant', async () => {
    const code = await obtainCode(stack);
    expectRefusal(await exchange('random'), 400, 'invalid_grant');
    expectRefusal(await exchange(code.slice(0, -1)), 400, 'invalid_grant');
    stack.clock.advance(61);
    expectRefusal(await exchange(code), 400, 'invalid_grant');
    stack.clock.reset();
  });

  it("E02 another client's code: invalid_grant, audited, and its own client can still use it", async () => {
    const code = await obtainCode(stack);
    expectRefusal(await exchange(code, c2Credentials), 400, 'invalid_grant');
    expect(await audited('code.refused')).toHaveLength(1);
    expect((await exchange(code)).status).toBe(200);
  });

  it('E03 redirect_uri missing: invalid_request; different: invalid_grant, and the code is dead', async () => {
    const code = await obtainCode(stack);
    expectRefusal(await exchange(code, { redirect_uri: undefined }), 400, 'invalid_request');
    expectRefusal(await exchange(code, { redirect_uri: `${C1.redirectUri}x` }), 400, 'invalid_grant');
    expectRefusal(await exchange(code), 400, 'invalid_grant');
  });

  it('E04 wrong code_verifier, then the right one: invalid_grant twice (contract 3.12)', async () => {
    const code = await obtainCode(stack, pkce);
    expectRefusal(await exchange(code, { code_verifier: `${verifier.slice(0, -1)}x` }), 400, 'invalid_grant');
    expectRefusal(await exchange(code, { code_verifier: verifier }), 400, 'invalid_grant');
    expect((await exchange(await obtainCode(stack, pkce), { code_verifier: verifier })).status).toBe(200);
  });

  it('E05 code_verifier missing: invalid_grant', async () =>
    expectRefusal(await exchange(await obtainCode(stack, pkce)), 400, 'invalid_grant'));

  it('E06 code_verifier without a challenge (downgrade): invalid_grant', async () =>
    expectRefusal(
      await exchange(await obtainCode(stack), { code_verifier: verifier }),
      400,
      'invalid_grant',
    ));

  it('E07 malformed code_verifier: invalid_request; equal to the challenge: invalid_grant', async () => {
    for (const bad of ['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)}=`, `${'a'.repeat(43)} b`]) {
      expectRefusal(
        await exchange(await obtainCode(stack, pkce), { code_verifier: bad }),
        400,
        'invalid_request',
      );
    }
    expectRefusal(
      await exchange(await obtainCode(stack, pkce), { code_verifier: challenge }),
      400,
      'invalid_grant',
    );
    seenSecrets.delete(challenge); // it was in the URL, as a challenge is
  });

  it('E08 code replayed later: invalid_grant, audited, and its tokens end', async () => {
    const code = await obtainCode(stack);
    const { body } = await exchange(code);
    await usedEarlier(stack, code);
    const before = (await audited('code.replayed')).length;
    expectRefusal(await exchange(code), 400, 'invalid_grant');
    expect(await audited('code.replayed')).toHaveLength(before + 1);
    await expectDead(stack, body.access_token);
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    expectRefusal(await token(stack, refresh), 400, 'invalid_grant');
  });

  it('E08 a second use within a quarter of a second: invalid_grant, and the tokens stay alive', async () => {
    const code = await obtainCode(stack);
    const { body } = await exchange(code);
    await usedJustNow(stack, code);
    const before = (await audited('code.race_lost')).length;
    expectRefusal(await exchange(code, {}, 1), 400, 'invalid_grant');
    expect(await audited('code.race_lost')).toHaveLength(before + 1);
    expect(await isAlive(stack, body.access_token as string)).toBe(true);
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token as string };
    expect((await token(stack, refresh)).status).toBe(200);
  });

  describe('E10 between code and exchange', () => {
    const requestCode = async () => {
      const browser = await TestBrowser.signIn(stack, authorizeAddress(), 'manager@a.example');
      return returned(browser.page).query.get('code') ?? returned(await browser.allow()).query.get('code')!;
    };

    it.each([
      ['blocked', 'account', '102'],
      ['client disabled', 'client', C1.clientId],
    ])(
      '%s, and unblocked: the code is invalid, and using it is not a replay',
      async (because, kind, subject) => {
        const code = await requestCode();
        await stack.db.many(sql`
          select auth.revoke_rights(${kind}, ${subject}, true, ${because}, now() + interval '13 hours')`);
        const before = (await audited('code.replayed')).length;
        expectRefusal(await exchange(code), 400, 'invalid_grant');
        expect(await audited('code.replayed')).toHaveLength(before);
        expect((await exchange(await requestCode())).status).toBe(200);
      },
    );

    it('roles are reduced: the code works, with the remaining scopes', async () => {
      const code = await requestCode();
      await stack.db.many(sql`
        select auth.revoke_rights('account', '102', false, 'roles', now() + interval '13 hours')`);
      expect((await exchange(code)).status).toBe(200);
    });

    it('the user is blocked: invalid_grant', async () => {
      const code = await requestCode();
      await stack.db.many(sql`update identity.accounts set status = false where id = 102`);
      expectRefusal(await exchange(code), 400, 'invalid_grant');
      await stack.db.many(sql`update identity.accounts set status = true where id = 102`);
    });

    it('the user is removed from the portal: invalid_grant', async () => {
      const code = await requestCode();
      await stack.db.many(sql`update identity.accounts set closed_time = now() where id = 102`);
      expectRefusal(await exchange(code), 400, 'invalid_grant');
      await stack.db.many(sql`update identity.accounts set closed_time = null where id = 102`);
    });

    it('the redirect_uri of the client changes: invalid_grant', async () => {
      const code = await requestCode();
      await stack.db.many(sql`
        update auth.clients set redirect_uri = 'https://other.example/' where client_id = ${C1.clientId}`);
      expectRefusal(await exchange(code), 400, 'invalid_grant');
      await stack.db.many(sql`
        update auth.clients set redirect_uri = ${C1.redirectUri} where client_id = ${C1.clientId}`);
    });

    it('the client is deactivated or deleted: invalid_client', async () => {
      const code = await requestCode();
      await stack.db.many(sql`update auth.clients set status = 0 where client_id = ${C1.clientId}`);
      expectRefusal(await exchange(code), 401, 'invalid_client');
      await stack.db.many(sql`update auth.clients set status = 1 where client_id = ${C1.clientId}`);
      const ops = await applicationToken(stack, OPS);
      const deleted = await send(stack, 'DELETE', `/client/${C1.clientId}`, ops);
      expect(deleted.status).toBe(204);
      expectRefusal(await exchange(code), 401, 'invalid_client');
    });
  });
});
