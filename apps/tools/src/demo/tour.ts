import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import colors from 'picocolors';
import {
  answerOf,
  clientCredentials,
  Conflict,
  fixedToken,
  LearningPlatform,
  Unauthorized,
} from '../../../../clients/typescript/src/index.js';
import { assertDocumented } from './documentation-mismatch.js';
import { DemoReceiver } from './receiver.js';

export interface TourOptions {
  auth: string;
  api: string;
  client_id: string;
  client_secret: string;
  print: (line: string) => void;
}

const EVENTS = ['user.create', 'enrolment.create', 'enrolment.update'];
const DELIVERY_TIMEOUT_MS = 15_000;
/** A revoked token is refused within this time. */
const REVOCATION_MS = 1_000;

/**
 * A partner's first hour: token, search, an enrolled learner who completes a course, signed webhooks, revocation.
 * @throws DocumentationMismatch at the first answer that is not as documented
 */
export async function tour(options: TourOptions): Promise<void> {
  const tokens = clientCredentials({
    authorizationServer: options.auth,
    clientId: options.client_id,
    clientSecret: options.client_secret,
  });
  const { api } = new LearningPlatform({ resourceApi: options.api, tokens });
  const receiver = new DemoReceiver();
  const url = await receiver.start();
  const { step, show } = narrator(options.print);
  let removeWebhook: (() => Promise<unknown>) | undefined;
  try {
    step('A token for the application (client_credentials)');
    const token = await tokens.token();
    show(`${token.slice(0, 24)}...`);
    const { title } = await answerOf(api.GET('/v2/account'));
    show(`for the portal ${title}`);

    step('Search: "team", with facets');
    const query = {
      keyword: 'team',
      premium: true,
      subscribed: true,
      facets: ['language', 'type'],
      limit: 3,
    };
    const page = await answerOf(api.GET('/v2/learning-objects', { params: { query } }));
    const [course] = page.hits;
    assertDocumented(course !== undefined, 'a hit for "team"');
    for (const { id, type, title } of page.hits) show(`${id}  ${title} (${type})`);
    const { language, type } = page.facets ?? {};
    show(`${page.total} in all; languages ${buckets(language)}; types ${buckets(type)}`);

    step('A webhook for what follows');
    await removeOldWebhooks(api);
    const flags = { user_create: true, enrollment_create: true, enrollment_update: true };
    const webhook = await answerOf(api.POST('/v2/webhooks', { body: { url, ...flags } }));
    receiver.expectSecret(webhook.secret_key ?? '');
    removeWebhook = () =>
      api.DELETE('/v2/webhooks/{webhookId}', { params: { path: { webhookId: webhook.id } } });
    show(`webhook ${webhook.id} to ${webhook.url}`);

    step('A new learner');
    const user = await answerOf(api.POST('/v2/users', { body: newLearner() }));
    show(`user ${user.id}  ${user.full_name} <${user.email}>`);

    step(`Enrolled in "${course.title}"`);
    const enrollmentRequest = { user_id: user.id, lo_id: course.id };
    const enrollment = await answerOf(api.POST('/v2/enrollments', { body: enrollmentRequest }));
    assertDocumented(enrollment.status === 'not-started', 'a new enrollment is not started');
    const refusal = await expectRefusal(api.POST('/v2/enrollments', { body: enrollmentRequest }));
    assertDocumented(refusal instanceof Conflict, 'a person is enrolled only once');
    show(`enrollment ${enrollment.id}  ${enrollment.status}; a second one is refused: ${refusal.code}`);

    step('Completed');
    const done = await answerOf(
      api.PATCH('/v2/enrollments/{enrollmentId}', {
        params: { path: { enrollmentId: enrollment.id } },
        body: { status: 'completed', result: 92 },
      }),
    );
    const isDone = done.status === 'completed' && done.result === 92 && done.end_date !== null;
    assertDocumented(isDone, 'completed, with result and end date');
    show(
      `enrollment ${done.id}  ${done.status} on ${done.end_date}, result ${done.result}, passed ${done.pass}`,
    );

    step('The webhooks, received here and verified');
    const events = await receiver.waitFor(EVENTS, DELIVERY_TIMEOUT_MS);
    for (const { sequence, type, id } of events) show(`#${sequence}  ${type}  ${id}`);
    assertDocumented(events[0]?.data['id'] === user.id, 'user.create carries the user');
    assertDocumented(events[2]?.data['status'] === 'completed', 'enrolment.update carries the new status');

    step('The token is revoked');
    await removeWebhook();
    removeWebhook = undefined;
    await revoke(options, token);
    const milliseconds = await untilRefused(options.api, token);
    show(`refused with 401 "Invalid token" after ${milliseconds} ms`);
  } finally {
    await removeWebhook?.().catch(() => undefined);
    await receiver.stop();
  }
}

/**
 * The error of a refused request.
 * @throws DocumentationMismatch when it succeeds
 */
async function expectRefusal(request: Promise<unknown>): Promise<unknown> {
  const refusal: unknown = await request.then(
    () => undefined,
    (error: unknown) => error,
  );
  assertDocumented(refusal !== undefined, 'a refusal');
  return refusal;
}

async function revoke({ auth, client_id, client_secret }: TourOptions, token: string): Promise<void> {
  const body = new URLSearchParams({ token, client_id, client_secret });
  const { status } = await fetch(`${auth}/oauth/revoke`, { method: 'POST', body });
  assertDocumented(status === 200, 'a token can be revoked');
}

/** Removes webhooks left by an interrupted tour, because a portal may have only five. */
async function removeOldWebhooks(api: LearningPlatform['api']): Promise<void> {
  const { hits } = await answerOf(api.GET('/v2/webhooks'));
  for (const { id: webhookId, url } of hits)
    if (url.endsWith('/learning-platform-tour'))
      await api.DELETE('/v2/webhooks/{webhookId}', { params: { path: { webhookId } } });
}

/**
 * Milliseconds until a revoked token is refused.
 * @throws DocumentationMismatch when that takes too long
 */
async function untilRefused(resourceApi: string, token: string): Promise<number> {
  const { api } = new LearningPlatform({ resourceApi, tokens: fixedToken(token) });
  const started = performance.now();
  for (;;) {
    const refusal: unknown = await api.GET('/v2/account').then(
      () => undefined,
      (error: unknown) => error,
    );
    const milliseconds = Math.round(performance.now() - started);
    if (refusal !== undefined) {
      const isIt = refusal instanceof Unauthorized && refusal.message === 'Invalid token';
      assertDocumented(isIt, 'a revoked token is refused with 401 "Invalid token"');
      return milliseconds;
    }
    assertDocumented(milliseconds < REVOCATION_MS, 'a revoked token is refused within a second');
    await pause(20);
  }
}

function newLearner() {
  return {
    email: `tour-${randomBytes(4).toString('hex')}@acme.example`,
    first_name: 'Tour',
    last_name: 'Guest',
  };
}

const buckets = (facet?: { buckets: { key: string; doc_count: number }[] }): string =>
  (facet?.buckets ?? [])
    .slice(0, 4)
    .map(({ key, doc_count }) => `${key} ${doc_count}`)
    .join(', ');

function narrator(print: (line: string) => void) {
  let number = 0;
  return {
    step: (title: string) => print(`\n${colors.bold(`${++number}. ${title}`)}`),
    show: (line: string) => print(`   ${colors.dim('│')} ${line}`),
  };
}
