import { parseMinutes } from './minutes.js';

describe('parseMinutes', () => {
  it.each([
    ['90', 90],
    ['1h 30m', 90],
    ['1.5 hours', 90],
    ['1,5 Stunden', 90],
    ['1:30', 90],
    ['0:45:30', 46],
    ['2 total hours', 120],
    ['45 Minuten', 45],
    ['3 weeks', 30_240],
    ['90 sec', 2],
    ['1 hr 5 mins', 65],
  ])('reads "%s" as %i minutes', (text, minutes) => expect(parseMinutes(text)).toBe(minutes));

  it.each(['', 'soon', '5 apples', '1:99:xx'])('does not take "%s" for a duration', (text) =>
    expect(parseMinutes(text)).toBeUndefined(),
  );
});
