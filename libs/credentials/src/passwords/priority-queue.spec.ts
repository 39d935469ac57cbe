import { PriorityQueue } from './priority-queue.js';

/** Lanes by name: capitals are known people. */
const toQueueOwner = (lane: string) => ({ rank: lane < 'a' ? 'known' : 'unknown', lane }) as const;
const createQueue = (lanes: string) => {
  const queue = new PriorityQueue<string>();
  for (const lane of lanes) queue.add(toQueueOwner(lane), lane);
  return queue;
};
const readOrder = (queue: PriorityQueue<string>) => {
  let order = '';
  for (let next = queue.next(); next !== undefined; next = queue.next()) order += next;
  return order;
};

describe('PriorityQueue', () => {
  it.each([
    ['AAAAAAAAx', 'AAAxAAAAA'],
    ['xyzAAAAAAAABB', 'ABAxBAAyAAAzA'],
    ['x', 'x'],
    ['', ''],
  ])('serves %p in the order %p', (lanes, order) => {
    const queue = createQueue(lanes);
    expect(queue.length).toBe(lanes.length);
    expect(readOrder(queue)).toBe(order);
    expect(queue.length).toBe(0);
  });

  it('serves an unknown owner every fourth time, even if known ones keep coming', () => {
    const queue = createQueue('xx');
    let order = '';
    for (let time = 0; time < 8; time += 1) {
      queue.add(toQueueOwner('ABCDEFGH'[time]!), 'ABCDEFGH'[time]!);
      order += queue.next()!;
    }
    expect(order).toBe('ABCxDEFx');
  });

  it('does not count removed entries', () => {
    const queue = createQueue('Ax');
    for (const lane of ['A', 'x']) queue.add(toQueueOwner(lane), 'gone')();
    expect([queue.length, readOrder(queue)]).toEqual([2, 'Ax']);
  });

  it.each(['A', 'B', 'x', 'y', 'D', 'w'])(
    'returns the number of entries before one more of %p, or a few more',
    (lane) => {
      const lanes = 'AAAAABCCxxxxyz';
      const said = createQueue(lanes).countAhead(toQueueOwner(lane));
      const queue = createQueue(lanes);
      queue.add(toQueueOwner(lane), 'me');
      const ahead = [...readOrder(queue).split('me')[0]!].length;
      expect(said).toBeGreaterThanOrEqual(ahead);
      expect(said - ahead).toBeLessThanOrEqual(3);
    },
  );
});
