import { expectLinearTime } from './linear-time.js';

/** Does this many additions. */
function add(count: number): void {
  let sum = 0;
  for (let number = 0; number < count; number += 1) sum += number % 7;
  expect(sum).toBeGreaterThan(0);
}

describe('expectLinearTime', () => {
  it('accepts what grows as a line, and refuses what grows as a square', () => {
    expectLinearTime(20_000_000, add);
    expect(() => expectLinearTime(20_000, (length) => add((length * length) / 2))).toThrow(/for a quarter/);
  });
});
