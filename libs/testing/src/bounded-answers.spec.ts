import { FastifyAdapter } from '@nestjs/platform-fastify';
import { limits } from '@app/limits';
import { Readable } from 'node:stream';
import { boundAnswers } from './bounded-answers.js';

describe('boundAnswers', () => {
  const adapter = new FastifyAdapter();
  const fastify = adapter.getInstance();
  const long = JSON.stringify('x'.repeat(limits.page_bytes.most));
  beforeAll(async () => {
    boundAnswers({ getHttpAdapter: () => adapter });
    fastify.get('/short', () => 'x'.repeat(limits.page_bytes.most));
    fastify.get('/nothing', (_request, reply) => reply.status(204).send());
    fastify.get('/long', () => long);
    fastify.get('/stream', () => Readable.from(['x']));
    fastify.get('/long-stream', () => Readable.from(['x', long]));
    for (const path of [
      '/v2/users/export',
      '/v2/learning-objects/:id',
      '/v2/learning-objects/:id/scorm',
      '/docs-json',
      '/docs/:file',
    ])
      fastify.get(path, () => long);
    await fastify.ready();
  });
  afterAll(() => fastify.close());

  it.each([
    ['/short', 200],
    ['/nothing', 204],
    ['/long', 500],
    ['/stream', 200],
    ['/v2/learning-objects/1', 200],
    ['/v2/users/export', 200],
    ['/v2/learning-objects/1/scorm', 200],
    ['/docs-json', 200],
    ['/docs/x', 200],
  ])('%s: %i', async (url, status) => {
    expect((await fastify.inject(url)).statusCode).toBe(status);
  });

  it('ends a stream in its midst', async () => {
    const address = await fastify.listen({ port: 0, host: '127.0.0.1' });
    await expect(fetch(`${address}/long-stream`).then((answer) => answer.text())).rejects.toThrow();
  });
});
