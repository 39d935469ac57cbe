import { Controller, Get, Post, StreamableFile } from '@nestjs/common';
import { requestContext } from '@app/database';
import { Readable } from 'node:stream';
import { useHttpApp } from '../../test/use-http-app.js';

@Controller()
class Overdue {
  @Get('now')
  get(): object {
    return { isOverdue: requestContext()?.isOverdue };
  }

  @Post('now')
  post(): object {
    return this.get();
  }

  @Get('stream')
  stream(): StreamableFile {
    const caller = requestContext();
    async function* parts() {
      yield `${caller?.isOverdue} `;
      await new Promise((resolve) => setImmediate(resolve));
      yield String(caller?.isOverdue);
    }
    return new StreamableFile(Readable.from(parts()));
  }
}

describe('A request is overdue', () => {
  let elapsedMs = 0;
  const http = useHttpApp(Overdue, {}, (fastify) =>
    fastify.addHook('onRequest', (_request, reply, done) => {
      Object.defineProperty(reply, 'elapsedTime', { get: () => elapsedMs });
      done();
    }),
  );

  const isOverdue = async (ms: number, init: RequestInit = {}) => {
    elapsedMs = ms;
    const answer = await fetch(`${http.url}/now`, init);
    return ((await answer.json()) as { isOverdue: boolean }).isOverdue;
  };

  it('30 seconds after it came', async () => {
    expect(await isOverdue(30_000)).toBe(false);
    expect(await isOverdue(30_001)).toBe(true);
  });

  it('a minute after it came if it has a body, which takes time to arrive', async () => {
    const body = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    expect(await isOverdue(60_000, body)).toBe(false);
    expect(await isOverdue(60_001, body)).toBe(true);
  });

  it('no longer once its answer has begun', async () => {
    elapsedMs = 30_001;
    const answer = await fetch(`${http.url}/stream`);
    expect(await answer.text()).toBe('true false');
  });
});
