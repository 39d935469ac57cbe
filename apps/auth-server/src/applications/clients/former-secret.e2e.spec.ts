import { sql } from '@app/database';
import { sha256 } from '@app/kernel';
import { C2, useAuthServers } from '../../../test/auth-stack.js';
import { token } from '../../../test/requests.js';

const stack = useAuthServers();

describe('Uses of a client’s former secret', () => {
  it('make one row in ten minutes, with the number of those in between', async () => {
    await stack.register({ ...C2, clientId: 'rotating' });
    await stack.db.many(sql`
      update auth.clients set previous_secret_hash = secret_hash, previous_secret_until = now() + interval '1 hour',
             secret_hash = ${sha256('the-new-secret')} where client_id = 'rotating'`);
    const requestToken = (secret: string) =>
      token(stack, { grant_type: 'client_credentials', client_id: 'rotating', client_secret: secret });
    for (const secret of ['the-new-secret', C2.secret, C2.secret, 'the-new-secret', C2.secret])
      expect((await requestToken(secret)).status).toBe(200);
    const recorded = () =>
      stack.db.many(sql`
        select details from auth.audit_log where event = 'client.previous_secret_used' and client_id = 'rotating'
         order by time`);
    expect(await recorded()).toEqual([{ details: {} }]);
    stack.clock.advance(600);
    expect((await requestToken(C2.secret)).status).toBe(200);
    expect((await requestToken(C2.secret)).status).toBe(200);
    expect(await recorded()).toEqual([{ details: {} }, { details: { further: 2 } }]);
    stack.clock.reset();
  });
});
