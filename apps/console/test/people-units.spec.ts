import { toChange } from '../web/features/users/many-changes.js';
import { readAddresses } from '../web/features/enrollments/address-list.js';
import { readAggregatesSearch, toAggregatesQuery } from '../web/features/enrollments/aggregates-search.js';
import { readEnrollmentsSearch, toEnrollmentsQuery } from '../web/features/enrollments/enrollments-search.js';
import { readPeopleSearch, toPeopleQuery } from '../web/features/users/users-search.js';
import { ApiError } from '../web/api/api-error.js';
import { Batch, type BatchProgress } from '../web/api/batch.js';
import { toNewPerson } from '../web/features/users/imported-person.js';
import { mapColumns, readLine, readPeopleFile, writeResults } from '../web/features/users/people-file.js';
import { endDay, startDay, toDay } from '../web/ui/day.js';
import { exportAddress } from '../web/ui/search-params.js';

describe('changes of many people', () => {
  it.each([
    ['give', 'manager', { roles: ['Learner', 'Manager'] }],
    ['give', 'learner', undefined],
    ['take', 'learner', { roles: [] }],
    ['take', 'manager', undefined],
    ['block', 'manager', { status: false }],
    ['unblock', 'manager', undefined],
  ] as const)('%s %s', (change, role, body) => {
    expect(toChange({ roles: ['Learner'], status: true }, change, role)).toEqual(body);
  });
});

describe('filters in an address', () => {
  it('are parsed, and invalid ones ignored', () => {
    expect(readPeopleSearch({ q: 12, status: 'closed', role: 'king', sort: 'email:asc' })).toEqual({
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

describe('a file of people', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer;
  const fields = [
    { name: 'badge_no', type: 'text' as const, required: false, options: null },
    { name: 'level', type: 'integer' as const, required: false, options: null },
  ];

  it('is read with any delimiter, with the numbers of its lines', async () => {
    const text =
      '\ufeffE-Mail;Vorname;Nachname;Badge No;Level\r\na@x.example;Ana;"Silva; Costa";E-1;3\r\n\r\nb@x.example;Ben;Berg\r\n';
    const file = await readPeopleFile(bytes(text));
    expect(file.lines.map(({ line }) => line)).toEqual([2, 4]);
    const mapping = mapColumns(file.columns, fields);
    expect(mapping).toEqual(['email', 'first_name', 'last_name', 'custom.badge_no', 'custom.level']);
    const [ana, ben] = file.lines.map((line) =>
      toNewPerson(readLine(line, mapping), fields, { send_login_email: false }),
    );
    expect(ana).toEqual({
      email: 'a@x.example',
      first_name: 'Ana',
      last_name: 'Silva; Costa',
      send_login_email: false,
      custom_fields: { badge_no: 'E-1', level: 3 },
    });
    expect(ben).not.toHaveProperty('custom_fields');
  });

  it.each([
    ['latin1', () => Uint8Array.from([0x65, 0x0a, 0xe9]).buffer, 'notUtf8'],
    ['an open quotation mark', () => bytes('email,name\n"a,b\n'), 'noTable'],
    ['only names of columns', () => bytes('email,name\n'), 'noLines'],
    ['too many lines', () => bytes(`email\n${'a@x.example\n'.repeat(10_001)}`), 'tooManyLines'],
  ])('with %s is refused', async (_what, read, fault) => {
    await expect(readPeopleFile(read())).rejects.toMatchObject({ fault });
  });

  it('takes each field from one column, and none from a column with an unknown name', () => {
    expect(mapColumns(['Mail', 'E-mail address', 'Surname', 'Shoe size'], fields)).toEqual([
      'email',
      undefined,
      'last_name',
      undefined,
    ]);
  });

  it('has a result that no spreadsheet runs as a formula', () => {
    const results = [{ line: 2, email: '=cmd()@x.example', result: 'no "such", role' }];
    expect(writeResults(['Line', 'E-mail', 'Result'], results)).toBe(
      `\ufeffLine,E-mail,Result\r\n2,'=cmd()@x.example,"no ""such"", role"\r\n`,
    );
  });
});

it('addresses of a text are read once each, however they are separated', () => {
  expect(readAddresses('a@x.example, b@x.example;c@x.example\n A@X.example\n\n')).toEqual([
    'a@x.example',
    'b@x.example',
    'c@x.example',
  ]);
});

describe('a batch', () => {
  const run = async (send: (item: number) => Promise<unknown>, count = 10) => {
    const states: BatchProgress<number>['state'][] = [];
    const batch = new Batch(
      Array.from({ length: count }, (_, item) => item),
      send,
      ({ state }) => states.at(-1) !== state && states.push(state),
    );
    await batch.run();
    return { batch, states };
  };

  it('sends each item once, and collects refusals', async () => {
    const sent: number[] = [];
    const { batch, states } = await run((item) => {
      sent.push(item);
      return item === 3
        ? Promise.reject(new ApiError(409, { error_code: 'user_exists' }))
        : Promise.resolve();
    });
    expect(sent.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(states).toEqual(['running', 'done']);
    expect(batch.progress).toMatchObject({ done: 10, faults: [{ item: 3, error: { code: 'user_exists' } }] });
  });

  it('waits when the server asks for it, and sends the item again', async () => {
    let refusals = 3;
    const { batch } = await run(() =>
      refusals-- > 0 ? Promise.reject(new ApiError(429, {}, 0.001)) : Promise.resolve(),
    );
    expect(batch.progress).toMatchObject({ state: 'done', done: 10, faults: [] });
  });

  it.each([
    ['there is no connection', new ApiError(0, {})],
    ['the session has ended', new ApiError(401, {})],
  ])('pauses when %s, and continues where it was', async (_why, error) => {
    let isInterrupted = true;
    const sent = new Set<number>();
    const { batch, states } = await run((item) => {
      if (item === 5 && isInterrupted) return Promise.reject(error);
      sent.add(item);
      return Promise.resolve();
    });
    expect(states).toEqual(['running', 'paused']);
    expect(batch.progress.interruption).toBe(error);
    isInterrupted = false;
    await batch.run();
    expect(batch.progress).toMatchObject({ state: 'done', done: 10, interruption: undefined });
    expect(sent.size).toBe(10);
  });
});
