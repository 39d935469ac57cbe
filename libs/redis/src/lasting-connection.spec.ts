import { testServices } from '@app/testing';
import { once } from 'node:events';
import { LastingConnection } from './lasting-connection.js';

describe('A connection that was disconnected', () => {
  const delays = (setTimeout: { mock: { calls: unknown[][] } }) => setTimeout.mock.calls.map(([, ms]) => ms);

  it('leaves no timer that keeps the process from ending', async () => {
    const { hostname, port } = new URL(testServices().redis);
    const connection = new LastingConnection({ host: hostname, port: Number(port) });
    await connection.ping();
    const ended = once(connection, 'end');
    const timers = jest.spyOn(globalThis, 'setTimeout');
    try {
      connection.disconnect();
      // until its socket is closed, which ends the timer
      expect(delays(timers)).toEqual([connection.options.disconnectTimeout]);
      await ended;
      timers.mockClear(); // others may have set theirs meanwhile
      connection.disconnect();
      expect(delays(timers)).toEqual([]);
      expect(connection.status).toBe('end');
    } finally {
      timers.mockRestore();
    }
  });
});
