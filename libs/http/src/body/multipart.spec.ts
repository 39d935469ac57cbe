import { multipartFields } from './multipart.js';

const maxParts = 200;
const body = (boundary: string, ...parts: string[]) =>
  Buffer.from([...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--\r\n`].join(''));
const field = (name: string, value: string) =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const readFields = (boundary: string, bytes: Buffer) =>
  multipartFields(bytes, `multipart/form-data; boundary=${boundary}`, maxParts);

describe('multipartFields', () => {
  it.each(['x', 'xYzZY', `"a b'c"`, '-'.repeat(70)])('accepts the boundary %s', async (boundary) => {
    const bytes = body(boundary.replaceAll('"', ''), field('a', '1'), field('a', '2'), field('b[c]', ''));
    await expect(readFields(boundary, bytes)).resolves.toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b[c]', ''],
    ]);
  });

  it('accepts additional headers of libraries, text before the first part, and values of several lines', async () => {
    const value = `ümlaut\r\n--no boundary\r\n${'x'.repeat(100_000)}`;
    const part = `Content-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\n${field('text', value)}`;
    const bytes = Buffer.concat([Buffer.from('A preamble.\r\n'), body('b', part)]);
    await expect(readFields('b', bytes)).resolves.toEqual([['text', value]]);
  });

  it.each([
    ['without a boundary', 'multipart/form-data', body('b', field('a', '1'))],
    ['of another boundary', 'multipart/form-data; boundary=c', body('b', field('a', '1'))],
    ['cut off', 'multipart/form-data; boundary=b', body('b', field('a', '1')).subarray(0, -8)],
    [
      'with a part without a name',
      'multipart/form-data; boundary=b',
      body('b', 'Content-Disposition: form-data\r\n\r\n1'),
    ],
    [
      'with 201 parts',
      'multipart/form-data; boundary=b',
      body('b', ...Array.from({ length: 201 }, () => field('a', '1'))),
    ],
  ])('refuses a body %s', async (_, type, bytes) => {
    await expect(multipartFields(bytes, type, maxParts)).rejects.toMatchObject({
      errorCode: 'invalid_multipart',
    });
  });

  it('accepts 200 parts', async () => {
    const bytes = body('b', ...Array.from({ length: 200 }, () => field('a', '1')));
    expect(await readFields('b', bytes)).toHaveLength(200);
  });

  it('refuses a file', async () => {
    const file = 'Content-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\n1';
    await expect(readFields('b', body('b', file))).rejects.toMatchObject({ errorCode: 'unexpected_file' });
  });

  it.each([
    ['fields', [field('a', '1'), field('b[]', '2')]],
    ['a file', [field('a', '1'), 'Content-Disposition: form-data; name="f"; filename="f.txt"\r\n\r\ntext']],
  ])('terminates for a body with %s that ends anywhere', async (_, parts) => {
    const whole = body('b', ...parts);
    for (let length = 0; length <= whole.length; length += 1) {
      const [outcome] = await Promise.allSettled([readFields('b', whole.subarray(0, length))]);
      expect([length, outcome.status === 'fulfilled' || outcome.reason.status]).toEqual([
        length,
        outcome.status === 'fulfilled' || 400,
      ]);
    }
  });

  it.each(['--b\r\n', '--b\r\nX: ', '--b\r\n\r\n', '--b\r\nX: y\r\n', '--b'])(
    'terminates for %j repeated',
    async (unit) => {
      for (const times of [1, 2, 3, 1_000]) {
        const bytes = Buffer.from(`${unit.repeat(times)}\r\n--b--\r\n`);
        const [outcome] = await Promise.allSettled([readFields('b', bytes)]);
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ status: 400 });
        else expect(outcome.value).toEqual([]);
      }
    },
  );
});
