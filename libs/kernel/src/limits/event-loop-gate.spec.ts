import { EventLoopGate } from './event-loop-gate.js';

describe('EventLoopGate', () => {
  const gate = new EventLoopGate();
  const workMs = 20;
  const work = (): void => {
    for (const end = performance.now() + workMs; performance.now() < end;);
  };

  it('admits one piece at a time, for a quarter of the time in total, and owners in turn', async () => {
    const order: string[] = [];
    const begin = performance.now();
    const pieces = ['a', 'a', 'a', 'b'].map(async (owner) => {
      await gate.enter(owner);
      order.push(owner);
      work();
    });
    await Promise.all(pieces);
    expect(order).toEqual(['a', 'a', 'b', 'a']);
    // three pieces, each with its rest, and the last; a timer may fire a fraction of a millisecond early
    expect(performance.now() - begin).toBeGreaterThanOrEqual(3 * (4 * workMs - 1) + workMs);
  });
});
