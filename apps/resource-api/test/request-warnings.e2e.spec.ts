import { DocumentReader } from '@app/testing';
import { useResourceApi, type TestAccount } from './resource-api.js';

const api = useResourceApi();

let admin: TestAccount;
beforeAll(async () => {
  admin = await api.administrator();
  await api.defineFields(admin.portal, { team: 'text' });
  const seed = await api.catalogue();
  await seed.provider('own', admin.portal.id);
  const event = { start: '2026-03-01T10:00:00Z', end: '2026-03-01T12:00:00Z', location: { country: 'DE' } };
  await seed.load([
    { provider: 'own', external_id: 'c', type: 'course', title: 'Course', events: [event], tags: ['Größe'] },
  ]);
});
const get = (path: string) => admin.get(path);
const post = (path: string, json: object) => admin.post(path, json);
const person = (more: object = {}) => ({
  email: `w${Math.random()}@acme.example`,
  first_name: 'Will',
  last_name: 'Warned',
  send_login_email: false,
  ...more,
});

describe('Warning: unknown body fields', () => {
  const formatWarning = (names: string) => `299 - "Unknown body fields were ignored: ${names}"`;

  it('are named, in JSON and forms, in objects and lists', async () => {
    const json = await post('/v2/users', person({ nick: 'W', custom_fields: { team: 'a' } }));
    expect([json.status, json.headers['warning']]).toEqual([201, formatWarning('nick')]);
    const form = await api.http.post('/v2/users', {
      token: admin.token,
      form: { ...person(), send_login_email: 'false', nick: 'W' },
    });
    expect([form.status, form.headers['warning']]).toEqual([201, formatWarning('nick')]);
    const refused = await post('/v2/users', { nick: 'W' });
    expect([refused.status, refused.headers['warning']]).toEqual([400, formatWarning('nick')]);
    const silent = await post('/v2/users', person());
    expect(silent.headers['warning']).toBeUndefined();
  });

  it('are named if the portal has not defined such a custom field', async () => {
    const custom_fields = { team: 'a', shoe: 44, 'a"b': 1 };
    const created = await post('/v2/users', person({ nick: 'W', custom_fields }));
    const both = `${formatWarning('nick')}, ${formatWarning('custom_fields.shoe, others')}`;
    expect([created.status, created.headers['warning']]).toEqual([201, both]);
    const changed = await api.http.patch(`/v2/users/${created.body.id}`, {
      token: admin.token,
      form: { 'custom_fields[shoe]': '45', 'custom_fields[team]': 'b' },
    });
    expect([changed.status, changed.headers['warning']]).toEqual([200, formatWarning('custom_fields.shoe')]);
    expect(changed.body.custom_fields).toEqual({ team: 'b' });
  });

  it('are not named where any name is a value', async () => {
    const answer = await admin.put('/v2/configuration', { any_key: 1 });
    expect([answer.status, answer.headers['warning']]).toEqual([200, undefined]);
  });

  it('are in one header with unknown query parameters', async () => {
    const answer = await post('/v2/users?no_such=1', person({ nick: 'W' }));
    expect(answer.headers['warning']).toBe(
      `299 - "Unknown query parameters were ignored: no_such", ${formatWarning('nick')}`,
    );
  });
});

