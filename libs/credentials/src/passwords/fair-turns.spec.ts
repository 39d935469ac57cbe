import { RankedLanes } from './ranked-lanes.js';

/** Lanes by name: capitals are known people. */
const toQueueOwner = (lane: string) => ({ rank: lane < 'a' ? 'known' : 'stranger', lane }) as const;
const createQueue = (lanes: string) => {
  const turns = new RankedLanes<string>();
  for (const lane of lanes) turns.add(toQueueOwner(lane), lane);
  return turns;
};
const readOrder = (turns: RankedLanes<string>) => {
  let order = '';
  for (let next = turns.next(); next !== undefined; next = turns.next()) order += next;
  return order;
};

describe('RankedLanes', () => {
  it.each([
    ['AAAAAAAAx', 'AAAxAAAAA'],
    ['xyzAAAAAAAABB', 'ABAxBAAyAAAzA'],
    ['x', 'x'],
    ['', ''],
  ])('%p have their turns as %p', (lanes, order) => {
    const turns = createQueue(lanes);
    expect(turns.length).toBe(lanes.length);
    expect(readOrder(turns)).toBe(order);
    expect(turns.length).toBe(0);
  });

  it('has a stranger’s turn every fourth time, however many known people keep coming', () => {
    const turns = createQueue('xx');
    let order = '';
    for (let time = 0; time < 8; time += 1) {
      turns.add(toQueueOwner('ABCDEFGH'[time]!), 'ABCDEFGH'[time]!);
      order += turns.next()!;
    }
    expect(order).toBe('ABCxDEFx');
  });

  it('counts nobody who has left', () => {
    const turns = createQueue('Ax');
    for (const lane of ['A', 'x']) turns.add(toQueueOwner(lane), 'gone')();
    expect([turns.length, readOrder(turns)]).toEqual([2, 'Ax']);
  });

  it.each(['A', 'B', 'x', 'y', 'D', 'w'])(
    'says how many are ahead of one more of %p, or a few more',
    (lane) => {
      const lanes = 'AAAAABCCxxxxyz';
      const said = createQueue(lanes).countAhead(toQueueOwner(lane));
      const turns = createQueue(lanes);
      turns.add(toQueueOwner(lane), 'me');
      const ahead = [...readOrder(turns).split('me')[0]!].length;
      expect(said).toBeGreaterThanOrEqual(ahead);
      expect(said - ahead).toBeLessThanOrEqual(3);
    },
  );
});
