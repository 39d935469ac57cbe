import { bodyKinds } from '@app/http';
import {
  costlyBodies,
  CostSearch,
  DocumentReader,
  inAddress,
  inHeader,
  sendPlainly,
  type CostInput,
} from '@app/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useAuthProcesses } from './auth-processes.js';
import { C1, OPS, c1Credentials } from './auth-stack.js';
import { applicationToken } from './requests.js';
import { authorizeAddress } from './test-browser.js';

const form = costlyBodies.urlencoded.type;
const base64url = (text: string): string => Buffer.from(text).toString('base64url');
const document = new DocumentReader(readFileSync(join('docs', 'openapi', 'auth-server.json'), 'utf8'));

/** The cost of a request is linear in its size: worst cases by search, at 1, 2 and 4 times the size. */
describe('the cost of requests to the authorization server', () => {
  const processes = useAuthProcesses(1);
  let operator: string;
  let administrator: string;
  beforeAll(async () => {
    operator = await applicationToken(processes.stack, OPS);
    const bound = { ...OPS, clientId: 'bound-app', isSpecial: false, introspectsAll: false, portalId: 1 };
    await processes.stack.register(bound);
    administrator = await applicationToken(processes.stack, bound);
  });
  /** The token needed to reach the parsing of the body, if any. */
  const sealedBy = (path: string): Record<string, string> | undefined => {
    const sealingToken = path.startsWith('/client')
      ? operator
      : path.startsWith('/applications') && administrator;
    return sealingToken ? { authorization: `Bearer ${sealingToken}` } : undefined;
  };

  const sendRequest = (method: string, path: string, headers?: Record<string, string>, body?: string) =>
    sendPlainly(processes.stack, method, path, headers, body);
  const basic = { authorization: `Basic ${Buffer.from(`${C1.clientId}:${C1.secret}`).toString('base64')}` };
  const search = new CostSearch(() => processes.replicas[0]!);
  const check = (input: CostInput) => search.expectCheap(input);

  const gets = document.operations.map(({ name }) => name.split(' ')).filter(([method]) => method === 'get');
  it.each([...gets.map(([, path]) => path!), '/oauth/authorize/continue', '/nowhere'])(
    'the query of GET %s',
    async (path) => {
      const send = (text: string) =>
        sendRequest('GET', `${path.replace(/\{\w+\}/g, 'x')}?${inAddress(text)}`);
      await check({ name: `query of ${path}`, bytes: 7_000, send });
    },
  );

  const authorize = document.operations.find(({ name }) => name === 'get /oauth/authorize')!;
  it.each(authorize.parameters!.map(({ name }) => name))(
    'the parameter %s of GET /oauth/authorize',
    async (name) => {
      const address = authorizeAddress({ [name]: undefined });
      const send = (text: string) => sendRequest('GET', `${address}&${name}=${inAddress(text)}`);
      await check({ name, bytes: 1_000, send });
    },
  );

  const places = [
    '/oauth/token',
    '/oauth/introspect',
    '/oauth/revoke',
    '/oauth/authorize/login',
    '/client',
    '/applications',
  ];
  describe.each(bodyKinds)('a body of type %s', (kind) => {
    it.each(places)('to %s', async (path) => {
      const { type, write: writeBody, units } = costlyBodies[kind];
      const sealed = sealedBy(path);
      const send = (text: string) =>
        sendRequest('POST', path, { 'content-type': type, ...sealed }, writeBody(text));
      const bytes = sealed ? 100_000 : 16_000;
      const input = { name: `${kind} to ${path}`, kind: `body ${kind}, ${bytes}` };
      await check({ ...input, bytes, send, ...(units && { units }) });
    });
  });

  const fields = document.bodyFields();
  it.each(fields)('%s %s, the field %s', async (method, path, field, kind) => {
    const sealed = sealedBy(path);
    const otherParameters = (text: string): Record<string, string> => ({
      grant_type: grantOf[field] ?? 'client_credentials',
      portal_name: 'a.learning.localhost',
      token: 'x',
      ...(sealed ? {} : { ...c1Credentials }),
      [field]: text,
    });
    const headers = { 'content-type': form, ...sealed };
    const address = path.replace(/\{\w+\}/g, C1.clientId);
    const send = (text: string) =>
      sendRequest(
        method.toUpperCase(),
        address,
        headers,
        new URLSearchParams(otherParameters(text)).toString(),
      );
    await check({
      name: `${field} to ${path}`,
      bytes: 5_000,
      send,
      kind: `${kind}${sealed ? ', sealed' : ''}`,
    });
  });

  it('the header and claims of tokens and assertions', async () => {
    const token = (place: 'kid' | 'sub') => (text: string) => {
      const json = JSON.stringify(text).slice(1, -1);
      const header =
        place === 'kid' ? `{"alg":"ES256","typ":"at+jwt","kid":"${json}"}` : '{"alg":"ES256","kid":"x"}';
      return `${base64url(header)}.${base64url(place === 'sub' ? `{"sub":"${json}"}` : '{}')}.${base64url('s'.repeat(64))}`;
    };
    for (const place of ['kid', 'sub'] as const) {
      const validate = (text: string) =>
        sendRequest('GET', '/oauth/validate', { authorization: `Bearer ${token(place)(text)}` });
      await check({ name: `${place} of a token`, bytes: 1_500, send: validate });
      const assert = (text: string) => {
        const jwt = token(place)(text);
        const body = new URLSearchParams({ grant_type: 'service_jwt', jwt }).toString();
        return sendRequest('POST', '/oauth/token', { 'content-type': form, ...basic }, body);
      };
      await check({ name: `${place} of an assertion`, bytes: 5_000, send: assert });
    }
  });

  /** Headers that the source code reads, each with a request that uses it. */
  const headers: Record<string, (text: string) => Promise<unknown>> = {
    accept: (text) => sendRequest('GET', '/oauth/public-key', { accept: text }),
    'accept-language': (text) => sendRequest('GET', authorizeAddress(), { 'accept-language': text }),
    authorization: (text) =>
      sendRequest('POST', '/oauth/token', { authorization: `Basic ${text}`, 'content-type': form }, 'a=b'),
    'content-encoding': (text) =>
      sendRequest('POST', '/oauth/token', { 'content-encoding': text, 'content-type': form }, 'a=b'),
    'content-length': (text) => sendRequest('POST', '/oauth/token', { 'content-length': text }),
    'content-type': (text) =>
      sendRequest('POST', '/oauth/token', { 'content-type': `multipart/form-data; ${text}` }, 'a=b'),
    'idempotency-key': (text) =>
      sendRequest('POST', '/client', { 'idempotency-key': text, authorization: `Bearer ${operator}` }),
    'if-match': (text) =>
      sendRequest('PUT', '/client/x', { 'if-match': text, authorization: `Bearer ${operator}` }),
    'if-none-match': (text) => sendRequest('GET', '/oauth/public-key', { 'if-none-match': text }),
    origin: (text) => sendRequest('POST', '/oauth/authorize/login', { origin: text }),
    'sec-fetch-site': (text) => sendRequest('POST', '/oauth/authorize/login', { 'sec-fetch-site': text }),
    traceparent: (text) => sendRequest('GET', '/oauth/public-key', { traceparent: text }),
    'transfer-encoding': (text) => sendRequest('POST', '/oauth/token', { 'transfer-encoding': text }),
    'user-agent': (text) => sendRequest('POST', '/oauth/authorize/login', { 'user-agent': text }),
    'access-control-request-method': (text) =>
      sendRequest('OPTIONS', '/oauth/token', { 'access-control-request-method': text }),
    // by libraries
    cookie: (text) => sendRequest('GET', '/oauth/account', { cookie: text }),
    host: (text) => sendRequest('GET', '/', { host: `${text}.learning.localhost` }),
    'x-forwarded-for': (text) => sendRequest('GET', '/oauth/account', { 'x-forwarded-for': text }),
    'x-forwarded-host': (text) =>
      sendRequest('GET', '/', { 'x-forwarded-host': `${text}.learning.localhost` }),
    'x-forwarded-proto': (text) => sendRequest('GET', '/', { 'x-forwarded-proto': text }),
    expect: (text) => sendRequest('POST', '/oauth/token', { expect: text }),
  };
  it.each(Object.keys(headers))('the header %s', async (name) => {
    const send = (text: string) => headers[name]!(inHeader(text));
    await check({ name, bytes: 3_000, send });
  });

  it('the path', async () => {
    await check({ name: 'path', bytes: 7_000, send: (text) => sendRequest('GET', `/${inAddress(text)}`) });
    await check({
      name: 'id',
      bytes: 7_000,
      send: (text) => sendRequest('GET', `/client/${inAddress(text)}`),
    });
  });
});

/** The grants that read a field of the token endpoint. */
const grantOf: Record<string, string> = {
  code: 'authorization_code',
  code_verifier: 'authorization_code',
  redirect_uri: 'authorization_code',
  refresh_token: 'refresh_token',
  username: 'password',
  password: 'password',
  jwt: 'service_jwt',
};
