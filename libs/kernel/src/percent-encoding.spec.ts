import { percentDecoded } from './percent-encoding.js';

function byPlatform(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

describe('percentDecoded', () => {
  it.each([
    '', 'a', 'ü漢', '%41', '%C3%BC%20%E6%BC%A2', '%f0%9F%98%80', 'a%', '%4', '%zz', '%%41', '%25', '%C3', '%C3ü', '%FF',
    '%ED%A0%80', '%C0%80', '%F4%90%80%80', 'ü%C3%BC', '%00', '%C3%BC%C3', '\ud800%41',
  ])('%j: as decodeURIComponent does', (text) => {
    expect(percentDecoded(text)).toBe(byPlatform(text));
  }); // prettier-ignore

  it('agrees with decodeURIComponent on any bytes', () => {
    for (let first = 0; first < 256; first += 1)
      for (let second = 0; second < 256; second += 3) {
        const text = `a%${first.toString(16).padStart(2, '0')}%${second.toString(16).padStart(2, '0')}`;
        expect([text, percentDecoded(text)]).toEqual([text, byPlatform(text)]);
      }
  });
});