describe('Warning: values that exist nowhere', () => {
  it.each([
    ['/v2/learning-objects?facets=tags', 'facets=tags'],
    ['/v2/learning-objects?type=Coarse', 'type=Coarse'],
    ['/v2/learning-objects?type=course,vidoe', 'type=vidoe'],
    ['/v2/learning-objects?location[country][]=Germany', 'location[country]=Germany'],
    ['/v2/learning-objects?location[country]=Deutschland', 'location[country]=Deutschland'],
    ['/v2/enrollments?include=nosuch', 'include=nosuch'],
    ['/v2/learning-objects?type=%22%0d%0a', 'type=(unreadable)'],
  ])('%s: 200, and the value is named', async (path, named) => {
    const { status, headers } = await get(path);
    expect([status, headers['warning']]).toEqual([200, expect.stringContaining(`"Unknown values: ${named}`)]);
  });

  it.each([
    'type=Course',
    'type=COURSE,Learning_Resource',
    'location[country][]=de',
    'language=EN',
    'sort=Title:ASC',
    'event=True',
  ])('letter case does not matter: %s', async (query) => {
    const { status, body, headers } = await get(`/v2/learning-objects?${query}`);
    expect([status, body.total, headers['warning']]).toEqual([200, 1, undefined]);
  });

  it('letter case does not matter where other values are refused either', async () => {
    for (const path of ['/v2/enrollments?status=Completed', '/v2/enrollments?archived=ALL']) {
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    }
    const facets = (await get('/v2/learning-objects?facets=Type,TAG')).body.facets;
    expect(Object.keys(facets).sort()).toEqual(['tag', 'type']);
  });

  it('only sort=relevance is ascending, with a warning', async () => {
    const warning = '299 - "sort=relevance puts the worst match first; relevance:desc puts the best first"';
    const titles = ['Fire', 'Fire fire fire drill', 'Water'];
    for (const title of titles) {
      const created = await post('/v2/content/links', {
        title,
        url: 'https://x.example/',
        description: title === 'Water' ? 'Puts out a fire' : '',
        language: 'en',
      });
      expect(created.status).toBe(201);
    }
    const search = async (sort: string) => {
      const { body, headers } = await get(`/v2/learning-objects?keyword=fire${sort}`);
      return { ids: body.hits.map((hit: { id: number }) => hit.id), warned: headers['warning'] };
    };
    const [best, plain, ascending] = [
      await search('&sort=relevance:desc'),
      await search('&sort=relevance'),
      await search('&sort=relevance:asc'),
    ];
    expect(best.ids).toHaveLength(3);
    expect(plain).toEqual({ ids: ascending.ids, warned: warning });
    expect(plain.ids.at(-1)).toBe(best.ids[0]);
    expect([best.warned, ascending.warned]).toEqual([undefined, undefined]);
    expect((await search('')).ids).toEqual(best.ids);
    expect((await get('/v2/learning-objects?sort=title,relevance')).headers['warning']).toBe(warning);
  });
});

describe('one form of words', () => {
  const [nfc, nfd] = ['Jörg'.normalize('NFC'), 'Jörg'.normalize('NFD')];

  it('names and custom fields are stored in NFC and found in any form', async () => {
    const created = await post('/v2/users', person({ first_name: nfd, custom_fields: { team: nfd } }));
    expect(created.body).toMatchObject({ first_name: nfc, custom_fields: { team: nfc } });
    for (const name of [nfc, nfd]) {
      for (const parameter of ['first_name', 'q']) {
        const listed = await get(`/v2/users?${parameter}=${encodeURIComponent(name)}`);
        expect([parameter, listed.body.total]).toEqual([parameter, 1]);
      }
    }
  });

  it('titles, descriptions and tags too', async () => {
    const sentBody = { title: nfd, description: nfd, url: 'https://x.example/', language: 'de' };
    const created = await post('/v2/content/links', sentBody);
    expect(created.body).toMatchObject({ title: nfc, description: nfc });
    for (const tag of ['Größe', 'Größe'.normalize('NFD')]) {
      expect((await get(`/v2/learning-objects?tags=${encodeURIComponent(tag)}`)).body.total).toBe(1);
    }
  });
});

describe('text that is not UTF-8', () => {
  it('is 400 in a form and in a query, named; a stray percent sign stays', async () => {
    const form = (body: string) =>
      api.http.post('/v2/users', {
        token: admin.token,
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded; charset=ISO-8859-1' },
      });
    const refused = await form('email=j@acme.example&first_name=J%F6rg&last_name=X');
    expect([refused.status, refused.body.additional_errors]).toEqual([
      400,
      [{ path: 'first_name', message: 'is not UTF-8', error_code: 'invalid' }],
    ]);
    const query = await get('/v2/users?first_name=J%F6rg');
    expect([query.status, query.body.additional_errors[0].path]).toEqual([400, 'first_name']);
    const stray = await form(
      `email=p${Math.random()}@acme.example&first_name=100%&last_name=X&send_login_email=0`,
    );
    expect([stray.status, stray.body.first_name]).toEqual([201, '100%']);
  });
});

describe('an unknown query parameter', () => {
  const warning = async (path: string): Promise<unknown> => (await get(path)).headers['warning'];
  const formatWarning = (names: string) => `299 - "Unknown query parameters were ignored: ${names}"`;

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
