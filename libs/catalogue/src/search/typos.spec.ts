import { textsOneTypoAway } from './typos.js';

describe('textsOneTypoAway', () => {
  it.each([
    ['two swapped letters', 'leader', 'laeder'],
    ['a missing letter', 'leader', 'leder'],
    ['a missing last letter', 'leaders', 'leader'],
    ['a different letter', 'leader', 'leaxer'],
    ['a letter in front', 'leader', 'xleader'],
    ['a letter of another script', 'курсы', 'курс'],
    ['two letters alone', 'ab', 'ba'],
  ])('has %s, both ways', (_title, one, other) => {
    expect(textsOneTypoAway(one)).toContain(other);
    expect(textsOneTypoAway(other)).toContain(one);
  });

  it.each([
    ['leader', 'leader'],
    ['leader', 'ladeer'],
    ['leader', 'lead'],
    ['leader', 'readel'],
    ['abcd', 'badc'],
  ])('of %s has no %s', (one, other) => expect(textsOneTypoAway(one)).not.toContain(other));

  it('returns a number of texts that depends only on the word’s length', () => {
    // at most 9 places for 36 letters, 8 letters to leave out or to replace, 7 pairs to swap
    expect(textsOneTypoAway('transfer').size).toBeLessThanOrEqual(9 * 36 + 8 + 8 * 35 + 7);
    expect(textsOneTypoAway('transfer').size).toBeGreaterThan(500);
    expect(textsOneTypoAway('a'.repeat(31)).size).toBe(0);
  });

  it('drops and swaps letters of a script without an alphabet', () => {
    expect([...textsOneTypoAway('กขค')].sort()).toEqual(['กข', 'กค', 'กคข', 'ขกค', 'ขค']);
  });
});
