import { EventEmitter } from 'node:events';
import { FairSemaphore } from './fair-semaphore.js';

describe('FairSemaphore', () => {
  const createSemaphore = () => new FairSemaphore(4, 'Full.');

  it('gives an owner half of all, and the next one a part of the rest', async () => {
    const semaphore = createSemaphore();
    for (const owner of ['a', 'a', 'b']) await semaphore.enter(owner, 1);
    await expect(semaphore.enter('a', 1)).rejects.toThrow('Full.');
  });

  it('admits those that wait by turns of their owners as parts are given back', async () => {
    const semaphore = createSemaphore();
    const leave = await semaphore.enter('a', 4);
    const order: string[] = [];
    const enter = async (owner: string) => {
      await semaphore.enter(owner, 4).then((leaveNext) => {
        order.push(owner);
        leaveNext();
      });
    };
    const waiting = [enter('a'), enter('a'), enter('b')];
    leave();
    leave(); // gives nothing back a second time
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'a']);
  });

  it('forgets a client that goes away while it waits', async () => {
    const semaphore = createSemaphore();
    const leave = await semaphore.enter('a', 4);
    const client = new EventEmitter();
    const gone = expect(semaphore.enter('b', 4, client)).rejects.toThrow('Full.');
    client.emit('close');
    await gone;
    const next = semaphore.enter('c', 4);
    leave();
    await expect(next).resolves.toBeInstanceOf(Function);
    expect(client.listenerCount('close')).toBe(0);
  });
});
