import { describeWith, type ServerProcess, UnreadConnection } from '@app/testing';
import { useResourceApi, type TestAccount } from './resource-api.js';

const MIB = 1024 ** 2;
/** Of a container in k8s/base. */
const MEMORY_BYTES = 1024 * MIB;
const MAX_GROWTH_BYTES = 250 * MIB;
/** Beside bodies of a megabyte. */
const MAX_GROWTH_BY_BODIES_BYTES = 450 * MIB;
const PAGE = '/v2/learning-objects?limit=50';

describeWith('prlimit', 'a resource API with the memory of its container', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let server: ServerProcess;
  let logo: string;
  let atFirst: number;

  beforeAll(async () => {
    admin = await api.administrator();
    const seed = await api.catalogue();
    await seed.provider('own', admin.portal.id);
    await seed.load(
      Array.from({ length: 50 }, (_, index) => ({
        provider: 'own',
        external_id: `long${index}`,
        type: 'text' as const,
        title: `Long ${index}`,
        description: 'words '.repeat(16_000),
      })),
    );
    const image = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><desc>${'x'.repeat(100_000)}</desc></svg>`;
    const headers = { 'content-type': 'image/svg+xml' };
    const branding = await api.http.send('PUT', '/v2/branding/logo', {
      token: admin.token,
      body: image,
      headers,
    });
    logo = String(branding.body.logo.url).replace(api.settings.API_PUBLIC_URL, '');
    server = await api.startProcess();
    expect(await get(PAGE)).toBe(200);
    atFirst = server.peakMemory();
    server.limitMemory(MEMORY_BYTES);
  });
  afterAll(() => server?.stop());

  const authorization = () => `Authorization: Bearer ${admin.token}\r\n`;
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: api.test\r\n${authorization()}\r\n`;
  const get = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${admin.token}` } });
    await answer.arrayBuffer();
    return answer.status;
  };
  const openUnread = (count: number, text: string) =>
    Promise.all(Array.from({ length: count }, () => UnreadConnection.open(server.url, text)));
  /** Asks for something small, and lets the clients go. */
  const answerOthers = async (clients: UnreadConnection[]) => {
    for (let count = 0; count < 200; count += 1) expect(await get('/v2/me')).toBe(200);
    for (const client of clients) client.end();
    expect(await get('/v2/me')).toBe(200);
    expect(server.hasEnded).toBe(false);
  };

  it('answers others while clients request pages, documents, images and exports and read nothing', async () => {
    await answerOthers([
      ...(await openUnread(60, request(PAGE).repeat(10))),
      ...(await openUnread(150, request('/docs/swagger-ui-init.js').repeat(10))),
      ...(await openUnread(100, request(logo).repeat(10))),
      ...(await openUnread(60, request('/v2/users/export'))),
    ]);
    expect(server.peakMemory() - atFirst).toBeLessThan(MAX_GROWTH_BYTES);
  });

  it('answers others while clients send bodies of a megabyte', async () => {
    const body = JSON.stringify({ title: 'x'.repeat(MIB - 100) });
    const head = `POST /v2/content/links HTTP/1.1\r\nHost: api.test\r\n${authorization()}Content-Type: application/json\r\n`;
    await answerOthers(
      await openUnread(150, `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
    );
    expect(server.peakMemory() - atFirst).toBeLessThan(MAX_GROWTH_BY_BODIES_BYTES);
  });
});
