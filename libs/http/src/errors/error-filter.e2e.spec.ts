import { Controller, Get, Header, Res } from '@nestjs/common';
import { Problem } from '@app/kernel';
import type { FastifyReply } from 'fastify';
import { useHttpApp } from '../../test/use-http-app.js';

@Controller()
class Failing {
  @Get('style')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  style(): string {
    throw new Error('broken');
  }

  @Get('table')
  @Header('content-disposition', 'attachment; filename="people.csv"')
  @Header('cache-control', 'no-store')
  table(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.headers({
      'content-type': 'text/csv',
      'content-encoding': 'gzip',
      'content-length': '7',
      'last-modified': 'Sun, 22 Nov 2026 10:00:00 GMT',
      etag: '"people"',
      location: '/elsewhere',
    });
    throw new Problem(409, 'limit_reached', 'No more.', { headers: { 'retry-after': '5' } });
  }
}

describe('An error after a handler has set headers for its answer', () => {
  const http = useHttpApp(Failing);
  const fetchPath = (path: string) => fetch(http.url + path);

  it('is JSON that is not cached, with its own status', async () => {
    const answer = await fetchPath('/style');
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.get('cache-control')).toBeNull();
    expect(await answer.json()).toMatchObject({ error_code: 'internal_error' });
  });

  it('has no headers of the replaced answer, and all of the new one', async () => {
    const answer = await fetchPath('/table');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ error_code: 'limit_reached' });
    const headers = Object.fromEntries(answer.headers);
    for (const gone of ['content-disposition', 'content-encoding', 'last-modified', 'etag', 'location'])
      expect([gone, headers[gone]]).toEqual([gone, undefined]);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'retry-after': '5',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.any(String),
      'x-request-id': expect.any(String),
    });
  });
});
