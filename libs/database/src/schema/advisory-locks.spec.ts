import { advisoryLocks } from './advisory-locks.js';

describe('advisory locks', () => {
  it('each have a number and a description, and share no number', () => {
    const locks = Object.values(advisoryLocks);
    expect(new Set(locks.map(({ number }) => number)).size).toBe(locks.length);
    for (const { excludes } of locks) expect(excludes.length).toBeGreaterThan(20);
  });
});
