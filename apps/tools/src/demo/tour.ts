import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import colors from 'picocolors';
import { Partner, promised } from './partner.js';
import { Receiver } from './receiver.js';

export interface TourOptions {
  auth: string;
  api: string;
  client_id: string;
  client_secret: string;
  print: (line: string) => void;
}

const EVENTS = ['user.create', 'enrolment.create', 'enrolment.update'];
const DELIVERY_PATIENCE_MS = 15_000;
/** A revoked token is refused within this time. */
const REVOCATION_MS = 1_000;

/**
 * What a partner does in the first hour: token, search, a learner enrolled and finished, signed webhooks, goodbye.
 * @throws BrokenPromise at the first answer that is not as promised
 */
export async function tour(options: TourOptions): Promise<void> {
  const { api } = options;
  const guest = new Partner(); // without a token
  const partner = new Partner();
  const receiver = new Receiver();
  const address = await receiver.start();
  const { step, show } = narrator(options.print);
  let leave: (() => Promise<unknown>) | undefined;
  try {
    step('A token for the application (client_credentials)');
    const token = await guest.call(200, 'POST', `${options.auth}/oauth/token`, credentials(options));
    promised(token.token_type === 'Bearer' && token.expires_in > 0, 'a Bearer token that expires');
    promised(token.refresh_token === undefined, 'no refresh token with client_credentials');
    partner.token = token.access_token;
    show(`${token.access_token.slice(0, 24)}...  expires in ${token.expires_in / 3600} h`);
    show(`scope ${token.scope}`);

    step('Search: "team", with facets');
    const query = 'keyword=team&premium=true&subscribed=true&facets=language,type&limit=3';
    const found = await partner.call(200, 'GET', `${api}/v2/learning-objects?${query}`);
    promised(found.total > 0 && found.hits.length > 0, 'a hit for "team"');
    for (const { id, type, title } of found.hits) show(`${id}  ${title} (${type})`);
    show(
      `${found.total} in all; languages ${buckets(found.facets.language)}; types ${buckets(found.facets.type)}`,
    );

    step('A webhook for what follows');
    await removeOldWebhooks(partner, api);
    const webhook = await partner.call(201, 'POST', `${api}/v2/webhooks`, {
      url: address,
      user_create: true,
      enrollment_create: true,
      enrollment_update: true,
    });
    receiver.expectSecret(webhook.secret_key);
    leave = () => partner.ask('DELETE', `${api}/v2/webhooks/${webhook.id}`);
    show(`webhook ${webhook.id} to ${webhook.url}`);

    step('A new learner');
    const user = await partner.call(201, 'POST', `${api}/v2/users`, newLearner());
    show(`user ${user.id}  ${user.full_name} <${user.email}>`);

    step(`Enrolled in "${found.hits[0].title}"`);
    const wish = { user_id: user.id, lo_id: found.hits[0].id };
    const enrollment = await partner.call(201, 'POST', `${api}/v2/enrollments`, wish);
    promised(enrollment.status === 'not-started', 'a new enrollment is not started');
    const again = await partner.call(409, 'POST', `${api}/v2/enrollments`, wish);
    show(`enrollment ${enrollment.id}  ${enrollment.status}; a second one is refused: ${again.error_code}`);

    step('Completed');
    const change = { status: 'completed', result: 92 };
    const done = await partner.call(200, 'PATCH', `${api}/v2/enrollments/${enrollment.id}`, change);
    promised(
      done.status === 'completed' && done.result === 92 && done.end_date,
      'completed, with result and end date',
    );
    show(
      `enrollment ${done.id}  ${done.status} on ${done.end_date}, result ${done.result}, passed ${done.pass}`,
    );

    step('The webhooks, received here and verified (both signatures)');
    const events = await receiver.waitFor(EVENTS, DELIVERY_PATIENCE_MS);
    for (const { sequence, type, id } of events) show(`#${sequence}  ${type}  ${id}`);
    promised(events[0]?.data['id'] === user.id, 'user.create carries the user');
    promised(events[2]?.data['status'] === 'completed', 'enrolment.update carries the new status');

    step('The token given back');
    await leave();
    leave = undefined;
    await guest.call(200, 'POST', `${options.auth}/oauth/revoke`, revocation(options, token.access_token));
    const { milliseconds, answer } = await untilRefused(partner, `${api}/v2/account`);
    promised(answer.body.message === 'Invalid token', 'the message "Invalid token"');
    show(`refused with 401 "${answer.body.message}" after ${milliseconds} ms`);
  } finally {
    await leave?.().catch(() => undefined);
    await receiver.stop();
  }
}

const credentials = ({ client_id, client_secret }: TourOptions) =>
  new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });

const revocation = ({ client_id, client_secret }: TourOptions, token: string) =>
  new URLSearchParams({ token, client_id, client_secret });

/** Webhooks that an interrupted tour left: a portal has room for five. */
async function removeOldWebhooks(partner: Partner, api: string): Promise<void> {
  const { hits } = await partner.call(200, 'GET', `${api}/v2/webhooks`);
  for (const { id, url } of hits) {
    if (url.endsWith('/learning-platform-tour'))
      await partner.call(204, 'DELETE', `${api}/v2/webhooks/${id}`);
  }
}

function newLearner() {
  return {
    email: `tour-${randomBytes(4).toString('hex')}@acme.example`,
    first_name: 'Tour',
    last_name: 'Guest',
  };
}

async function untilRefused(partner: Partner, url: string) {
  const started = performance.now();
  for (;;) {
    const answer = await partner.ask('GET', url);
    const milliseconds = Math.round(performance.now() - started);
    if (answer.status === 401) return { milliseconds, answer };
    promised(milliseconds < REVOCATION_MS, 'a revoked token is refused within a second');
    await pause(20);
  }
}

const buckets = (facet: { buckets: { key: string; doc_count: number }[] }): string =>
  facet.buckets
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
