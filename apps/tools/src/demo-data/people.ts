import { monthStart, SeededRandom } from '@app/sample-content';

export interface DemoPerson {
  email: string;
  first_name: string;
  last_name: string;
  roles: string[];
  /** E-mail address of the manager in the same portal. */
  manager?: string;
  custom_fields: Record<string, string | number | boolean>;
  created_time: Date;
}

export interface DemoEnrollment {
  /** E-mail address of the learner, in portal acme. */
  email: string;
  /** The learning object, by provider and external_id. */
  provider: string;
  external_id: string;
  status: 'not-started' | 'in-progress' | 'completed';
  created_time: Date;
  start_date: Date | null;
  end_date: Date | null;
  due_date: Date | null;
  /** 0 to 100, only for assessed and completed objects. */
  result: number | null;
  pass: boolean | null;
}

const FIRST_NAMES =
  'Amara Bastian Chiara Dilan Elif Farid Giulia Hana Ivo Jonas Kalea Luis Mira Nils Oksana Pablo Quynh Rosa Stefan Thandi Ugo Vera Wanda Xavier Yara Zoltan Anouk Bruno Celine Dmitri'.split(
    ' ',
  );
const LAST_NAMES =
  'Abbasi Brandt Costa Dubois Eriksen Ferrari Gruber Haddad Ivanova Jansen Kowalski Lehmann Moreau Novak Oliveira Petrov Quintero Rossi Schmid Tran Ueda Vasquez Weber Xu Yilmaz Zimmer Ahlers Bianchi Cordes Diallo'.split(
    ' ',
  );
const DEPARTMENTS = ['Operations', 'Sales', 'Finance', 'Engineering', 'People and Culture', 'Logistics'];
const DAY_MS = 86_400_000;

/** Sixty colleagues at acme: six managers under manager@acme.example, nine people under each. */
export function demoPeople(now: Date): DemoPerson[] {
  const random = new SeededRandom(60);
  const start = monthStart(now).getTime();
  const people: DemoPerson[] = [];
  for (let number = 0; number < 60; number++) {
    const firstName = FIRST_NAMES[number % 30]!;
    const lastName = LAST_NAMES[(number * 7 + Math.floor(number / 30)) % 30]!;
    const team = number < 6 ? number : (number - 6) % 6;
    people.push({
      email: `${firstName}.${lastName}@acme.example`.toLowerCase(),
      first_name: firstName,
      last_name: lastName,
      roles: number < 6 ? ['Manager'] : number === 6 ? ['Content administrator'] : ['Learner'],
      manager: number < 6 ? 'manager@acme.example' : people[team]!.email,
      custom_fields: {
        department: DEPARTMENTS[team]!,
        cost_center: `CC-${1000 + team * 10}`,
        employee_number: 20_000 + number,
        works_remotely: random.next() < 0.4,
      },
      created_time: new Date(start - random.between(30, 760) * DAY_MS),
    });
  }
  return people;
}

/** An object in which acme's people can be enrolled. */
export interface Enrollable {
  provider: string;
  external_id: string;
  assessable: boolean;
}

/**
 * `count` enrollments, at most one per person and object, over the two years before `now`, so that charts of recent
 * days are not empty. Earlier ones are mostly completed, later ones in progress; the first of `objects` get the most.
 */
export function demoEnrollments(
  people: readonly DemoPerson[],
  objects: readonly Enrollable[],
  now: Date,
  count = 600,
): DemoEnrollment[] {
  const random = new SeededRandom(600);
  const end = now.getTime();
  const usedKeys = new Set<string>();
  const enrollments: DemoEnrollment[] = [];
  if (people.length * objects.length < count)
    throw new Error('too few people or objects for so many enrollments');
  while (enrollments.length < count) {
    const person = random.pick(people);
    const object = objects[Math.floor(random.next() ** 2 * objects.length)]!;
    const key = `${person.email} ${object.provider} ${object.external_id}`;
    if (usedKeys.has(key)) continue;
    usedKeys.add(key);
    const earliest = Math.max(person.created_time.getTime(), end - 730 * DAY_MS);
    const created = earliest + Math.floor(random.next() * (end - earliest));
    enrollments.push({
      email: person.email,
      provider: object.provider,
      external_id: object.external_id,
      ...progress(random, created, end, object.assessable),
    });
  }
  return enrollments.sort((one, other) => one.created_time.getTime() - other.created_time.getTime());
}

type Progress = Omit<DemoEnrollment, 'email' | 'provider' | 'external_id'>;

function progress(random: SeededRandom, created: number, end: number, assessable: boolean): Progress {
  const age = end - created;
  const begun = created + random.between(0, 14) * DAY_MS;
  const finished = begun + random.between(0, 45) * DAY_MS;
  const done = finished < end && random.next() < (age > 180 * DAY_MS ? 0.85 : 0.5);
  const started = done || (begun < end && random.next() < 0.7);
  const result = done && assessable ? random.between(45, 100) : null;
  return {
    status: done ? 'completed' : started ? 'in-progress' : 'not-started',
    created_time: new Date(created),
    start_date: started ? new Date(begun) : null,
    end_date: done ? new Date(finished) : null,
    due_date: random.next() < 0.3 ? new Date(created + 90 * DAY_MS) : null,
    result,
    pass: done ? (result ?? 100) >= 60 : null,
  };
}
