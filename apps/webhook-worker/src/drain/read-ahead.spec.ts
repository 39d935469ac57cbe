import { ReadAhead } from './read-ahead.js';

describe('ReadAhead', () => {
  it('has many mailboxes at once read less each, within bounds', () => {
    const ahead = new ReadAhead();
    const pages = Array.from({ length: 40 }, () => {
      ahead.enter();
      return ahead.page;
    });
    expect([1, 5, 8, 20, 40].map((mailboxes) => pages[mailboxes - 1])).toEqual([200, 200, 125, 50, 50]);
    for (let left = 0; left < 40; left += 1) ahead.leave();
    expect(ahead.page).toBe(200);
  });
});
