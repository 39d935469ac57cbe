import { Module, type Type } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createHttpApp, type HttpApp, type HttpOptions } from '../src/edge/bootstrap.js';

/**
 * A server with one controller, from before the tests of a file until after them.
 * @param prepare before it listens
 */
export function useHttpApp(
  controller: Type,
  more: Partial<HttpOptions['settings']> = {},
  prepare: (fastify: FastifyInstance) => unknown = () => undefined,
): { url: string } {
  const started = { url: '' };
  let http: HttpApp;
  @Module({ controllers: [controller] })
  class TestModule {}
  beforeAll(async () => {
    const logging = { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' } as const;
    const settings = { ...logging, TRUSTED_PROXIES: [], HOST: '127.0.0.1', ...more };
    http = await createHttpApp(TestModule, { name: 'test', settings, logger: pino({ level: 'silent' }) });
    prepare(http.app.getHttpAdapter().getInstance());
    await http.app.listen(0, '127.0.0.1');
    started.url = await http.app.getUrl();
  });
  afterAll(() => http.app.close());
  return started;
}
