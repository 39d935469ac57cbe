import { expectPrivateLog, privateRequests, sendRaw } from '@app/testing';
import { pino } from 'pino';
import { useResourceApi } from './resource-api.js';
import { createResourceApi } from '../src/app.js';
import { resourceApiDocument } from '../src/openapi.js';

describe('the request log of the resource API', () => {
  const api = useResourceApi();

  it('contains no token from a path and no personal value from a query, whatever the route', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });
    const { app, routes } = await createResourceApi(api.settings, { clock: api.clock, logger });
    try {
      await app.listen(0, '127.0.0.1');
      const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
      const requests = privateRequests(
        routes.entries,
        await resourceApiDocument(app, api.settings),
        () => false,
      );
      expect(requests.length).toBeGreaterThan(60);
      for (const path of ['/launch/:token', '/preview/:token'])
        expect(requests.map(({ route }) => route)).toContain(path);
      await expectPrivateLog(url, requests, lines);
      // what operators look for is kept
      lines.length = 0;
      await sendRaw(
        url,
        'GET /v2/users/17?limit=5&include=x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      );
      expect(lines.join()).toContain('"url":"/v2/users/17?limit=5&include=x"');
    } finally {
      await app.close();
    }
  });
});
