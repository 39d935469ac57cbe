import { listen, readPort } from '@app/local-services';
import { eventually } from '@app/testing';
import { createServer, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { password } from '../../../apps/auth-server/test/auth-stack.js';
import { usePlatform } from '../../test/platform-stack.js';
import {
  answerOf,
  clientCredentials,
  Conflict,
  fixedToken,
  LearningPlatform,
  NotFound,
  OAuthError,
  refreshTokens,
  TooManyRequests,
  Unauthorized,
  verifyWebhook,
  WebhookRefused,
  type TokenResponse,
} from '../src/index.js';

describe('The TypeScript client', () => {
  const platform = usePlatform();
  const application = () => {
    const {
      auth: authorizationServer,
      client_id: clientId,
      client_secret: clientSecret,
    } = platform.connection;
    return { authorizationServer, clientId, clientSecret };
  };
  const connect = (tokens = clientCredentials(application()), more: object = {}) =>
    new LearningPlatform({ resourceApi: platform.connection.api, tokens, ...more });
  const everything = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
    const items: T[] = [];
    for await (const one of all) items.push(one);
    return items;
  };

  it('searches, creates a person, enrolls them and verifies the webhook', async () => {
    const { api } = connect();
    const { receiver } = platform;
    const { id: webhookId, secret_key: secret } = await answerOf(
      api.POST('/v2/webhooks', { body: { url: receiver.url, user_create: true } }),
    );
    const query = { keyword: 'teamwork', facets: ['type', 'instance'] };
    const page = await answerOf(api.GET('/v2/learning-objects', { params: { query } }));
    expect(page.total).toBe(3);
    expect(page.facets?.instance?.buckets[0]?.name).toBe('own');

    const user = await answerOf(
      api.POST('/v2/users', {
        body: { email: 'new@a.example', first_name: 'New', last_name: 'One', send_login_email: false },
      }),
    );
    const body = { lo_id: page.hits[0]!.id, user_id: user.id };
    const enrollment = await answerOf(api.POST('/v2/enrollments', { body }));
    const again = api.POST('/v2/enrollments', { body });
    await expect(again).rejects.toThrow(Conflict);
    await expect(again).rejects.toMatchObject({
      status: 409,
      code: 'enrollment_exists',
      body: { enrollment_id: enrollment.id },
    });

    const isIt = ({ event }: { event: { type: string } }) => event.type === 'user.create';
    await receiver.until((received) => received.some(isIt));
    const event = verifyWebhook(secret!, receiver.received.find(isIt)!);
    expect(event.type === 'user.create' && event.data.email).toBe('new@a.example');
    await api.DELETE('/v2/webhooks/{webhookId}', { params: { path: { webhookId } } });
  });

  it('goes through all learning objects, people and enrollments', async () => {
    const client = connect();
    const objects = await everything(client.learningObjects({ limit: 2 }));
    expect(objects.map(({ title }) => title).sort()).toEqual([
      'Teamwork, part one',
      'Teamwork, part three',
      'Teamwork, part two',
    ]);
    const page = await answerOf(client.api.GET('/v2/users', { params: { query: { limit: 0 } } }));
    const people = await everything(client.users({ limit: 1 }));
    expect(new Set(people.map(({ id }) => id)).size).toBe(page.total);
    const enrollments = await everything(client.enrollments({ limit: 1 }));
    const all = await answerOf(client.api.GET('/v2/enrollments', { params: { query: { limit: 0 } } }));
    expect(enrollments).toHaveLength(all.total);
  });

  it('throws a separate error for a missing object, with the id of the request', async () => {
    const { api } = connect();
    const unknown = api.GET('/v2/users/{userId}', { params: { path: { userId: 999_999 } } });
    await expect(unknown).rejects.toThrow(NotFound);
    await expect(unknown).rejects.toMatchObject({ code: 'not_found', ref: expect.any(String) });
  });

  it('gets one token for many concurrent requests, and a new one when it is revoked', async () => {
    let exchanges = 0;
    const counted: typeof fetch = (...args) => {
      exchanges += 1;
      return fetch(...args);
    };
    const tokens = clientCredentials({ ...application(), fetch: counted });
    const { api } = connect(tokens);
    await Promise.all([1, 2, 3, 4].map(() => answerOf(api.GET('/v2/me'))));
    expect(exchanges).toBe(1);
    const form = { token: await tokens.token(), client_id: 'c1-app', client_secret: 'c1-secret-0123456789' };
    await fetch(`${platform.connection.auth}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const exchangesSoFar = () => answerOf(api.GET('/v2/me')).then(() => exchanges);
    expect(await eventually('another exchange', exchangesSoFar, (count) => count > 1)).toBe(2);
  });

  it('refreshes the tokens of a person, and stores the new ones before it uses them', async () => {
    const form = {
      grant_type: 'password',
      username: 'admin@a.example',
      password,
      client_id: 'c1-app',
      client_secret: 'c1-secret-0123456789',
    };
    const login = await fetch(`${platform.connection.auth}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { refresh_token: refreshToken } = (await login.json()) as TokenResponse;
    const storedTokens: TokenResponse[] = [];
    const save = async (answer: TokenResponse) => void storedTokens.push(answer);
    const { api } = connect(refreshTokens({ ...application(), refreshToken: refreshToken!, save }));
    const [me] = await Promise.all([1, 2, 3].map(() => answerOf(api.GET('/v2/me'))));
    expect(me).toMatchObject({ email: 'admin@a.example' });
    expect(storedTokens).toHaveLength(1);
    expect(storedTokens[0]!.refresh_token).not.toBe(refreshToken);
  });

  it('throws refusals of the authorization server and of a token that cannot be renewed', async () => {
    const wrong = clientCredentials({ ...application(), clientSecret: 'wrong-secret-0123456789' });
    const refused = connect(wrong).api.GET('/v2/me');
    await expect(refused).rejects.toThrow(OAuthError);
    await expect(refused).rejects.toMatchObject({ status: 401, error: 'invalid_client' });
    await expect(connect(fixedToken('nothing')).api.GET('/v2/me')).rejects.toThrow(Unauthorized);
  });

  describe('when the service does not answer as hoped', () => {
    let server: Server;
    let answers: { status: number; headers?: Record<string, string> }[] = [];
    let seen: { method: string; key: string | undefined }[] = [];
    const waits: number[] = [];
    const wait = (milliseconds: number) => {
      waits.push(milliseconds);
      return Promise.resolve();
    };
    const toServer = () =>
      new LearningPlatform({
        resourceApi: `http://127.0.0.1:${readPort(server)}`,
        tokens: fixedToken('t'),
        wait,
      });
    const person = { email: 'x@a.example', first_name: 'X', last_name: 'Y' };

    beforeAll(async () => {
      server = createServer((request, response) => {
        const key = request.headers['idempotency-key'] as string | undefined;
        seen.push({ method: request.method!, key });
        request.resume().on('end', () => {
          const { status, headers } = answers.shift() ?? { status: 200 };
          if (status === 0) return void response.destroy();
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(status < 300 ? '{"id":1}' : '{"message":"no"}');
        });
      });
      await listen(server);
    });
    beforeEach(() => {
      seen = [];
      waits.length = 0;
    });
    afterAll(() => server.close());

    it('waits for Retry-After, then retries', async () => {
      answers = [{ status: 429, headers: { 'retry-after': '7' } }];
      expect(await answerOf(toServer().api.GET('/v2/me'))).toEqual({ id: 1 });
      expect(waits).toEqual([7000]);
    });

    it('gives up after four attempts, or if it would have to wait too long', async () => {
      answers = Array.from({ length: 4 }, () => ({ status: 429, headers: { 'retry-after': '1' } }));
      await expect(toServer().api.GET('/v2/me')).rejects.toThrow(TooManyRequests);
      expect(seen).toHaveLength(4);
      answers = [{ status: 429, headers: { 'retry-after': '3600' } }];
      await expect(toServer().api.GET('/v2/me')).rejects.toMatchObject({ retryAfter: 3600 });
      expect(seen).toHaveLength(5);
    });

    it('repeats a POST with the same Idempotency-Key, also after a broken connection', async () => {
      answers = [{ status: 503 }, { status: 0 }];
      await answerOf(toServer().api.POST('/v2/users', { body: person }));
      expect(seen).toHaveLength(3);
      expect(new Set(seen.map(({ key }) => key)).size).toBe(1);
      expect(seen[0]!.key).toBeTruthy();
    });

    it('does not repeat a PATCH whose outcome is unknown', async () => {
      answers = [{ status: 503 }];
      const change = { params: { path: { userId: 1 } }, body: { first_name: 'Z' } };
      await expect(toServer().api.PATCH('/v2/users/{userId}', change)).rejects.toMatchObject({ status: 503 });
      expect(seen).toHaveLength(1);
    });

    it('makes an error of a page that a proxy answers', async () => {
      answers = [{ status: 413, headers: { 'content-type': 'text/html' } }];
      await expect(toServer().api.GET('/v2/me')).rejects.toMatchObject({ status: 413, code: 'unknown' });
    });
  });
});

describe('verifyWebhook', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = JSON.stringify({ id: 'evt_1', type: 'user.create', data: { id: 5 } });
  const time = new Date(1_769_840_953_000);
  const now = () => time.getTime();
  const headers = (key = secret) => ({
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(time.getTime() / 1000),
    'Webhook-Signature': new Webhook(key).sign('evt_1', time, body),
  });
  const refuses = (delivery: { headers: Record<string, string>; body: string }, options = { now }) =>
    expect(() => verifyWebhook(secret, delivery, options)).toThrow(WebhookRefused);

  it('accepts signatures of the reference library, as text and as bytes, with any of several secrets', () => {
    expect(verifyWebhook(secret, { headers: headers(), body }, { now })).toEqual(JSON.parse(body));
    const bytes = { headers: new Headers(headers()), body: Buffer.from(body) };
    expect(verifyWebhook(['old-secret', secret], bytes, { now }).type).toBe('user.create');
  });

  it('refuses another body, another secret, an old time, a missing header and an empty secret', () => {
    refuses({ headers: headers(), body: `${body} ` });
    refuses({ headers: headers(`whsec_${Buffer.alloc(32, 8).toString('base64')}`), body });
    refuses({ headers: headers(), body }, { now: () => now() + 61_000 });
    refuses({ headers: { ...headers(), 'Webhook-Signature': '' }, body });
    refuses({ headers: { ...headers(), 'Webhook-Timestamp': 'NaN' }, body });
    refuses({ headers: {}, body });
    expect(() => verifyWebhook('', { headers: headers(), body }, { now })).toThrow(TypeError);
  });
});
