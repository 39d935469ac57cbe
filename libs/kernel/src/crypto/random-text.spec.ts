import { randomText } from './random-text.js';

describe('randomText', () => {
  it('never repeats, also across the end of the prepared bytes', () => {
    const texts = Array.from({ length: 2_000 }, (_, index) => randomText(index % 2 === 0 ? 16 : 24));
    expect(new Set(texts).size).toBe(2_000);
  });

  it('has the requested length, and no bytes that were returned before', () => {
    for (let round = 0; round < 300; round += 1) {
      for (const bytes of [1, 16, 24, 100]) {
        const text = Buffer.from(randomText(bytes), 'base64url');
        expect(text).toHaveLength(bytes);
        // what was given out is overwritten with zeros: 16 of them in a row would be that
        expect(text.includes(Buffer.alloc(16))).toBe(false);
      }
    }
  });

  it('sets every bit about half of the time', () => {
    const ones = new Array<number>(128).fill(0);
    for (let round = 0; round < 1_000; round += 1) {
      const bytes = Buffer.from(randomText(16), 'base64url');
      for (let bit = 0; bit < 128; bit += 1) ones[bit]! += (bytes[bit >> 3]! >> (bit & 7)) & 1;
    }
    // ten standard deviations
    for (const count of ones) expect(Math.abs(count - 500)).toBeLessThan(160);
  });

  it('refuses more than it draws at a time', () => {
    expect(Buffer.from(randomText(4_096), 'base64url')).toHaveLength(4_096);
    expect(() => randomText(4_097)).toThrow(RangeError);
  });
});
