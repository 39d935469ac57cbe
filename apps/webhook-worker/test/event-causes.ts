import type { EventType } from '@app/contracts';
import { applyCommand } from '../../cli/src/apply/apply.command.js';
import { authCommand } from '../../cli/src/auth/auth.command.js';
import { catalogCommand } from '../../cli/src/catalog/catalog.command.js';
import { personCommand } from '../../cli/src/person/person.command.js';
import { usersCommand } from '../../cli/src/users/users.command.js';
import { label, textObject, type EventsStack, type Subscriber } from './events-stack.js';

/** The effect: the event's object, and who must be notified. */
export interface Effect {
  objectId: number;
  subscriber: Subscriber;
  /** The members that the data must contain besides the id. */
  data?: object;
}
type Causes<Type extends EventType = EventType> = Record<Type, Record<string, () => Promise<Effect>>>;

/** Every cause, by the event type. */
export const createCauses = (stack: EventsStack): Causes => ({
  ...userCauses(stack),
  ...enrollmentCauses(stack),
  ...loCauses(stack),
});

function userCauses(stack: EventsStack): Causes<'user.create' | 'user.update' | 'user.delete'> {
  const { call, newUser, userId, file } = stack;
  const importUsers = (email: string, firstName: string) => {
    const table = file(`${label()}.csv`, `email,first_name,last_name\n${email},${firstName},Byron\n`);
    const { api, acme } = stack;
    const args = ['users', 'import', table, '--portal', acme.portal.name];
    return stack.cli(usersCommand, api.database.urls.api, ...args);
  };
  const apply = (...people: [email: string, managers: string[]][]) => {
    const host = stack.acme.portal.name;
    const bootstrap = {
      portals: [{ host, name: 'Acme', title: 'Acme' }],
      people: people.map(([email, managers]) => {
        const accounts = [{ portal: host, roles: ['Learner'], managers }];
        return { email, first_name: 'Ada', last_name: 'Lovelace', accounts };
      }),
    };
    const path = file(`${label()}.yaml`, JSON.stringify(bootstrap));
    return stack.cli(applyCommand, stack.api.database.urls.owner, 'apply', '-f', path);
  };
  return {
    'user.create': {
      'POST /v2/users': async () => {
        const { id, email } = await newUser();
        return { objectId: id, subscriber: stack.acme, data: { email } };
      },
      'users import': async () => {
        const email = `${label()}@example.com`;
        await importUsers(email, 'Ada');
        return { objectId: await userId(email), subscriber: stack.acme, data: { email, first_name: 'Ada' } };
      },
      apply: async () => {
        const [boss, email] = [`${label()}@example.com`, `${label()}@example.com`];
        await apply([boss, []], [email, [boss]]);
        const managers = [await userId(boss)];
        return { objectId: await userId(email), subscriber: stack.acme, data: { email, managers } };
      },
      'POST /v2/onboard': () => onboard(stack),
    },
    'user.update': {
      'PATCH /v2/users/{id}': async () => {
        const { id } = await newUser();
        await call('PATCH', `/v2/users/${id}`, { first_name: 'Grace' });
        return { objectId: id, subscriber: stack.acme, data: { first_name: 'Grace' } };
      },
      'users import': async () => {
        const { id, email } = await newUser();
        await importUsers(email, 'Grace');
        return { objectId: id, subscriber: stack.acme, data: { first_name: 'Grace' } };
      },
      'apply, of managers': async () => {
        const [boss, { id, email }] = [await newUser(), await newUser()];
        await apply([boss.email, []], [email, [boss.email]]);
        return { objectId: id, subscriber: stack.acme, data: { managers: [boss.id] } };
      },
    },
    'user.delete': {
      'DELETE /v2/users/{id}': async () => {
        const { id } = await newUser();
        await call('DELETE', `/v2/users/${id}`);
        return { objectId: id, subscriber: stack.acme };
      },
      'auth accounts remove': async () => {
        const { id, email } = await newUser();
        await removeAccount(stack, email);
        return { objectId: id, subscriber: stack.acme, data: { email } };
      },
      'person erase': async () => {
        const { id, email } = await newUser();
        await erase(stack, email);
        return { objectId: id, subscriber: stack.acme };
      },
    },
  };
}

const removeAccount = ({ api, acme, cli }: EventsStack, email: string) =>
  cli(authCommand, api.database.urls.owner, 'auth', 'accounts', 'remove', acme.portal.name, email);
