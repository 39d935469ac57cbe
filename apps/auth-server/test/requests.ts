import { eventually } from '@app/testing';
import { request } from 'undici';
import { answerChecks } from './answer-checks.js';
import { c1Credentials, c2Credentials, password, type AuthStack } from './auth-stack.js';
import { seenSecrets } from './seen-secrets.js';

export interface OAuthAnswer {
  status: number;
  headers: Headers;
  body: any;
  text: string;
}

const secretNames = [
  'password',
  'client_secret',
  'refresh_token',
  'access_token',
  'id_token',
  'id_token_hint',
  'code',
  'code_verifier',
  'jwt',
  'token',
  'one_time_token',
  'otp',
  'link',
  'session',
];

/** Remembers a secret that was sent or received, so that logs can be searched for it. */
export function remember(name: string, value: unknown): void {
  if (secretNames.includes(name) && typeof value === 'string' && value.length >= 12) seenSecrets.add(value);
}

/** @param method if given, the response must match the OpenAPI document */
export async function readAnswer(response: Response, method?: string): Promise<OAuthAnswer> {
  const text = await response.text();
  if (response.status >= 500 && response.status !== 503) throw new Error(`${response.status}: ${text}`);
  for (const [, name, value] of (
    response.headers.get('location') ??
    response.headers.get('refresh') ??
    ''
  ).matchAll(/[?&#](\w+)=([^&]*)/g)) {
    remember(name!, decodeURIComponent(value!));
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
    for (const [name, value] of Object.entries(body ?? {})) remember(name, value);
  } catch {
    body = undefined;
  }
  const { origin, pathname } = new URL(response.url);
  const headers = Object.fromEntries(response.headers);
  if (method) answerChecks.get(origin)?.(method, pathname, { status: response.status, headers, body, text });
  return { status: response.status, headers: response.headers, body, text };
}

/** POST of a form. */
export const post = async (
  url: string,
  form: Record<string, string> | string | [string, string][],
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> => {
  if (typeof form !== 'string') for (const [name, value] of new URLSearchParams(form)) remember(name, value);
  return readAnswer(
    await fetch(url, {
      method: 'POST',
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      redirect: 'manual',
    }),
    'POST',
  );
};

/** A request with a token to the first server, with a body if a form is given. */
export const send = async (
  stack: AuthStack,
  method: string,
  path: string,
  accessToken: string,
  form?: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> =>
  readAnswer(
    await fetch(`${stack.url}${path}`, {
      method,
      headers: {
        ...bearer(accessToken),
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      ...(form === undefined
        ? {}
        : { body: typeof form === 'string' ? form : new URLSearchParams(form).toString() }),
    }),
    method,
  );

export const get = async (url: string, headers: Record<string, string> = {}): Promise<OAuthAnswer> =>
  readAnswer(await fetch(url, { headers, redirect: 'manual' }), 'GET');

/** A request with a Host header, which fetch does not allow. */
export async function requestHost(
  url: string,
  headers: Record<string, string>,
  form?: Record<string, string>,
  method = form ? 'POST' : 'GET',
) {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = form ? new URLSearchParams(form).toString() : null;
  const answer = await request(url, {
    method,
    headers: { ...(form && type), ...headers },
    body,
  });
  const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0]);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    cookie: cookies.join('; '),
    text: await answer.body.text(),
  };
}

/** POST /oauth/token as C1 unless the form says otherwise; `undefined` omits a parameter. */
export function token(
  stack: AuthStack,
  form: Record<string, string | undefined>,
  options: { server?: number; headers?: Record<string, string> } = {},
): Promise<OAuthAnswer> {
  const all = { ...c1Credentials, ...form };
  const sent = Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return post(`${stack.urls[options.server ?? 0]}/oauth/token`, sent, options.headers);
}

/** Tokens of a person by C1 and the password grant, of the administrator of portal A unless another is named. */
export const passwordTokens = async (
  stack: AuthStack,
  username = 'admin@a.example',
): Promise<{ access_token: string; refresh_token: string }> =>
  (await token(stack, { grant_type: 'password', username, password })).body;

/** The answer of the token endpoint to the password grant in a portal, of C2 unless the form says otherwise. */
export const grantIn = (
  stack: AuthStack,
  portal_name: string,
  username: string,
  form: Record<string, string | undefined> = {},
): Promise<OAuthAnswer> =>
  token(stack, { grant_type: 'password', ...c2Credentials, username, password, portal_name, ...form });

/** GET /oauth/validate of one of the servers. */
export const validate = (stack: AuthStack, accessToken: string, server = 0): Promise<OAuthAnswer> =>
  get(`${stack.urls[server]}/oauth/validate`, bearer(accessToken));

/** Whether one of the servers accepts the token. */
export const isAlive = async (stack: AuthStack, accessToken: string, server = 0): Promise<boolean> =>
  (await validate(stack, accessToken, server)).status === 200;

/** An access token of the application's own. */
export const applicationToken = async (
  stack: AuthStack,
  client: { clientId: string; secret: string },
): Promise<string> =>
  (
    await token(stack, {
      grant_type: 'client_credentials',
      client_id: client.clientId,
      client_secret: client.secret,
    })
  ).body.access_token;

/** The status of an answer of /client and /applications, and its error_code. */
export const code = ({ status, body }: OAuthAnswer): unknown[] => [status, body?.error_code];

/** The status, and the first field that an answer of /client and /applications refuses. */
export const field = ({ status, body }: OAuthAnswer): unknown[] => [
  status,
  body?.additional_errors?.[0]?.path,
];

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});

export const bearer = (accessToken: string): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
});

/** Asserts the format of a refusal, and that it reveals no internals. */
export function expectRefusal(answer: OAuthAnswer, status: number, error: string): void {
  expect({ status: answer.status, error: answer.body?.error }).toEqual({ status, error });
  expect(answer.body).toEqual({
    error,
    error_description: expect.any(String),
    hint: expect.any(String),
    message: answer.body.error_description,
  });
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('pragma')).toBe('no-cache');
  expect(answer.text).not.toMatch(/at .*\(|node_modules|select |insert |zod|postgres/i);
}

/** Asserts an error page: 400, and no redirect. */
export function expectPage(answer: OAuthAnswer, status = 400): void {
  expect({ status: answer.status, location: answer.headers.get('location') }).toEqual({
    status,
    location: null,
  });
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.headers.get('refresh')).toBeNull();
  expect(answer.text).not.toMatch(/http-equiv|<script(?! src="\/oauth)/i);
}

/**
 * Asserts that the token is soon refused by /oauth/validate of every server, and by introspection. `RevocationReader`'s
 * spec holds the second that it may take.
 */
export async function expectDead(stack: AuthStack, accessToken: string): Promise<void> {
  for (const url of stack.urls) {
    const headers = { authorization: `Bearer ${accessToken}` };
    await eventually('refusal', async () => (await get(`${url}/oauth/validate`, headers)).status === 401);
    const answer = await post(`${url}/oauth/introspect`, { ...c1Credentials, token: accessToken });
    expect([answer.status, answer.body]).toEqual([200, { active: false }]);
  }
}
