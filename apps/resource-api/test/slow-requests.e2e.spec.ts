import { RawConnection } from '@app/testing';
import { useResourceApi } from './resource-api.js';

/** How long a request may take to arrive, and what is checked before its body (contract 2.12). */
describe('requests that do not arrive', () => {
  const api = useResourceApi(
    { IDLE_TIMEOUT_SECONDS: 1 },
    { limits: { HEADERS_TIMEOUT_SECONDS: 1, REQUEST_TIMEOUT_SECONDS: 2 } },
  );
  let token: string;
  beforeAll(async () => {
    ({ token } = await api.administrator());
  });

  const connections: RawConnection[] = [];
  const open = async (text: string): Promise<RawConnection> => {
    const connection = await RawConnection.open(api.http.baseUrl);
    connections.push(connection);
    await connection.write(text);
    return connection;
  };
  afterEach(() => connections.splice(0).forEach((connection) => connection.end()));

  const head = (lines: string[]) =>
    [
      'POST /v2/users HTTP/1.1',
      'Host: api.test',
      'Content-Type: application/json',
      'Content-Length: 1000',
      ...lines,
    ].join('\r\n') + '\r\n\r\n{"email": ';

  /** Sends single bytes as long as the server listens. */
  const drip = (connection: RawConnection) => {
    const timer = setInterval(() => void (connection.isEnded ? undefined : connection.write(' ')), 100);
    return () => clearInterval(timer);
  };

  it('without a valid token, the answer comes before the body', async () => {
    for (const lines of [[], ['Authorization: Bearer x.y.z'], ['Connection: close']]) {
      const connection = await open(head(lines));
      await connection.received('Invalid token');
      expect(connection.text).toMatch(/^HTTP\/1\.1 401 /);
    }
  });

  it('without the scope or the role too, and for unknown paths', async () => {
    const learner = await api.account(await api.portal());
    const connection = await open(head([`Authorization: Bearer ${learner.token}`]));
    await connection.received('administrator_required');
    const nowhere = await open(head([]).replace('/v2/users', '/v2/nowhere'));
    await nowhere.received('not_found');
  });

  it('a client that sends Expect: 100-continue gets its answer before it sends', async () => {
    const expecting = (lines: string[]) => head([...lines, 'Expect: 100-continue']).split('{')[0]!;
    const stranger = await open(expecting([]));
    await stranger.received('Invalid token');
    expect(stranger.text).not.toContain('100 Continue');
    const knownConnection = await open(expecting([`Authorization: Bearer ${token}`]));
    await knownConnection.received('HTTP/1.1 100 Continue\r\n\r\n');
    await knownConnection.write(`{}${' '.repeat(998)}`);
    await knownConnection.received('validation_failed');
  });

  it('a body that arrives byte by byte ends with 408, with a valid token and on a public path', async () => {
    const connection = await open(head([`Authorization: Bearer ${token}`]));
    const stop = drip(connection);
    expect((await connection.answer()).status).toBe(408);
    stop();
  });

  it('an answer sent before the body is not followed by another', async () => {
    const connection = await open(head([]));
    const stop = drip(connection);
    const { status, text } = await connection.answer();
    stop();
    expect([status, text.includes('HTTP/1.1')]).toEqual([401, false]);
  });

  it('headers that arrive byte by byte, and an idle new connection, are closed', async () => {
    const headers = await open('GET /v2/me HTTP/1.1\r\nHost: api.test\r\nX-Slow: ');
    const stop = drip(headers);
    const silent = await open('');
    expect([(await headers.answer()).status, (await silent.answer()).status]).toEqual([408, 408]);
    stop();
  });

  it('an idle connection is closed', async () => {
    const connection = await open('GET /health/live HTTP/1.1\r\nHost: api.test\r\n\r\n');
    expect((await connection.answer()).status).toBe(200);
  });
});