const erase = ({ api, cli }: EventsStack, email: string) =>
  cli(personCommand, api.database.urls.owner, 'person', 'erase', email, '--yes');

/**
 * Nobody can subscribe to a portal before onboarding creates it, so the worker starts once its administrator
 * has subscribed.
 */
async function onboard(stack: EventsStack): Promise<Effect> {
  const { api } = stack;
  await stack.worker.app.close();
  const email = `${label()}@example.com`;
  const answer = await api.http.post('/v2/onboard', {
    token: await api.mint.sign({ clientId: 'seller' }),
    json: {
      creation_path: 'starter',
      customer: { name: 'Initech', industry: 'Software', country: 'US' },
      portal: { domain: `${label()}.learning.localhost`, seats: 25 },
      user: { email, first_name: 'Peter', last_name: 'Gibbons' },
    },
  });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const { portal, user } = answer.body;
  const [newPortal, roles] = [{ id: Number(portal.id), name: String(portal.name) }, ['Administrator']];
  const account = { id: Number(user.id), email, first_name: 'Peter', last_name: 'Gibbons', roles };
  const token = await api.mint.sign({ portal: newPortal, account });
  const subscriber = await stack.subscribe(api.withToken({ ...account, portal: newPortal }, token));
  await stack.startWorker();
  return { objectId: account.id, subscriber, data: { email } };
}

function enrollmentCauses(
  stack: EventsStack,
): Causes<'enrolment.create' | 'enrolment.update' | 'enrolment.delete'> {
  const { call, newUser, newEnrollment, content } = stack;
  const toEmail = async (userId: number): Promise<string> => (await call('GET', `/v2/users/${userId}`)).email;
  return {
    'enrolment.create': {
      'POST /v2/enrollments': async () => {
        const { id, user_id, lo_id } = await newEnrollment();
        return { objectId: id, subscriber: stack.acme, data: { user_id, lo_id } };
      },
      'POST /v2/enrollments/award': async () => {
        const { id: user_id } = await newUser();
        const award_id = await content('acme', { type: 'award' });
        const { id } = await call('POST', '/v2/enrollments/award', { award_id, user_id });
        return { objectId: id, subscriber: stack.acme, data: { user_id, lo_id: award_id } };
      },
    },
    'enrolment.update': {
      'PATCH /v2/enrollments/{id}': async () => {
        const { id } = await newEnrollment();
        await call('PATCH', `/v2/enrollments/${id}`, { status: 'completed' });
        return { objectId: id, subscriber: stack.acme, data: { status: 'completed', pass: 1 } };
      },
      'the last required item of its course': async () => {
        const items = [{ external_id: label(), type: 'text', title: 'Item', required: true }];
        const course = await content('acme', { type: 'course', items });
        const item = await stack.loId(items[0]!.external_id);
        const { id: user_id } = await newUser();
        const { id } = await call('POST', '/v2/enrollments', { user_id, lo_id: course });
        await call('POST', '/v2/enrollments', { user_id, lo_id: item, status: 'completed' });
        return {
          objectId: id,
          subscriber: stack.acme,
          data: { lo_id: course, status: 'completed', pass: 1 },
        };
      },
      'POST /v2/enrollments/{id}/goal': async () => {
        const { id } = await newEnrollment();
        await call('POST', `/v2/enrollments/${id}/goal`, { goal_id: 9 });
        return { objectId: id, subscriber: stack.acme, data: { status: 'not-started' } };
      },
    },
    'enrolment.delete': {
      'DELETE /v2/enrollments/{id}': async () => {
        const { id } = await newEnrollment();
        await call('DELETE', `/v2/enrollments/${id}`);
        return { objectId: id, subscriber: stack.acme };
      },
      'POST /v2/enrollments?re-enroll=true': async () => {
        const { id, user_id, lo_id } = await newEnrollment();
        await call('POST', '/v2/enrollments?re-enroll=true', { user_id, lo_id });
        return { objectId: id, subscriber: stack.acme };
      },
      'DELETE /v2/users/{id}': async () => {
        const { id, user_id } = await newEnrollment();
        await call('DELETE', `/v2/users/${user_id}`);
        return { objectId: id, subscriber: stack.acme };
      },
      'auth accounts remove': async () => {
        const { id, user_id } = await newEnrollment();
        await removeAccount(stack, await toEmail(user_id));
        return { objectId: id, subscriber: stack.acme, data: { user_id } };
      },
      'person erase': async () => {
        const { id, user_id } = await newEnrollment();
        await erase(stack, await toEmail(user_id));
        return { objectId: id, subscriber: stack.acme };
      },
    },
  };
}

