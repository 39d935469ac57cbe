import { wireTime } from './values.js';
import { SeriesQuery } from './series.js';

const seconds = (time: string) => Date.parse(time) / 1_000;
const parse = (from: string | number, to: string | number, more: object = {}) =>
  SeriesQuery.safeParse({
    from: typeof from === 'string' ? seconds(from) : from,
    to: typeof to === 'string' ? seconds(to) : to,
    ...more,
  });
const bounds = (...query: Parameters<typeof parse>) => {
  const { starts, end } = parse(...query).data!;
  return [...starts, end].map((time) => wireTime(time).slice(0, 16));
};
const problems = (...query: Parameters<typeof parse>) =>
  parse(...query).error!.issues.map(({ code, path }) => [code, ...path]);

describe('a series', () => {
  it('has each hour from the one with `from` to the one with `to`', () => {
    const noon = '2026-01-31T12:00:00Z';
    const three = ['2026-01-31T12:00', '2026-01-31T13:00', '2026-01-31T14:00', '2026-01-31T15:00'];
    expect(bounds(noon, '2026-01-31T14:00:00Z')).toEqual(three);
    expect(bounds('2026-01-31T12:59:59Z', '2026-01-31T14:59:59Z')).toEqual(three);
    expect(bounds(noon, noon)).toEqual(three.slice(0, 2));
    expect(bounds(noon, '2026-01-31T14:00:00Z', { time_zone: 'America/New_York' })).toEqual(three);
  });

  it('has days of the zone, UTC by default', () => {
    const day = { interval: 'day' };
    expect(bounds('2026-01-31T23:30:00Z', '2026-02-01T00:00:00Z', day)).toEqual([
      '2026-01-31T00:00',
      '2026-02-01T00:00',
      '2026-02-02T00:00',
    ]);
    const tokyo = { interval: 'DAY', time_zone: 'Asia/Tokyo' };
    expect(bounds('2026-01-31T15:00:00Z', '2026-01-31T15:00:00Z', tokyo)).toEqual([
      '2026-01-31T15:00',
      '2026-02-01T15:00',
    ]);
  });

  it.each([
    ['a day of 23 hours', 'Europe/Berlin', '2026-03-28T23:00', '2026-03-29T22:00'],
    ['a day of 25 hours', 'Europe/Berlin', '2026-10-24T22:00', '2026-10-25T23:00'],
    ['a day without a midnight', 'America/Santiago', '2026-09-06T04:00', '2026-09-07T03:00'],
    ['a day whose midnight comes twice', 'America/Havana', '2026-11-01T04:00', '2026-11-02T05:00'],
    ['days of half hours from UTC', 'Asia/Kolkata', '2026-01-30T18:30', '2026-01-31T18:30'],
    ['days of half hours west of it', 'America/St_Johns', '2026-01-31T03:30', '2026-02-01T03:30'],
    ['a day of 23 hours in such a zone', 'Australia/Adelaide', '2026-10-03T14:30', '2026-10-04T13:30'],
    ['a day that is half an hour longer', 'Australia/Lord_Howe', '2026-04-04T13:00', '2026-04-05T13:30'],
    ['a day before one that a country left out', 'Pacific/Apia', '2011-12-29T10:00', '2011-12-30T10:00'],
  ])('has %s: %s', (_what, time_zone, start, end) => {
    const inside = seconds(`${start}:00Z`) + 7_200;
    expect(bounds(inside, inside, { interval: 'day', time_zone })).toEqual([start, end]);
  });

  it('has 400 days at most by the day, and 31 by the hour', () => {
    const from = seconds('2026-01-01T00:00:00Z');
    const to = (days: number) => from + days * 86_400;
    const year = bounds(from, to(400), { interval: 'day', time_zone: 'Europe/Berlin' });
    expect([year.length, new Set(year).size]).toEqual([402, 402]);
    expect(bounds(from, to(31))).toHaveLength(746);
    expect(problems(from, to(400) + 1, { interval: 'day' })).toEqual([['custom', 'to']]);
    expect(problems(from, to(31) + 1)).toEqual([['custom', 'to']]);
    expect(problems(from, from - 1)).toEqual([['custom', 'to']]);
  });

  it('begins with 1970 and ends with 9999', () => {
    expect(bounds(0, 0, { interval: 'day', time_zone: 'America/Lima' })).toEqual([
      '1969-12-31T05:00',
      '1970-01-01T05:00',
    ]);
    expect(parse(253_402_300_799, 253_402_300_799, { interval: 'day' }).success).toBe(true);
  });

  it.each(['Mars/Olympus', '', '+02:00', '5', 'Asia/Kathmandu', 'Pacific/Chatham'])(
    'refuses the time zone %j by name, as a value',
    (time_zone) => {
      for (const interval of ['hour', 'day'])
        expect(problems('2026-01-31T12:00:00Z', '2026-02-02T12:00:00Z', { interval, time_zone })).toEqual([
          ['invalid_value', 'time_zone'],
        ]);
    },
  );

  it('has hours that begin with those of the zone', () => {
    const inKabul = ['2026-01-31T11:30', '2026-01-31T12:30', '2026-01-31T13:30'];
    const query = { time_zone: 'Asia/Kabul' };
    expect(bounds('2026-01-31T12:00:00Z', '2026-01-31T12:30:00Z', query)).toEqual(inKabul);
    expect(bounds('2026-01-31T11:45:00Z', '2026-01-31T13:29:59Z', query)).toEqual(inKabul);
  });

  it('refuses a zone that is whole or half hours from UTC only in one half of the time', () => {
    const day = { interval: 'day', time_zone: 'Asia/Kathmandu' };
    // Nepal was five and a half hours from UTC until 1986
    expect(parse('1985-12-01T00:00:00Z', '1985-12-20T00:00:00Z', day).success).toBe(true);
    expect(problems('1985-12-20T00:00:00Z', '1986-01-10T00:00:00Z', day)).toEqual([
      ['invalid_value', 'time_zone'],
    ]);
  });

  it('reports a different interval, and missing parameters', () => {
    expect(problems(1, 2, { interval: 'week' })).toEqual([['invalid_value', 'interval']]);
    expect(SeriesQuery.safeParse({}).error!.issues.map(({ path }) => path[0])).toEqual(['from', 'to']);
  });
});
