import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';
import { describeWith, temporaryFolder } from '@app/testing';
import { callSamples } from '../web/features/overview/call-samples.js';
import { computeProgress } from '../web/features/overview/progress.js';
import { tokenSamples } from '../web/ui/token-samples.js';

const run = promisify(execFile);

describe('first steps', () => {
  const since = '2026-11-20T00:00:00+00:00';
  const application = { status: 1, last_used_time: '2026-11-27T00:00:00+00:00', client_id: 'a', since };
  const untried = { id: 3, last_success_time: null, last_test_success_time: null };
  const webhook = { ...untried, last_success_time: '2026-11-27T00:00:00+00:00' };
  const tested = { ...untried, last_test_success_time: '2026-11-27T00:00:00+00:00' };
  const unused = { ...application, last_used_time: null };
  const compute = (answers: object) =>
    computeProgress({
      applications: undefined,
      webhooks: undefined,
      people: undefined,
      ...answers,
    });
  it.each([
    [{}, undefined],
    [{ applications: [] }, 'application'],
    [{ applications: [{ ...application, status: 0 }] }, 'application'],
    [{ applications: [unused] }, 'token'],
    [{ applications: [application], webhooks: [] }, 'webhook'],
    [{ applications: [application], webhooks: [untried], people: 2 }, 'delivery'],
    [{ applications: [application], webhooks: [webhook] }, undefined],
    [{ applications: [application], webhooks: [untried, tested], people: 1 }, 'person'],
    [{ applications: [unused, application], webhooks: [webhook], people: 1 }, 'person'],
    [{ applications: [application], webhooks: [webhook], people: 2 }, 'none'],
  ])('%j is at %s', (answers, step) => {
    const progress = compute(answers);
    expect(progress && (progress.current ?? 'none')).toBe(step);
  });

  it('lists completed steps in any order', () => {
    const progress = compute({ applications: [unused], webhooks: [webhook], people: 40 });
    expect([progress?.current, [...progress!.done]]).toEqual([
      'token',
      ['application', 'webhook', 'delivery', 'person'],
    ]);
  });

  it('chooses the newest application while none has a token', () => {
    const newest = { ...unused, client_id: 'b', since: '2026-11-26T00:00:00+00:00' };
    expect(compute({ applications: [unused, newest] })?.application).toBe(newest);
    expect(compute({ applications: [application, newest], webhooks: [] })?.application).toBe(application);
  });
});

describe('samples of calls', () => {
  const folder = temporaryFolder();
  let server: Server;
  let received: { url: string; authorization: string | undefined; body: string }[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const isToken = request.url === '/oauth/token';
        const { authorization } = request.headers;
        received.push({ url: `${request.method} ${request.url}`, authorization, body });
        response.setHeader('content-type', 'application/json');
        response.end(isToken ? '{"access_token":"of-the-app"}' : '{"id":7}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => (received = []));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** Both samples in one file; those in TypeScript have names of their own each, and Node 20 reads no types. */
  function toProgram(language: string, [first = '', second = '']: string[]): string {
    if (language !== 'TypeScript') return first + second;
    const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } } as const;
    return transformSync(`${first}{\n${second}}\nexport {};\n`, options).code;
  }

  /** Runs the program of a language: both samples, one after the other. */
  async function runSamples(language: string, command: string, file: string): Promise<void> {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const samples = [
      tokenSamples(`${url}/oauth/token`, 'hr-sync'),
      callSamples({
        method: 'POST',
        url: `${url}/v2/webhooks`,
        body: { url: 'https://a.example/', user_create: true },
      }),
    ].map((all) => all.find((one) => one.language === language)!.code);
    writeFileSync(join(folder, file), toProgram(language, samples));
    await run(command, [join(folder, file)], { env: { ...process.env, CLIENT_SECRET: 'a&b' } });
    expect(received.map(({ url: path, authorization }) => [path, authorization])).toEqual([
      ['POST /oauth/token', undefined],
      ['POST /v2/webhooks', 'Bearer of-the-app'],
    ]);
    expect(Object.fromEntries(new URLSearchParams(received[0]!.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'hr-sync',
      client_secret: 'a&b',
    });
    expect(JSON.parse(received[1]!.body)).toEqual({ url: 'https://a.example/', user_create: true });
  }

  it('run with curl', () => runSamples('curl', 'sh', 'sample.sh'));
  it('run with Python', () => runSamples('Python', 'python3', 'sample.py'));
  it('run with TypeScript', () => runSamples('TypeScript', process.execPath, 'sample.mjs'));
  describeWith('php', 'with PHP', () => {
    it('run', () => runSamples('PHP', 'php', 'sample.php'));
  });
});
