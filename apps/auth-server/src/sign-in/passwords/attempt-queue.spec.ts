import { AttemptQueue } from './attempt-queue.js';

describe('AttemptQueue', () => {
  it('lets a hundred wait in a process, under whichever keys, and sends the others away at once', async () => {
    const queue = new AttemptQueue();
    const waiting = Array.from({ length: 100 }, (_, n) => queue.wait(`key ${n % 3}`, 60_000));
    let isOver = false;
    void Promise.race(waiting).then(() => (isOver = true));
    expect(await queue.wait('key 0', 60_000)).toBe(false);
    expect(await queue.wait('another key', 60_000)).toBe(false);
    expect(isOver).toBe(false);
    expect(await Promise.all(waiting)).toEqual(Array<boolean>(100).fill(true));
    expect(await queue.wait('key 0', 1)).toBe(true);
  });
});
