import { fastify } from 'fastify';
import type { Logger } from '@app/kernel';
import { watchForUntrustedProxy } from './untrusted-proxy.js';

/** The warnings after requests with these headers, one after the other. */
async function warningsAfter(
  trustProxy: string | false,
  ...requests: Record<string, string>[]
): Promise<string[]> {
  const server = fastify({ trustProxy });
  const warnings: string[] = [];
  const logger = { warn: (_facts: object, text: string) => warnings.push(text) } as unknown as Logger;
  watchForUntrustedProxy(server, logger);
  server.get('/', () => 'fine');
  for (const headers of requests) await server.inject({ url: '/', headers });
  await server.close();
  return warnings;
}

describe('a proxy that TRUSTED_PROXIES does not name', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.7' };

  it('appears in the log, once', async () => {
    const warnings = await warningsAfter(false, {}, forwarded, forwarded);
    expect(warnings).toEqual([expect.stringContaining('127.0.0.1 has X-Forwarded-For, but TRUSTED_PROXIES')]);
  });

  it.each([
    ['without such a header', false, {}],
    ['from a proxy that is named', '127.0.0.1', forwarded],
    [
      'from a proxy that is named, on whose machine the browser is',
      '127.0.0.1',
      { 'x-forwarded-for': '127.0.0.1' },
    ],
  ] as const)('is not assumed of a request %s', async (_, trusted, headers) => {
    expect(await warningsAfter(trusted, { ...headers })).toEqual([]);
  });
});
