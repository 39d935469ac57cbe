import { RankedLanes } from './ranked-lanes.js';

/** Lanes by name: capitals are known people. */
const askerOf = (lane: string) => ({ rank: lane < 'a' ? 'known' : 'stranger', lane }) as const;
const queueOf = (lanes: string) => {
  const turns = new RankedLanes<string>();
  for (const lane of lanes) turns.add(askerOf(lane), lane);
  return turns;
};
const orderOf = (turns: RankedLanes<string>) => {
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
    const turns = queueOf(lanes);
    expect(turns.length).toBe(lanes.length);
    expect(orderOf(turns)).toBe(order);
    expect(turns.length).toBe(0);
  });

  it('has a stranger’s turn every fourth time, however many known people keep coming', () => {
    const turns = queueOf('xx');
    let order = '';
    for (let time = 0; time < 8; time += 1) {
      turns.add(askerOf('ABCDEFGH'[time]!), 'ABCDEFGH'[time]!);
      order += turns.next()!;
    }
    expect(order).toBe('ABCxDEFx');
  });

  it('counts nobody who has left', () => {
    const turns = queueOf('Ax');
    for (const lane of ['A', 'x']) turns.add(askerOf(lane), 'gone')();
    expect([turns.length, orderOf(turns)]).toEqual([2, 'Ax']);
  });

  it.each(['A', 'B', 'x', 'y', 'D', 'w'])(
    'says how many are ahead of one more of %p, or a few more',
    (lane) => {
      const lanes = 'AAAAABCCxxxxyz';
      const said = queueOf(lanes).positionOf(askerOf(lane));
      const turns = queueOf(lanes);
      turns.add(askerOf(lane), 'me');
      const ahead = [...orderOf(turns).split('me')[0]!].length;
      expect(said).toBeGreaterThanOrEqual(ahead);
      expect(said - ahead).toBeLessThanOrEqual(3);
    },
  );
});
