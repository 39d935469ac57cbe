import { expectPrivateLog, privateRequests, sendRaw } from '@app/testing';
import { pino } from 'pino';
import { createAuthServer } from '../src/app.js';
import { loadSettings } from '../src/config.js';
import { authServerDocument } from '../src/edge/openapi/index.js';
import { useAuthServers } from './auth-stack.js';

describe('the request log of the authorization server', () => {
  const stack = useAuthServers(0);

  it('contains no token from a path and no personal value from a query, whatever the route and the host', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const settings = loadSettings(stack.settings);
    const { app, routes } = await createAuthServer(settings, { clock: stack.clock, logger });
    try {
      await app.listen(0, '127.0.0.1');
      const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
      const requests = privateRequests(
        routes.entries,
        await authServerDocument(app, settings),
        (name) => /^client_?id$/i.test(name), // public by RFC 6749 2.2
      );
      expect(requests.length).toBeGreaterThan(50);
      for (const host of ['x', 'a.learning.localhost']) await expectPrivateLog(url, requests, lines, host);
      lines.length = 0;
      const shown = '/oauth/authorize?client_id=c1-app&scope=lo.read&state=[redacted]';
      await sendRaw(
        url,
        'GET /oauth/authorize?client_id=c1-app&scope=lo.read&state=x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      );
      expect(lines.join()).toContain(`"url":"${shown}"`);
    } finally {
      await app.close();
    }
  });
});
