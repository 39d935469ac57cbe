import { parseTsquery } from './tsquery.js';

describe('a tsquery of the catalogue', () => {
  it.each([
    [`'fire'`, { lexeme: 'fire' }],
    [`'#fir':*`, { prefix: '#fir' }],
    [`'it''s' & 'a\\\\b'`, { all: [{ lexeme: `it's` }, { lexeme: 'a\\b' }] }],
    [
      `('fire' | 'feuer':*) & ((('!8'|'!16') & 'x'))`,
      {
        all: [
          { any: [{ lexeme: 'fire' }, { prefix: 'feuer' }] },
          { all: [{ any: [{ lexeme: '!8' }, { lexeme: '!16' }] }, { lexeme: 'x' }] },
        ],
      },
    ],
    // & binds tighter than |
    [`'a' | 'b' & 'c'`, { any: [{ lexeme: 'a' }, { all: [{ lexeme: 'b' }, { lexeme: 'c' }] }] }],
  ])('is read: %s', (text, condition) => {
    expect(parseTsquery(text)).toEqual(condition);
  });

  it.each([
    ``,
    `fire`,
    `'fire' &`,
    `('fire'`,
    `'fire')`,
    `'fire' 'water'`,
    `!'fire'`,
    `'fire`,
    `'a' <-> 'b'`,
  ])('is refused when it is something else: %s', (text) => {
    expect(() => parseTsquery(text)).toThrow('not a tsquery');
  });
});
