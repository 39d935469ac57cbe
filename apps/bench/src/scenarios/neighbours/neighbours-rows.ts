import { computeFigures, type Figures } from '../../report/figures.js';
import { atMost, resultRow, type ResultRow, type Target } from '../../report/result.js';
import type { NeighbourBehaviour } from './behaviours.js';
import type { Memory } from './memory-watch.js';
import { kinds, requestKinds, WEBHOOK, type NeighbourKind, type Measurements } from './neighbour.js';
import type { Answers } from './load-options.js';

const SCENARIO = 'neighbours';
const WORKER = 'webhook-worker';
const WANTED = {
  webhookMs: 2_000,
  answeredMs: 30_000,
  megabytes: 250,
  workerMegabytes: 350,
};

/** The measurements around one behaviour, for each round. */
export interface BehaviourMeasurement {
  behaviour: NeighbourBehaviour;
  alone: Measurements[];
  underLoad: Measurements[];
  after: Measurements[];
  answers: Answers[];
  /** By the name of the server. */
  memory: ReadonlyMap<string, Memory>;
  ended: ReadonlySet<string>;
}

/** Milliseconds that the p99 of a request may reach. */
const wantedMs: Record<(typeof requestKinds)[number], number> = {
  'GET /v2/me': 100,
  'a search': 200,
  'POST /v2/users': 200,
  client_credentials: 100,
};

const figures = (rounds: readonly Measurements[], kind: NeighbourKind): Figures =>
  computeFigures(rounds.map(({ times }) => times[kind]));

/** One line for each kind of request, one for the load's own requests and one for memory. */
export function formatLines(measured: BehaviourMeasurement): string[] {
  const { behaviour, alone, underLoad, after, answers, memory } = measured;
  const failures = listFailures(measured).map(([what, count]) => `${what} (${count} times)`);
  const part = (name: string, { p50, p99 }: Figures) => `${name} ${p50.toFixed(1)} / ${p99.toFixed(1)}`;
  const kindRows = kinds.map((kind) => {
    const during = figures(underLoad, kind);
    const states = [
      part('alone', figures(alone, kind)),
      part('beside', during),
      part('after', figures(after, kind)),
    ];
    const rounds = during.rounds.map((p99) => p99.toFixed(0)).join(' ');
    return `  ${kind.padEnd(18)} ${states.join(', ')} (p99 by rounds ${rounds}; ${during.count} times)`;
  });
  const megabytes = [...memory].map(
    ([name, { start, most }]) => `${name} ${start.toFixed(0)} to ${most.toFixed(0)}`,
  );
  const statuses = answers.map((one) => JSON.stringify(one.statuses)).join(' ');
  return [
    `${behaviour.name}, p50 / p99 in ms:`,
    ...kindRows,
    ...(failures.length > 0 ? [`  refused to the neighbour: ${failures.join(', ')}`] : []),
    `  its own answers, by rounds: ${statuses}; the slowest after ${slowest(answers).toFixed(0)} ms`,
    `  memory in MB: ${megabytes.join(', ')}`,
  ];
}

export function createRows(measured: BehaviourMeasurement): ResultRow[] {
  const { behaviour, alone, underLoad, answers, memory } = measured;
  const row = (
    what: string,
    rest: { ours: number; theirs?: number; against?: string; unit: string; target: Target },
  ) => resultRow({ scenario: SCENARIO, what: `${behaviour.name}: ${what}`, ...rest });
  const kindFigures = (kind: NeighbourKind) => ({
    ours: figures(underLoad, kind).p99,
    theirs: figures(alone, kind).p99,
  });
  const most = { ...wantedMs, ...(behaviour.mostPostMs && { 'POST /v2/users': behaviour.mostPostMs }) };
  const above = (isCounted: (name: string) => boolean) =>
    Math.max(...[...memory].filter(([name]) => isCounted(name)).map(([, { start, most }]) => most - start));
  const rows = requestKinds.map((kind) =>
    row(`p99 of ${kind}`, { ...kindFigures(kind), against: 'alone', unit: 'ms', target: atMost(most[kind]) }),
  );
  // those who do not read have no answers
  const hasAnswers = answers.some(({ statuses }) => Object.keys(statuses).length > 0);
  const ownRequests = hasAnswers
    ? [
        row('slowest request of the load', {
          ours: slowest(answers),
          unit: 'ms',
          target: atMost(WANTED.answeredMs),
        }),
      ]
    : [];
  return [
    ...rows,
    row(`p99 of ${WEBHOOK}`, {
      ...kindFigures(WEBHOOK),
      against: 'alone',
      unit: 'ms',
      target: atMost(WANTED.webhookMs),
    }),
    ...ownRequests,
    row('memory of the two servers above the start', {
      ours: above((name) => name !== WORKER),
      unit: 'MB',
      target: atMost(behaviour.mostMegabytes ?? WANTED.megabytes),
    }),
    row('memory of the worker above the start', {
      ours: above((name) => name === WORKER),
      unit: 'MB',
      target: atMost(WANTED.workerMegabytes),
    }),
  ];
}

/** The events that must not happen at all, over all behaviours. */
export function rowsOfAll(all: readonly BehaviourMeasurement[]): ResultRow[] {
  const none = (what: string, counted: (one: BehaviourMeasurement) => number, target = atMost(0)) => {
    const ours = all.reduce((sum, one) => sum + counted(one), 0);
    return resultRow({ scenario: SCENARIO, what, ours, unit: 'times', target });
  };
  const sum = (answers: readonly Answers[], count: (one: Answers) => number) =>
    answers.reduce((total, one) => total + count(one), 0);
  return [
    none('requests of the neighbour that were refused, and webhooks that did not come', (one) =>
      listFailures(one).reduce((total, [, count]) => total + count, 0),
    ),
    none('right passwords and requests of honest work that were refused', ({ answers }) =>
      sum(answers, (one) => one.wronglyRefused),
    ),
    none('requests of the others without an answer', ({ answers }) =>
      sum(answers, ({ statuses }) => statuses['failed'] ?? 0),
    ),
    none('servers that ended', ({ ended }) => ended.size),
  ];
}

const slowest = (answers: readonly Answers[]): number =>
  Math.max(...answers.map(({ slowestMs }) => slowestMs));

/** The failures of the neighbour, and how often; a kind may be there more than once. */
const listFailures = ({ alone, underLoad, after }: BehaviourMeasurement): [what: string, count: number][] =>
  [...alone, ...underLoad, ...after].flatMap(({ failures }) => Object.entries(failures));
