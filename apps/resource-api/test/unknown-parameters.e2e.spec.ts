import { DocumentReader } from '@app/testing';
import { useResourceApi, type TestAccount } from './resource-api.js';

const api = useResourceApi();
let admin: TestAccount;
beforeAll(async () => {
  admin = await api.administrator();
});
const get = (path: string) => api.http.get(path, { token: admin.token });
const warning = async (path: string): Promise<unknown> => (await get(path)).headers['warning'];
const formatWarning = (names: string) => `299 - "Unknown query parameters were ignored: ${names}"`;

describe('an unknown query parameter', () => {
  it('is ignored, and named in a Warning header that other origins can read', async () => {
    const answer = await get('/v2/users?mood=sour&limit=5');
    expect([answer.status, answer.headers['warning']]).toEqual([200, formatWarning('mood')]);
    expect(answer.headers['access-control-expose-headers']).toContain('Warning');
  });

  it('is named on every route, including those without parameters and those that refuse', async () => {
    const operations = api.server.routes.entries.filter(
      ({ method, url }) => url.startsWith('/v2/') && !['HEAD', 'OPTIONS'].includes(method),
    );
    expect(operations.length).toBeGreaterThan(30);
    const silent: string[] = [];
    for (const { method, url } of operations) {
      const path = url.replace(/:\w+/g, '999999');
      const send = api.http[method.toLowerCase() as 'get'].bind(api.http);
      const image = { body: 'none', headers: { 'content-type': 'image/png' } };
      const body =
        method === 'GET' ? {} : /PUT .*(logo|favicon)$/.test(`${method} ${url}`) ? image : { json: {} };
      const answer = await send(`${path}?no_such=1`, { token: admin.token, ...body });
      if (answer.headers['warning'] !== formatWarning('no_such'))
        silent.push(`${method} ${url}: ${answer.status}`);
    }
    expect(silent).toEqual([]);
    // and no documented one is named
    const documented = new DocumentReader((await api.http.get('/docs-json')).text);
    for (const { name, parameters = [] } of documented.operations) {
      const path = name.replace('get ', '');
      if (!path.startsWith('/v2/')) continue;
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => `${encodeURIComponent(name)}=0`)
        .join('&');
      const text = String(await warning(`${path.replace(/\{\w+\}/g, '999999')}?${query}`));
      expect([path, text]).toEqual([path, expect.not.stringContaining('parameters')]);
    }
  });

  it('is named as written inside brackets, and known in each of its spellings', async () => {
    const search = '/v2/learning-objects?';
    expect(await warning(`${search}price[min]=1&price[most]=2&location[city]=Oslo`)).toBe(
      formatWarning('price[most], location[city]'),
    );
    for (const knownQuery of [
      'tags[]=a',
      'tags%5B%5D=a',
      'tags[0]=a&tags[1]=b',
      'duration[0][min]=5',
      'duration[max]=5',
      'location[country][]=NO',
    ])
      // prettier-ignore
      expect([knownQuery, await warning(search + knownQuery)]).toEqual([knownQuery, undefined]);
    expect(await warning(`${search}duration[0][most]=5`)).toBe(formatWarning('duration[most]'));
  });

  it('is not named when it is empty, which counts as absent', async () => {
    expect(await warning('/v2/users?mood=')).toBeUndefined();
  });

  it('names at most five, in 512 bytes, without names that have a meaning in a header', async () => {
    expect(await warning('/v2/users?a=1&b=1&c=1&d=1&e=1&f=1&g=1')).toBe(
      formatWarning('a, b, c, d, e, others'),
    );
    for (const odd of [
      '%22',
      '%0d%0aSet-Cookie:x',
      'zażółć',
      'a%20b',
      `${'x'.repeat(300)}`,
      '__proto__',
      'a,b',
    ]) {
      const text = await warning(`/v2/users?${odd}=1&mood=1`);
      expect([odd, text]).toEqual([
        odd,
        odd === '__proto__' ? formatWarning('mood') : formatWarning('mood, others'),
      ]);
    }
    const long = Array.from({ length: 5 }, (_, index) => `${'y'.repeat(63)}${index}[${'z'.repeat(64)}]=1`);
    expect(String(await warning(`/v2/users?${long.join('&')}`)).length).toBeLessThanOrEqual(512);
  });
});
