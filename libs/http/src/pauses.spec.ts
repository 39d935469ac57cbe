import { neverCompactWhileQuiet } from './pauses.js';

describe('neverCompactWhileQuiet', () => {
  it('leaves V8 alone in a process that may be compacting, which would end it', () => {
    expect(neverCompactWhileQuiet(7.1)).toBe(false);
    expect(neverCompactWhileQuiet(3_600)).toBe(false);
  });
});
