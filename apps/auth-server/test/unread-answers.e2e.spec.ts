import { describeWith, RawConnection, UnreadConnection } from '@app/testing';
import { useAuthProcesses } from './auth-processes.js';
import { c1Credentials } from './auth-stack.js';
import { get, token } from './requests.js';

/** Of a container in k8s/base. */
const MEMORY_BYTES = 1024 ** 3;
const MAX_GROWTH_BYTES = 250 * 1024 ** 2;

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: auth.test\r\n\r\n`;

describeWith('prlimit', 'an authorization server with the memory of its container', () => {
  const processes = useAuthProcesses(1);
  const { stack } = processes;
  const issued = async () =>
    (await token(stack, { grant_type: 'client_credentials', ...c1Credentials })).status;

  it('answers other clients while some request many documents and read nothing', async () => {
    const [replica] = processes.replicas;
    const [url] = stack.urls;
    await get(`${url}/docs-json`);
    const atFirst = replica!.peakMemory();
    replica!.limitMemory(MEMORY_BYTES);
    const clients = await Promise.all(
      Array.from({ length: 4 }, () => UnreadConnection.open(url!, request('/docs-json').repeat(1_500))),
    );
    const many = await Promise.all(
      Array.from({ length: 300 }, () => UnreadConnection.open(url!, request('/docs/swagger-ui-bundle.js'))),
    );
    for (let count = 0; count < 20; count += 1) expect(await issued()).toBe(200);
    for (const client of many) client.end();
    // each asked for more than may wait
    await Promise.all(clients.map((client) => client.ended()));
    expect(await issued()).toBe(200);
    expect(replica!.peakMemory() - atFirst).toBeLessThan(MAX_GROWTH_BYTES);
  });

  it('answers pipelined requests in their order', async () => {
    const connection = await RawConnection.open(stack.urls[0]!);
    const paths = ['/oauth/validate', '/docs-json', '/nowhere', '/.well-known/oauth-authorization-server'];
    const last = request('/oauth/public-key').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    await connection.write(paths.map(request).join('') + last);
    const answer = await connection.answer();
    const statuses = [...`HTTP/1.1 ${answer.status} x${answer.text}`.matchAll(/HTTP\/1\.1 (\d+)/g)];
    expect(statuses.map(([, status]) => Number(status))).toEqual([401, 200, 404, 200, 200]);
  });
});
