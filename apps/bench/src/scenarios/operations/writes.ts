/** The first of the people that the benchmark adds. */
const FIRST_PERSON = 1_000_000;

/** The body of the n-th request of each operation that one connection can repeat. */
const bodies: Readonly<Record<string, (n: number) => object>> = {
  'POST /v2/users': (n) => ({
    email: `created-${n}@people.example`,
    first_name: 'Ana',
    last_name: `Silva ${n}`,
    send_login_email: false,
  }),
  'PATCH /v2/users/{userId}': (n) => ({ first_name: `Ana ${n}` }),
  'POST /v2/users/{userId}/login': () => ({}),
  'POST /v2/enrollments': (n) => ({ lo_id: 6, user_id: FIRST_PERSON + n }),
  'PATCH /v2/enrollments/{enrollmentId}': (n) => ({ result: n % 100 }),
  'PATCH /v2/webhooks/{webhookId}': (n) => ({ url: `https://receiver.example/changed/${n}` }),
  'POST /v2/webhooks/{webhookId}/replay': () => ({ from: 0, to: 3_600, dry_run: true }),
  'POST /v2/content/manual': (n) => ({ title: `Forklift licence ${n}`, provider: 'Fahrschule Nord' }),
  'POST /v2/content/links': (n) => ({ title: `Travel ${n}`, url: `https://intranet.acme.example/${n}` }),
  'POST /v2/collections': (n) => ({ title: `Onboarding ${n}` }),
  'PATCH /v2/collections/{collectionId}': (n) => ({ title: `Week ${n}` }),
  'PUT /v2/branding': (n) => ({ name: `Acme Academy ${n}` }),
};

/** @returns undefined for an operation that is not measured */
export const findBody = (operation: string): ((n: number) => object) | undefined => bodies[operation];
