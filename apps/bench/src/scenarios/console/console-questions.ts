import { medianFigure } from '../../report/figures.js';

const TRIES = 5;
const DAY_SECONDS = 86_400;

/** The requests of each page to the API, by what somebody chose there: the rows, with their exact number. */
const questionsOfPages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/': {
    enrollments: `/v2/enrollment-statistics?interval=day&time_zone=Europe/Berlin&${lastDays(30)}`,
    'enrollments of a year': `/v2/enrollment-statistics?interval=day&time_zone=Europe/Berlin&${lastDays(365)}`,
    limits: '/v2/limits',
    'number of people': '/v2/users?limit=0',
  },
  '/people': {
    all: '/v2/users?limit=50',
    'the last page': '/v2/users?limit=50&offset=9950',
    active: '/v2/users?limit=50&status=true',
    blocked: '/v2/users?limit=50&status=false',
    closed: '/v2/users?limit=50&closed=true',
    managers: '/v2/users?limit=50&roles=Manager',
    'blocked managers': '/v2/users?limit=50&roles=Manager&status=false',
    administrators: '/v2/users?limit=50&roles=Administrator',
    learners: '/v2/users?limit=50&roles=Learner',
    'a name': '/v2/users?limit=50&q=first11',
    'a full name': '/v2/users?limit=50&q=first1999%20last4999',
    'an address': '/v2/users?limit=50&q=bench777@bench.example',
    'many addresses': '/v2/users?limit=50&q=bench77',
    'everybody’s name': '/v2/users?limit=50&q=last',
    'everybody’s address': '/v2/users?limit=50&q=bench',
    'nobody’s name': '/v2/users?limit=50&q=x',
    'closed, an address': '/v2/users?limit=50&closed=true&q=bench7',
    'to choose from, one letter': '/v2/users?limit=8&status=true&q=f',
    'to choose from, a name': '/v2/users?limit=8&status=true&q=first11',
  },
  '/enrollments': {
    all: '/v2/enrollments?limit=50&include=lo',
    completed: '/v2/enrollments?limit=50&include=lo&status=completed',
    'changed lately': `/v2/enrollments?limit=50&include=lo&${lastDays(7).replace('from', 'updated')}`,
    archived: '/v2/enrollments?limit=50&include=lo&archived=true',
    'archived, completed': '/v2/enrollments?limit=50&include=lo&archived=true&status=completed',
    'with archived ones': '/v2/enrollments?limit=50&include=lo&archived=all',
    'with archived ones, the last page': '/v2/enrollments?limit=50&include=lo&archived=all&offset=9950',
    'of an object': '/v2/enrollments?limit=50&include=lo&lo_id=1',
    'of an object, changed in a year': `/v2/enrollments?limit=50&include=lo&lo_id=1&${lastDays(365).replace('from', 'updated')}`,
    aggregates: '/v2/enrollment-aggregates?limit=50&min_enrollment_count=1',
  },
  '/webhooks': { all: '/v2/webhooks' },
  '/content': {
    all: '/v2/learning-objects?premium=true&facets=type&facets=language&facets=topics&facets=tag&facets=instance&sort=created:desc&limit=50',
  },
};

function lastDays(days: number): string {
  const now = Math.floor(Date.now() / 1000);
  return `from=${now - days * DAY_SECONDS}&to=${now}`;
}

/**
 * Asks what a page asks, several times each.
 * @returns milliseconds of each answer, by question
 * @throws Error when one is refused
 */
export async function measureQuestions(
  path: string,
  send: (path: string) => Promise<{ total: number }>,
): Promise<Map<string, { total: number; times: number[] }>> {
  const answers = new Map<string, { total: number; times: number[] }>();
  for (const [name, question] of Object.entries(questionsOfPages[path] ?? {})) {
    const times: number[] = [];
    let total = 0;
    for (let round = 0; round < TRIES; round += 1) {
      const begin = performance.now();
      ({ total } = await send(question));
      times.push(performance.now() - begin);
    }
    answers.set(name, { total, times });
  }
  return answers;
}

/** The slowest question by its middle time, in milliseconds. */
export const findSlowestQuestion = (answers: ReadonlyMap<string, { times: number[] }>): number =>
  Math.max(...[...answers.values()].map(({ times }) => medianFigure(times)));
