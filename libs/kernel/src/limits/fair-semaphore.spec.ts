import { EventEmitter } from 'node:events';
import { FairSemaphore } from './fair-semaphore.js';
import { FairQuota } from './fair-quota.js';
import { ServerBusy } from '../errors/problem.js';

describe('FairSemaphore', () => {
  const createSemaphore = () => new FairSemaphore(4, 'bodies');

  it('allows an owner half, and the next one a part of the rest', async () => {
    const semaphore = createSemaphore();
    for (const owner of ['a', 'a', 'b']) await semaphore.enter(owner, 1);
    await expect(semaphore.enter('a', 1)).rejects.toThrow(ServerBusy);
  });

  it('admits waiting requests of owners in turn when amounts are released', async () => {
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
    leave(); // returns nothing a second time
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'a']);
  });

  it('stops waiting if the client closes its connection', async () => {
    const semaphore = createSemaphore();
    const leave = await semaphore.enter('a', 4);
    const client = new EventEmitter();
    const gone = expect(semaphore.enter('b', 4, { client })).rejects.toThrow(ServerBusy);
    client.emit('close');
    await gone;
    const next = semaphore.enter('c', 4);
    leave();
    await expect(next).resolves.toBeInstanceOf(Function);
    expect(client.listenerCount('close')).toBe(0);
  });

  it('takes amounts of several quotas together, and holds none of them while it waits', async () => {
    const semaphore = createSemaphore();
    const kinds = new FairQuota(2);
    const enter = (owner: string, kind: string) =>
      semaphore.enter(owner, 1, { listClaims: () => [{ quota: kinds, owner: kind }] });
    const leave = await enter('a', 'x');
    const second = enter('b', 'x');
    expect([semaphore.held, kinds.held, semaphore.waiting]).toEqual([1, 1, 1]);
    await enter('c', 'y');
    leave();
    await second;
    expect([semaphore.held, kinds.held, semaphore.waiting]).toEqual([2, 2, 0]);
  });

  it('lists the claims of a waiting request again when it may be admitted', async () => {
    const semaphore = new FairSemaphore(1, 'bodies');
    const leave = await semaphore.enter('a');
    const quota = new FairQuota(1);
    let claims = [{ quota, owner: 'b' }];
    const waiting = semaphore.enter('b', 1, { listClaims: () => claims });
    claims = [];
    leave();
    const leaveNext = await waiting;
    expect(quota.held).toBe(0);
    claims = [{ quota, owner: 'b' }];
    leaveNext();
    expect([semaphore.held, quota.held]).toEqual([0, 0]);
  });

  it('allows work without an owner all that is free', async () => {
    const semaphore = createSemaphore();
    for (const owner of ['a', undefined, undefined, undefined]) await semaphore.enter(owner);
    expect(semaphore.held).toBe(4);
  });

  it('limits how many requests wait, and owners share these positions', async () => {
    const semaphore = new FairSemaphore(1, 'bodies', 4);
    const leave = await semaphore.enter('a');
    const first = [semaphore.enter('a'), semaphore.enter('a')];
    await expect(semaphore.enter('a')).rejects.toThrow(ServerBusy);
    const other = semaphore.enter('b');
    leave();
    (await first[0]!)();
    (await other)();
    (await first[1]!)();
    expect(semaphore.waiting).toBe(0);
  });
});
