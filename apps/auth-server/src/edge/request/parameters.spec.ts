import { oauthForm } from './parameters.js';

describe('a form of OAuth', () => {
  it('has a list for the values of a repeated name', () => {
    const pairs = [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ] as const;
    expect(oauthForm(pairs)).toEqual({ a: ['1', '3'], b: '2' });
  });

  it('ignores names that would change what the object inherits', () => {
    const form = oauthForm(['__proto__', 'constructor', 'prototype', 'scope'].map((name) => [name, 'x']));
    expect(Object.getOwnPropertyNames(form)).toEqual(['scope']);
  });

  it('is refused over 1,000 pairs', () => {
    const pairs = (count: number) => Array.from({ length: count }, () => ['a', ''] as const);
    expect(() => oauthForm(pairs(1_001))).toThrow('more than 1000');
    expect(oauthForm(pairs(1_000))).toEqual({ a: Array.from({ length: 1_000 }, () => '') });
  });
});
