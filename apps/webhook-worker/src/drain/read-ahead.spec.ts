import { ReadAhead } from './read-ahead.js';

describe('ReadAhead', () => {
  it('has many mailboxes at once read less each, within bounds', () => {
    const ahead = new ReadAhead();
    const pages = Array.from({ length: 200 }, () => {
      ahead.enter();
      return ahead.page;
    });
    expect([1, 20, 40, 160, 200].map((mailboxes) => pages[mailboxes - 1])).toEqual([400, 400, 200, 50, 50]);
    for (let left = 0; left < 200; left += 1) ahead.leave();
    expect(ahead.page).toBe(400);
  });
});
