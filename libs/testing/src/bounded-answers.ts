import { limits } from '@app/limits';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';

/** Routes whose answers may be longer, by name: courses with their contents, exports, packages and documents. */
const UNBOUNDED = [/^\/v2\/learning-objects\/:\w+$/, /\/export$/, /\/scorm$/, /^\/docs(\/|-|$)/];

interface App {
  getHttpAdapter(): { getInstance(): unknown };
}

/** Makes every other answer of a server fail that is longer than allowed. */
export function boundAnswers(app: App): void {
  const fastify = app.getHttpAdapter().getInstance() as FastifyInstance;
  fastify.addHook('onSend', (request, _reply, payload, done) => {
    const { url = '' } = request.routeOptions;
    const assertBounded = (bytes: number): void => {
      if (bytes > limits.page_bytes.most)
        throw new Error(`${request.method} ${url} answers more bytes than an answer may have.`);
    };
    if (UNBOUNDED.some((route) => route.test(url))) return done();
    if (payload instanceof Readable) return done(null, Readable.from(passOn(payload, assertBounded)));
    assertBounded(typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0);
    done();
  });
}

async function* passOn(stream: Readable, assertBounded: (bytes: number) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    assertBounded(bytes);
    yield buffer;
  }
}
