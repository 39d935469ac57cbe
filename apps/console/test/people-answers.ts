import type { components } from '../../../clients/typescript/src/generated/resource-api.js';
import {
  refusal,
  type HarnessAnswer,
  type HarnessRequest,
  type HarnessRoute,
  route,
} from './harness-messages.js';
import { time } from './web-answers.js';

type Schemas = components['schemas'];

const person = (
  id: number,
  first: string,
  last: string,
  more: Partial<Schemas['User']> = {},
): Schemas['User'] => ({
  id,
  first_name: first,
  last_name: last,
  full_name: `${first} ${last}`,
  email: `${first}.${last}@acme.example`.toLowerCase().replaceAll(' ', '-'),
  locale: 'en',
  roles: ['Learner'],
  status: true,
  state: 'active',
  managers: [],
  custom_fields: {},
  profile_picture: null,
  created_time: time(9_000_000 - id),
  updated_time: time(86_400),
  last_login_time: time(id * 700),
  ...more,
});

export const people: Schemas['User'][] = [
  person(12, 'Grace', 'Hopper', {
    managers: [13],
    custom_fields: { department: 'Research', badge: 4711, remote: true, started: '2024-03-01' },
  }),
  person(13, 'Katherine', 'Johnson', { roles: ['Administrator', 'Manager'] }),
  person(14, '<b>Mallory</b>', 'O’Brien', { status: false, state: 'blocked', last_login_time: null }),
  person(15, 'Maximiliane-Friederike', 'von Hohenlohe-Langenburg-Schillingsfürst', {
    roles: ['Content administrator', 'Learner'],
  }),
  person(20, 'Learner', 'Number 1', { state: 'invited', last_login_time: null }),
  ...Array.from({ length: 7 }, (_, index) => person(21 + index, 'Learner', `Number ${index + 2}`)),
];

export const closedPerson: Schemas['User'] = person(19, 'Ada', 'Gone', { closed_time: time(500_000) });

export const customFields: Schemas['CustomField'][] = [
  { name: 'department', type: 'text', options: null },
  { name: 'badge', type: 'integer', options: null },
  { name: 'remote', type: 'boolean', options: null },
  { name: 'started', type: 'date', options: null },
  { name: 'site', type: 'choice', options: ['Berlin', 'Lyon'] },
];

const provider: Schemas['LearningObjectProvider'] = {
  id: 1,
  name: 'Acme',
} as Schemas['LearningObjectProvider'];
const content = (
  id: number,
  title: string,
  type: Schemas['LearningObjectType'],
): Schemas['EnrolledObject'] => ({
  id,
  title,
  type,
  provider,
  skills: [],
});

export const contents = [
  content(77, 'Safety at work', 'course'),
  content(78, 'First aider', 'award'),
  content(79, 'How to read a contract without a lawyer: the long way, in twelve lessons', 'interactive'),
];

const enrollment = (id: number, more: Partial<Schemas['Enrollment']> = {}): Schemas['Enrollment'] => ({
  id,
  user_id: 12,
  lo_id: 77,
  lo: contents[0]!,
  type: 'self',
  status: 'in-progress',
  result: null,
  pass: null,
  start_date: time(800_000),
  end_date: null,
  due_date: time(-2_000_000),
  award_required: [],
  parent_enrollment_id: null,
  parent_lo_id: null,
  timestamp: Math.floor(Date.now() / 1_000) - 4_000,
  created_time: time(900_000),
  updated_time: time(id * 60),
  ...more,
});

export const enrollments: Schemas['Enrollment'][] = [
  enrollment(501),
  enrollment(502, {
    user_id: 13,
    lo_id: 79,
    lo: contents[2]!,
    status: 'completed',
    result: 87.5,
    pass: true,
    end_date: time(7_000),
  }),
  enrollment(503, {
    lo_id: 78,
    lo: contents[1]!,
    status: 'not-started',
    start_date: null,
    due_date: time(5_000),
  }),
  enrollment(504, {
    status: 'completed',
    result: 12,
    pass: false,
    archived_time: time(90_000),
    archived_because: 're-enrolled',
    archived_by: 12,
  }),
];

/** Counts of contents, the last of which the portal no longer sees. */
export const contentCounts: Schemas['EnrollmentAggregate'][] = [
  {
    lo_id: 77,
    enrollment_count: 1_240,
    completed_count: 790,
    in_progress_count: 310,
    not_started_count: 140,
  },
  { lo_id: 79, enrollment_count: 14, completed_count: 9, in_progress_count: 3, not_started_count: 2 },
  { lo_id: 90, enrollment_count: 3, completed_count: 0, in_progress_count: 0, not_started_count: 3 },
];

