import { C1, rows, useAuthServers } from '../../test/auth-stack.js';
import { token } from '../../test/requests.js';
import { RefusalFlood } from './index.js';

describe('A flood of refused clients', () => {
  const stack = useAuthServers();
  const flood = () => stack.apps[0]!.get(RefusalFlood);
  const refuse = async (clientIds: readonly string[]) => {
    const form = { grant_type: 'client_credentials', client_secret: 'wrong' };
    const answers = await Promise.all(clientIds.map((client_id) => token(stack, { ...form, client_id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
  };
  const times = (count: number, clientId: string) => Array.from({ length: count }, () => clientId);
  const written = () =>
    rows<{ client_id: string; ip: string; details: object }>(
      stack,
      `select client_id, ip, details from auth.audit_log where event = 'client.authentication_refused' order by id`,
    );

  beforeEach(async () => {
    stack.clock.advance(301);
    await flood().closeEnded();
    await rows(stack, 'delete from auth.audit_log');
  });

  it('is written row by row for a client and address ten times, then counted', async () => {
    await refuse(times(40, C1.clientId));
    expect(await written()).toHaveLength(10);
    await refuse(times(3, 'another-client'));
    expect(await written()).toHaveLength(13);

    await flood().closeEnded();
    expect(await written()).toHaveLength(13);
    stack.clock.advance(301);
    await flood().closeEnded();
    expect((await written()).slice(13)).toEqual([
      {
        client_id: C1.clientId,
        ip: '127.0.0.1',
        details: { reason: 'wrong secret', further: 30, of: 'client and address' },
      },
    ]);
    await refuse(times(1, C1.clientId));
    expect(await written()).toHaveLength(15);
  });

  it('is bound for an address that names ever other clients, and counted when the process ends', async () => {
    await refuse(Array.from({ length: 130 }, (_, number) => `guess-${number}`));
    expect(await written()).toHaveLength(100);
    await flood().beforeApplicationShutdown();
    const [sum, ...more] = (await written()).slice(100);
    expect(more).toEqual([]);
    expect(sum!.details).toEqual({ reason: 'unknown client', further: 30, of: 'address' });
  });
});
