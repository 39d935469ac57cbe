import { FairQueue } from './fair-queue.js';

/** Each letter is an item of the lane of that name. */
const createLanes = (letters: string) => {
  const lanes = new FairQueue<string>();
  for (const letter of letters) lanes.add(letter, letter);
  return lanes;
};
const readOrder = (lanes: FairQueue<string>, accept?: (item: string) => boolean) => {
  let order = '';
  for (let next = lanes.next(accept); next !== undefined; next = lanes.next(accept)) order += next;
  return order;
};

describe('FairQueue', () => {
  it.each([
    ['aaaabc', 'abcaaa'],
    ['aabbbbc', 'abcabbb'],
    ['x', 'x'],
    ['', ''],
  ])('serves %p in the order %p', (letters, order) => {
    const lanes = createLanes(letters);
    expect(lanes.size).toBe(letters.length);
    expect(readOrder(lanes)).toBe(order);
    expect([lanes.size, lanes.next()]).toEqual([0, undefined]);
  });

  it('serves a new lane before the next item of a busy lane', () => {
    const lanes = createLanes('aaaa');
    expect(lanes.next()).toBe('a');
    lanes.add('b', 'b');
    expect(readOrder(lanes)).toBe('abaa');
  });

  it('skips a lane whose first item is not accepted, and keeps its position', () => {
    const lanes = createLanes('aabbc');
    expect(lanes.next((item) => item === 'c')).toBe('c');
    expect(readOrder(lanes, (item) => item !== 'a')).toBe('bb');
    expect([lanes.size, lanes.countIn('a'), lanes.countIn('b')]).toEqual([2, 2, 0]);
    lanes.add('d', 'd');
    expect(readOrder(lanes)).toBe('ada');
  });

  it('removes an item once, and only while it waits', () => {
    const lanes = createLanes('ab');
    const remove = lanes.add('a', 'removed');
    expect(lanes.countIn('a')).toBe(2);
    remove();
    remove();
    expect([lanes.size, readOrder(lanes)]).toEqual([2, 'ab']);
    lanes.add('a', 'alone')();
    expect([lanes.size, lanes.next()]).toEqual([0, undefined]);
    const late = lanes.add('a', 'taken');
    expect(lanes.next()).toBe('taken');
    lanes.add('a', 'next');
    late();
    expect(lanes.next()).toBe('next');
  });

  it.each(['a', 'b', 'c', 'd'])('returns the number of items before one more of %p', (lane) => {
    const lanes = createLanes('aaaabbc');
    const said = lanes.sizeBefore(lane);
    lanes.add(lane, 'last');
    expect(readOrder(lanes).indexOf('last')).toBe(said);
  });
});
