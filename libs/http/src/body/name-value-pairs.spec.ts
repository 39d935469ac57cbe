import { readPairs, urlencodedPairs } from './name-value-pairs.js';
import { queryParser, queryProblem } from '../query-parser.js';

const limits = { pairs: 50, list: 5, nested: 4 };
const read = (text: string) => readPairs(urlencodedPairs(text), limits);

describe('readPairs', () => {
  it.each<[string, unknown]>([
    ['a=1', { a: '1' }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1+2%20%C3%BC', { a: '1 2 ü' }],
    ['a=%zz', { a: '%zz' }],
    ['&&a=1&', { a: '1' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a[]=1', { a: ['1'] }],
    ['a%5B%5D=1&a%5B%5D=2', { a: ['1', '2'] }],
    ['a[0]=1', { a: ['1'] }],
    ['a[1]=2&a[0]=1', { a: ['1', '2'] }],
    ['a[900000]=1', { a: ['1'] }],
    ['a=1&a[]=2&a[0]=3', { a: ['1', '2', '3'] }],
    ['a[b]=1&a[c][]=2', { a: { b: '1', c: ['2'] } }],
    ['a[b=c]=d', { a: { 'b=c': 'd' } }],
    ['a[0][x]=1&a[0][y]=2&a[1][x]=3', { a: [{ x: '1', y: '2' }, { x: '3' }] }],
    ['a[][x]=1&a[][y]=2', { a: [{ x: '1', y: '2' }] }],
    ['a[b][0]=2&a[b][]=1', { a: { b: ['1', '2'] } }],
    ['0=1&=2', { 0: '1', '': '2' }],
    ['a[=1&]b=2&a[]]=3', { 'a[': '1', ']b': '2', 'a[]]': '3' }],
    ['a[b][b][b][b][b][b][b]=1', { 'a[b][b][b][b][b][b][b]': '1' }],
    ['__proto__[x]=1&a[constructor]=2&prototype=3', {}],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['a[]=&', 6, 'a', 'a list of more than 5 elements'],
    ['a=&', 6, 'a', 'a list of more than 5 elements'],
    ['a[b][]=&', 5, 'a', 'more than 4 nested names'],
  ])('refuses %s %i times, naming it', (unit, times, path, message) => {
    expect(() => read(unit.repeat(times))).toThrow(
      expect.objectContaining({
        status: 400,
        fields: [expect.objectContaining({ path, message: `The request contains ${message}.` })],
      }),
    );
    expect(Object.keys(read(unit.repeat(times - 1)))).toEqual(['a']);
  });

  it('refuses a list whose indices make it too long, and too many parameters', () => {
    const indexed = Array.from({ length: 6 }, (_, index) => `a[${index}]=`).join('&');
    expect(() => read(indexed)).toThrow('a: The request contains a list of more than 5 elements.');
    const many = Array.from({ length: 51 }, (_, index) => `a${index}=`).join('&');
    expect(() => read(many)).toThrow('The request contains more than 50 parameters.');
  });

  it('never changes a prototype', () => {
    read('__proto__[polluted]=1&a[__proto__][polluted]=1&constructor[prototype][polluted]=1');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

describe('queryParser', () => {
  it('drops parameters with an empty value', () => {
    expect(queryParser('a=&b[]=&c[x]=&d=1')).toEqual({ d: '1' });
  });

  it('accepts lists of 200 in every spelling, and reports unacceptable input instead of throwing', () => {
    const list = (length: number, name: (index: number) => string) =>
      queryParser(Array.from({ length }, (_, index) => `${name(index)}=1`).join('&'));
    for (const name of [() => 'a', () => 'a[]', (index: number) => `a[${index}]`]) {
      expect((list(200, name)['a'] as string[]).length).toBe(200);
      expect(queryProblem(list(200, name))).toBeUndefined();
      expect(queryProblem(list(201, name))).toMatchObject({ status: 400, fields: [{ path: 'a' }] });
    }
  });
});
