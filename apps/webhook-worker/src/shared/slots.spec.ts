import { Slots } from './slots.js';

it('lets so many run at once, the others in their order', async () => {
  const slots = new Slots(2);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const all = Array.from({ length: 4 }, (_, index) =>
    slots.within(async () => {
      began.push(index);
      await new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  await new Promise(setImmediate);
  expect(began).toEqual([0, 1]);
  ends[1]!();
  await all[1];
  await new Promise(setImmediate);
  expect(began).toEqual([0, 1, 2]);
  ends[0]!();
  await all[0];
  await new Promise(setImmediate);
  ends[2]!();
  ends[3]!();
  await Promise.all(all);
  expect(began).toEqual([0, 1, 2, 3]);
});
