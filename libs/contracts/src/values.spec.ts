import { z } from 'zod';
import { csv, Id, isCleanText, list, listFrom, many } from './values.js';

const listErrors = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];
const wrong = (count: number): string[] => Array.from({ length: count }, () => 'x');

describe('A list of values', () => {
  it('names each wrong element of a short list', () => {
    const errors = listErrors(list(Id, 100), ['1', 'x', 2, 'y']);
    expect(errors.map(({ path }) => path)).toEqual([[1], [3]]);
  });

  it('names only the first wrong element of a long one', () => {
    const values = [...Array.from({ length: 5_000 }, (_, index) => index + 1), ...wrong(5_000)];
    const errors = listErrors(list(Id, 10_000), values);
    expect(errors.map(({ path }) => path)).toEqual([[5_000]]);
  });

  it('is refused before its elements are read when it is too long', () => {
    const read: unknown[] = [];
    const item = z.unknown().refine((value) => read.push(value) > 0);
    const [error, ...more] = listErrors(list(item, 3), [1, 2, 3, 4]);
    expect([error, more, read]).toEqual([expect.objectContaining({ code: 'too_big', path: [] }), [], []]);
  });

  it.each<[string, z.ZodType, unknown]>([
    ['comma-separated', csv(Id), wrong(9_000).join()],
    ['repeated', many(Id), wrong(9_000)],
    ['of a form', listFrom(Id, 9_000), wrong(9_000)],
  ])('has one error when it is %s and long', (_, schema, value) => {
    expect(listErrors(schema, value)).toHaveLength(1);
  });

  it('takes long lists of right values as they are', () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => String(index + 1));
    expect(csv(Id).parse(ids.join())).toEqual(ids.map(Number));
  });
});

describe('isCleanText', () => {
  it.each(['a\tb\r\nc', 'Zoë 日本 😀', '\u2028\u200d'])('accepts %j', (text) => {
    expect(isCleanText(text)).toBe(true);
  });

  it.each(['a\0', '\u0001', '\u001b[31m', 'a\u007f', '\u0085', '\ud800'])('refuses %j', (text) => {
    expect(isCleanText(text)).toBe(false);
  });
});
