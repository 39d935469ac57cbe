import { setImmediate as nextRound } from 'node:timers/promises';
import { EventLoopGate } from './event-loop-gate.js';

describe('EventLoopGate', () => {
  it('let everything else run between two pieces', async () => {
    const gate = new EventLoopGate(() => 0);
    const order: string[] = [];
    const pieces = ['first', 'second', 'third'].map((name) => gate.enter('a').then(() => order.push(name)));
    await Promise.resolve();
    expect(order).toEqual(['first']);
    await nextRound();
    order.push('something else');
    await Promise.all(pieces);
    expect(order).toEqual(['first', 'something else', 'second', 'third']);
  });

  it('pass from owner to owner', async () => {
    const gate = new EventLoopGate(() => 0);
    const order: string[] = [];
    const enter = (owner: string) => gate.enter(owner).then(() => order.push(owner));
    await Promise.all([enter('a'), enter('a'), enter('a'), enter('b')]);
    expect(order).toEqual(['a', 'a', 'b', 'a']);
  });

  it('leave the thread to others three times as long as a piece took', async () => {
    let nowMs = 0;
    const gate = new EventLoopGate(() => nowMs);
    await gate.enter('a');
    nowMs = 20; // the piece takes this long
    const begin = performance.now();
    await gate.enter('b');
    // a timer may fire a fraction of a millisecond early
    expect(performance.now() - begin).toBeGreaterThanOrEqual(59);
  });

  it('are free again when nobody waits', async () => {
    const gate = new EventLoopGate(() => 0);
    for (let count = 0; count < 3; count += 1) await gate.enter('a');
    expect(await gate.enter('b')).toBeUndefined();
  });

  it('refuse a piece that has waited for more than 30 s, and go on', async () => {
    let nowMs = 0;
    const gate = new EventLoopGate(() => nowMs);
    await gate.enter('a');
    const late = gate.enter('b');
    const result = expect(late).rejects.toThrow('Too much large work waits.');
    await nextRound(); // the first piece took no time
    nowMs = 30_001;
    await result;
    expect(await gate.enter('c')).toBeUndefined();
  });
});