const findPerson = (id: string) => [...people, closedPerson].find((one) => one.id === Number(id));
/** The enrollment with the name of its person, where the request includes it. */
function include(enrollment: Schemas['Enrollment'], { query }: HarnessRequest): Schemas['Enrollment'] {
  const person = findPerson(String(enrollment.user_id));
  if (!person || !query.getAll('include').includes('user')) return enrollment;
  const { id, email, first_name, last_name, full_name } = person;
  return { ...enrollment, user: { id, email, first_name, last_name, full_name } };
}
const findEnrollment = (id: string) => enrollments.find((one) => one.id === Number(id));
const absent = refusal(404, 'not_found');
const change = (before: object | undefined, body: unknown): HarnessAnswer =>
  before ? { body: { ...before, ...(body as object) }, headers: { etag: '"two"' } } : absent;

function listPeople({ query }: HarnessRequest): HarnessAnswer {
  if (query.get('closed') === 'true') return { body: { total: 1, hits: [closedPerson] } };
  const q = (query.get('q') ?? '').toLowerCase();
  const hits = people.filter(
    ({ full_name: name, email, state, roles }) =>
      (name.toLowerCase().startsWith(q) || email.startsWith(q)) &&
      (!query.has('email') || email === query.get('email')!.toLowerCase()) &&
      (!query.has('state') || query.getAll('state').includes(state)) &&
      (!query.has('roles') || roles.some((role) => query.getAll('roles').includes(role))),
  );
  return { body: { total: hits.length, hits: hits.slice(0, Number(query.get('limit'))) } };
}

function listEnrollments(request: HarnessRequest): HarnessAnswer {
  const { query } = request;
  const archived = query.get('archived') ?? 'false';
  const hits = enrollments.filter(
    (one) =>
      (!query.has('user_id') || one.user_id === Number(query.get('user_id'))) &&
      (!query.has('lo_id') || one.lo_id === Number(query.get('lo_id'))) &&
      (!query.has('status') || one.status === query.get('status')) &&
      (!query.has('overdue') || (one.status !== 'completed' && one.due_date! < time(0))) &&
      (archived === 'all' || Boolean(one.archived_time) === (archived === 'true')),
  );
  return { body: { total: hits.length, hits: hits.map((one) => include(one, request)) } };
}

function listCounts({ query }: HarnessRequest): HarnessAnswer {
  const least = Number(query.get('min_enrollment_count') ?? 0);
  const hits = contentCounts.filter(
    ({ lo_id: id, enrollment_count: count }) =>
      count >= least && (!query.has('lo_ids') || id === Number(query.get('lo_ids'))),
  );
  return { body: { total: hits.length, hits } };
}

/** The content that can be chosen where somebody is enrolled, or the content with these ids. */
export function listChoosableContent({ query }: HarnessRequest): HarnessAnswer {
  const word = (query.get('keyword') ?? '').toLowerCase();
  const ids = query.getAll('id').map(Number);
  const hits = contents
    .filter(({ id, title }) => title.toLowerCase().includes(word) && (ids.length === 0 || ids.includes(id)))
    .map((one) => ({ ...one, subscription: { licenses: -1, package: null } }));
  return { body: { total: hits.length, hits } };
}

/** Answers about people and what they learn. */
export const peopleRoutes: readonly HarnessRoute[] = [
  route('GET', /^\/api\/v2\/users$/, listPeople),
  route('POST', /^\/api\/v2\/users$/, ({ body }) => ({
    status: 201,
    body: { ...people[0], ...(body as object), full_name: 'Grace Hopper' },
  })),
  route('GET', /^\/api\/v2\/users\/(\d+)$/, (_, [id]) => {
    const person = findPerson(id!);
    return person ? { body: person, headers: { etag: '"one"' } } : absent;
  }),
  route('PATCH', /^\/api\/v2\/users\/(\d+)$/, ({ body }, [id]) => change(findPerson(id!), body)),
  route('DELETE', /^\/api\/v2\/users\/\d+$/, () => ({ status: 204 })),
  route('POST', /^\/api\/v2\/users\/\d+\/login$/, () => ({
    body: { url: 'https://acme.learning.example/l/8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  })),
  route('POST', /^\/api\/v2\/users\/\d+\/(invitation|password-mail)$/, () => ({ status: 204 })),
  route('GET', /^\/api\/v2\/custom-fields$/, () => ({ body: { total: 5, hits: customFields } })),
  route('GET', /^\/api\/v2\/enrollments$/, listEnrollments),
  route('GET', /^\/api\/v2\/enrollment-aggregates$/, listCounts),
  route('POST', /^\/api\/v2\/enrollments(?:\/award)?$/, () => ({ status: 201, body: enrollments[0] })),
  route('GET', /^\/api\/v2\/enrollments\/(\d+)$/, (request, [id]) => {
    const enrollment = findEnrollment(id!);
    if (!enrollment) return absent;
    return { body: { ...include(enrollment, request), goals: [] }, headers: { etag: '"one"' } };
  }),
];