/** The objects of the market that viewers see. */
export const sharedContent = { content_groups: ['basics'] };

/** `catalog import`. @param parts records, and options of the command */
export function importContent(stack: EventsStack, ...parts: (object | string)[]): Promise<string> {
  const lines = parts.filter((one) => typeof one === 'object').map((record) => JSON.stringify(record));
  const options = parts.filter((one) => typeof one === 'string');
  const path = stack.file(`${label()}.ndjson`, lines.join('\n'));
  return stack.cli(catalogCommand, stack.api.database.urls.api, 'catalog', 'import', path, ...options);
}

function loCauses(stack: EventsStack): Causes<'lo.create' | 'lo.update' | 'lo.delete' | 'content.update'> {
  const { call, content, loId } = stack;
  const newLink = async (): Promise<number> => {
    const json = { title: 'Handbook', url: 'https://intranet.example/handbook' };
    return (await call('POST', '/v2/content/links', json)).id;
  };
  return {
    'lo.create': {
      'POST /v2/content/links': async () => ({
        objectId: await newLink(),
        subscriber: stack.acme,
        data: { title: 'Handbook' },
      }),
      'POST /v2/content/manual': async () => {
        const { id } = await call('POST', '/v2/content/manual', {
          title: 'Climbing',
          provider: 'Alpine Club',
        });
        return { objectId: id, subscriber: stack.acme, data: { title: 'Climbing' } };
      },
      'catalog import': async () => {
        const name = label();
        await importContent(stack, textObject('acme', name));
        return { objectId: await loId(name), subscriber: stack.acme, data: { title: `Text ${name}` } };
      },
      'catalog import, to a viewer': async () => {
        const name = label();
        await importContent(stack, textObject('market', name, sharedContent));
        return { objectId: await loId(name), subscriber: stack.viewer };
      },
      'a collection that it subscribes to': async () => {
        const id = await content('market');
        const collection = await stack.seed.collection(label(), stack.market.portal.id);
        await stack.seed.subscribe(stack.viewer.portal.id, collection);
        await call('POST', `/v2/collections/${collection}/items/add`, { lo: [id] }, stack.market);
        return { objectId: id, subscriber: stack.viewer };
      },
    },
    'lo.update': {
      'PATCH /v2/learning-objects/{id}': async () => {
        const id = await newLink();
        await call('PATCH', `/v2/learning-objects/${id}`, { title: 'Guide' });
        return { objectId: id, subscriber: stack.acme, data: { title: 'Guide' } };
      },
      'catalog import': async () => {
        const name = label();
        await importContent(stack, textObject('acme', name));
        await importContent(stack, textObject('acme', name, { title: 'Other' }));
        return { objectId: await loId(name), subscriber: stack.acme, data: { title: 'Other' } };
      },
    },
    'lo.delete': {
      'DELETE /v2/learning-objects/{id}': async () => {
        const id = await newLink();
        await call('DELETE', `/v2/learning-objects/${id}`);
        return { objectId: id, subscriber: stack.acme };
      },
      'catalog import --prune': async () => {
        const [keptLabel, gone] = [label(), label()];
        await importContent(stack, textObject('pruned', keptLabel), textObject('pruned', gone));
        await importContent(stack, textObject('pruned', keptLabel), '--prune');
        return { objectId: await loId(gone), subscriber: stack.acme };
      },
      'content that is hidden, to a viewer': async () => {
        const id = await content('market', sharedContent);
        await call('PATCH', `/v2/learning-objects/${id}`, { published: false }, stack.market);
        return { objectId: id, subscriber: stack.viewer };
      },
    },
    'content.update': {
      'PATCH /v2/learning-objects/{id}': async () => {
        const id = await content('market', sharedContent);
        await call('PATCH', `/v2/learning-objects/${id}`, { title: 'Better' }, stack.market);
        return { objectId: id, subscriber: stack.viewer, data: { title: 'Better' } };
      },
      'catalog import': async () => {
        const name = label();
        await importContent(stack, textObject('market', name, sharedContent));
        await importContent(stack, textObject('market', name, { ...sharedContent, title: 'Better' }));
        return { objectId: await loId(name), subscriber: stack.viewer, data: { title: 'Better' } };
      },
    },
  };
}
