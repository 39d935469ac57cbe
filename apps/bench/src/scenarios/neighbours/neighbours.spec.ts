import { behaviours } from './behaviours.js';
import { kinds, type Measurements, type Times } from './neighbour.js';
import { formatLines, createRows, rowsOfAll, type BehaviourMeasurement } from './neighbours-rows.js';

describe('the rows of the benchmark of neighbours', () => {
  const measurements = (ms: number, failures: Measurements['failures'] = {}): Measurements => ({
    times: Object.fromEntries(kinds.map((kind) => [kind, [ms]])) as unknown as Times,
    failures,
  });
  const measured = (part: Partial<BehaviourMeasurement> = {}): BehaviourMeasurement => ({
    behaviour: behaviours[0]!,
    alone: [measurements(30)],
    underLoad: [measurements(59)],
    after: [measurements(30)],
    answers: [{ statuses: { 200: 1 }, slowestMs: 100, wronglyRefused: 0 }],
    memory: new Map([
      ['auth-server', { start: 100, most: 349 }],
      ['resource-api', { start: 100, most: 200 }],
      ['webhook-worker', { start: 100, most: 449 }],
    ]),
    ended: new Set(),
    ...part,
  });
  const missed = (part: Partial<BehaviourMeasurement>) =>
    [...createRows(measured(part)), ...rowsOfAll([measured(part)])]
      .filter(({ holds }) => !holds)
      .map(({ name }) => name.slice(name.lastIndexOf(': ') + 2));

  it('meet their target up to 100 ms, or 200 ms for a search and a POST', () => {
    expect(missed({ underLoad: [measurements(100)] })).toEqual([]);
    expect(missed({ underLoad: [measurements(101)] })).toEqual([
      'p99 of GET /v2/me',
      'p99 of client_credentials',
    ]);
    expect(missed({ underLoad: [measurements(201)] })).toHaveLength(4);
    const behaviour = { ...behaviours[0]!, mostPostMs: 300 };
    expect(missed({ behaviour, underLoad: [measurements(201)] })).toHaveLength(3);
  });

  it('miss their target if the servers or the worker exceed their memory limits', () => {
    const grown = (server: string) =>
      missed({ memory: new Map([...measured().memory, [server, { start: 100, most: 451 }]]) });
    expect(grown('resource-api')).toEqual(['memory of the two servers above the start']);
    expect(grown('webhook-worker')).toEqual(['memory of the worker above the start']);
  });

  it('miss their target if a request was refused or unanswered, or a server ended', () => {
    expect(missed({ after: [measurements(30, { 'a search: 503': 1 })] })).toHaveLength(1);
    expect(
      missed({ answers: [{ statuses: { failed: 1 }, slowestMs: 30_001, wronglyRefused: 1 }] }),
    ).toHaveLength(3);
    expect(missed({ ended: new Set(['resource-api']) })).toEqual(['servers that ended']);
  });

  it('have no rows for unread answers', () => {
    const unread = measured({ answers: [{ statuses: {}, slowestMs: 0, wronglyRefused: 0 }] });
    expect(createRows(unread)).toHaveLength(createRows(measured()).length - 1);
  });

  it('have unique names, for each behaviour', () => {
    const names = behaviours
      .flatMap((behaviour) => createRows(measured({ behaviour })))
      .map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(formatLines(measured())[0]).toBe('documents unread, p50 / p99 in ms:');
  });
});
