import { sql } from '@app/database';
import { deflateSync } from 'node:zlib';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

const svg = (inner = '<path d="M0 0h9v9z"/>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inner}</svg>`;

function png(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
  };
  const header = Buffer.from('00000001000000010800000000', 'hex');
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const pixels = chunk('IDAT', deflateSync(Buffer.alloc(2)));
  return Buffer.concat([signature, chunk('IHDR', header), pixels, chunk('IEND', Buffer.alloc(0))]);
}

describe('branding', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  beforeEach(async () => {
    admin = await api.administrator(await api.portal());
  });

  const get = (token = admin.token) => api.http.get('/v2/branding', { token });
  const put = (json: object, headers: Record<string, string> = {}, token = admin.token) =>
    api.http.put('/v2/branding', { token, json, headers });
  const sendImage = (body: string | Buffer, type = 'image/svg+xml', kind = 'logo', token = admin.token) =>
    api.http.send('PUT', `/v2/branding/${kind}`, {
      token,
      body: body as string,
      headers: { 'content-type': type },
    });
  /** The image as served to anybody. */
  const shown = async (url: string) => {
    const answer = await fetch(url.replace(api.settings.API_PUBLIC_URL, api.http.baseUrl));
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const nothing = {
    title: expect.any(String),
    name: null,
    color: null,
    sender_name: null,
    logo: null,
    favicon: null,
    light: null,
    dark: null,
    updated_time: null,
  };

  describe('PUT /v2/branding', () => {
    it('sets sent fields, keeps the others, and clears with null', async () => {
      expect((await get()).body).toEqual(nothing);
      const first = await put({ name: 'Acme Academy', color: '#FFFF00', sender_name: 'Acme' });
      expect(first.body).toMatchObject({ name: 'Acme Academy', color: '#ffff00', sender_name: 'Acme' });
      expect(first.body.light.accent).not.toBe('#ffff00'); // yellow on white is unreadable
      expect(first.body.dark.accent).toBe('#ffff00');
      expect((await put({ name: null })).body).toMatchObject({ name: null, color: '#ffff00' });
      expect((await get()).body).toMatchObject({ name: null, sender_name: 'Acme' });
    });

    it('takes the ETag of a portal without branding, once', async () => {
      const headers = { 'if-match': String((await get()).headers['etag']) };
      const answers = await Promise.all(['One', 'Other'].map((name) => put({ name }, headers)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      expect((await get()).body.name).toBe(answers.find(({ status }) => status === 200)!.body.name);
    });

    it('writes nothing without a difference', async () => {
      expect((await put({ name: null })).body).toEqual(nothing);
      expect((await get()).body).toEqual(nothing);
    });

    it.each([
      ['color', 'red'],
      ['color', '#12345'],
      ['color', '#123456;}body{display:none}'],
      ['name', ''],
      ['name', 'x'.repeat(101)],
      ['name', 'two\nlines'],
      ['name', 'turned \u202e around'],
      ['sender_name', 'Bank" <x@evil.example>'],
      ['sender_name', 'support@bank.example'],
      ['sender_name', 'https://evil'],
      ['sender_name', 'x'.repeat(81)],
    ])('answers 400 naming %s with %j, and changes nothing', async (field, value) => {
      const answer = await put({ [field]: value });
      expect([answer.status, answer.body.additional_errors[0].path]).toEqual([400, field]);
      expect((await get()).body).toEqual(nothing);
    });
  });

  describe('PUT /v2/branding/logo and /favicon', () => {
    it('store a sanitised image that is public and runs no scripts', async () => {
      const { status, body } = await sendImage(svg('<!-- mine --><path d="M0 0h9v9z"/>'));
      expect(status).toBe(200);
      const image = await shown(body.logo.url);
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
      expect(image.bytes.toString()).toBe(svg('<path d="M0 0h9v9z"></path>'));
      expect(image.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
      expect(image.headers.get('x-content-type-options')).toBe('nosniff');
      expect(image.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    });

    it('accept a PNG; a new image has a new address, and the old one is deleted', async () => {
      const first = await sendImage(svg('<path d="M1 0h9v9z"/>'), undefined, 'favicon'); // and nobody else's
      const second = await sendImage(png(), 'image/png', 'favicon');
      expect(second.body.favicon.url).not.toBe(first.body.favicon.url);
      expect((await shown(first.body.favicon.url)).status).toBe(404);
      expect((await shown(second.body.favicon.url)).bytes).toEqual(png());
      expect(second.body.logo).toBeNull();
      const same = await sendImage(png(), 'image/png', 'favicon');
      expect(same.body).toEqual(second.body);
    });

    it.each([
      ['a script', svg('<script>alert(1)</script>'), 'image/svg+xml', 400, '<script>'],
      ['something that is not an image', 'hello', 'image/svg+xml', 400, 'well-formed'],
      ['a fake PNG', 'hello', 'image/png', 400, 'not a PNG'],
      ['an SVG labelled as a PNG', svg(), 'image/png', 400, 'not a PNG'],
      ['nothing', '', 'image/png', 400, 'empty'],
      ['JSON', '{}', 'application/json', 415, 'image'],
      ['another format', 'GIF89a', 'image/gif', 415, 'image/png'],
      ['a file that is too large', svg(`<path d="${'M0 0'.repeat(40_000)}"/>`), 'image/svg+xml', 413, ''],
      [
        'an image that becomes too large',
        svg(`<text>${'>'.repeat(100_000)}</text>`),
        'image/svg+xml',
        413,
        '',
      ],
    ])('refuse %s, and change nothing', async (_, body, type, status, word) => {
      const answer = await sendImage(body, type);
      expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(word)]);
      expect((await get()).body.logo).toBeNull();
    });

    it('store one of twenty sent in parallel', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, number) => sendImage(svg(`<path d="M${number} 0"/>`))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const rows = await api.db.many(sql`
        select 1 from identity.portal_images where portal_id = ${admin.portal.id}`);
      expect(rows).toHaveLength(1);
    });

    it('DELETE removes it', async () => {
      const { body } = await sendImage(svg('<path d="M2 0h9v9z"/>'));
      for (let time = 0; time < 2; time += 1)
        expect((await admin.delete('/v2/branding/logo')).status).toBe(204);
      expect((await get()).body.logo).toBeNull();
      expect((await shown(body.logo.url)).status).toBe(404);
    });
  });

  it('is separate for each portal, even when two have the same logo', async () => {
    const other = await api.administrator(await api.portal());
    const [mine] = [await sendImage(svg()), await sendImage(svg(), undefined, 'logo', other.token)];
    await put({ name: 'Mine' });
    expect((await get(other.token)).body.name).toBeNull();
    await other.delete('/v2/branding/logo');
    expect((await shown(mine.body.logo.url)).status).toBe(200);
  });

  it('an unknown image is 404, whatever its path', async () => {
    for (const name of ['x', 'A'.repeat(43), '%00', '..%2f..'])
      expect([name, (await fetch(`${api.http.baseUrl}/branding/${name}`)).status]).toEqual([name, 404]);
  });
});
