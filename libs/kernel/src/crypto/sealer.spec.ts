import { randomBytes } from 'node:crypto';
import { Sealer } from './sealer.js';

const newKey = () => randomBytes(32).toString('base64');

describe('Sealer', () => {
  const [old, next] = [newKey(), newKey()];
  const [before, after] = [Sealer.of({ SECRETS_KEY: old }), Sealer.of({ SECRETS_KEY: next })];
  const both = Sealer.of({ SECRETS_KEY: next, OTHER_SECRETS_KEYS: [old] });

  it('opens sealed values only for the same context', () => {
    const sealed = before.seal('secret', 'row 1');
    expect(before.open(sealed, 'row 1')).toBe('secret');
    expect(before.tryOpen(sealed, 'row 2')).toBeUndefined();
    expect(() => before.open(sealed, 'row 2')).toThrow('cannot be opened');
  });

  it('opens values sealed with any of its keys, and seals with the first', () => {
    expect(both.open(before.seal('a', 'row'), 'row')).toBe('a');
    expect(after.open(both.seal('b', 'row'), 'row')).toBe('b');
    expect(before.tryOpen(both.seal('b', 'row'), 'row')).toBeUndefined();
  });

  it('reseals only values sealed with another key', () => {
    const sealed = before.seal('a', 'row');
    const anew = both.reseal(sealed, 'row')!;
    expect(after.open(anew, 'row')).toBe('a');
    expect(both.reseal(anew, 'row')).toBe(anew);
    expect(both.reseal(sealed, 'another row')).toBeUndefined();
  });

  it.each([[''], ['\x00'], ['x'.repeat(11)], ['x'.repeat(27)], ['x'.repeat(28)], ['x'.repeat(200)]])(
    'opens nothing that is damaged (%j)',
    (text) => expect(both.tryOpen(Buffer.from(text), 'row')).toBeUndefined(),
  );

  it('accepts only keys of 32 bytes', () => {
    expect(() => Sealer.of({ SECRETS_KEY: 'c2hvcnQ=' })).toThrow(RangeError);
    expect(() => Sealer.of({ SECRETS_KEY: old, OTHER_SECRETS_KEYS: ['c2hvcnQ='] })).toThrow(RangeError);
    expect(() => new Sealer([])).toThrow(RangeError);
  });
});
