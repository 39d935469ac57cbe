import { readAggregatesSearch, toAggregatesQuery } from '../web/features/enrollments/aggregates-search.js';
import { readEnrollmentsSearch, toEnrollmentsQuery } from '../web/features/enrollments/enrollments-search.js';
import { readPeopleSearch, toPeopleQuery } from '../web/features/users/users-search.js';
import { endDay, startDay, toDay } from '../web/ui/day.js';
import { exportAddress } from '../web/ui/search-params.js';

describe('filters in an address', () => {
  it('are parsed, and invalid ones ignored', () => {
    expect(readPeopleSearch({ q: 12, status: 'closed', role: 'king' })).toEqual({
      q: '12',
      status: 'closed',
    });
    expect(
      readEnrollmentsSearch({
        status: 'completed',
        user_id: '7',
        lo_id: '-1',
        history: 'x',
        parts: 'none',
      }),
    ).toEqual({ status: 'completed', user_id: 7, parts: 'none' });
  });

  it('are parameters of the API', () => {
    expect(exportAddress('/v2/users', toPeopleQuery({ status: 'closed', role: 'content' }))).toBe(
      '/bff/download/v2/users/export?format=csv&closed=true&roles=Content+administrator',
    );
    expect(toEnrollmentsQuery({ history: 'archived', since: 5, parts: 'none' })).toEqual({
      archived: 'true',
      updated: 5,
      exclude_child_enrollments: true,
    });
  });

  it.each([
    [{}, {}, { min_enrollment_count: 1 }],
    [{ least: '1' }, {}, { min_enrollment_count: 1 }],
    [{ least: '7' }, {}, { min_enrollment_count: 1 }],
    [{ least: 0 }, { least: 0 }, { min_enrollment_count: 0 }],
    [{ least: '100' }, { least: 100 }, { min_enrollment_count: 100 }],
    [{ least: '100', lo_id: '7' }, { lo_id: 7 }, { lo_ids: [7] }],
  ])('of counts are one content, or a least number: %j', (address, search, query) => {
    expect([readAggregatesSearch(address), toAggregatesQuery(readAggregatesSearch(address))]).toEqual([
      search,
      query,
    ]);
  });
});

describe('days', () => {
  it('begin and end in the zone of the browser', () => {
    const start = startDay('2026-03-29')!;
    expect([toDay(start), toDay(endDay('2026-03-29'))]).toEqual(['2026-03-29', '2026-03-29']);
    expect(toDay(endDay('2026-03-29')! + 1)).toBe('2026-03-30');
    expect([startDay(''), endDay(''), toDay(null)]).toEqual([undefined, undefined, '']);
  });
});
