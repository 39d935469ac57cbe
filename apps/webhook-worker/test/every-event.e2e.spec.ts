import { sql } from '@app/database';
import { Webhook } from 'standardwebhooks';
import { eventTypes } from '@app/contracts';
import { assertWebhookFits, eventually } from '@app/testing';
import type { TestAccount } from '../../resource-api/test/resource-api.js';
import { sandboxCommand } from '../../cli/src/sandbox/sandbox.command.js';
import { createCauses, importContent, sharedContent } from './event-causes.js';
import { EventsStack, listReceived, label, textObject, type Subscriber } from './events-stack.js';
import { answering } from './receiver.js';

interface Delivery {
  id: number;
  event_id: string;
  state: string;
  attempts: { status: number | null }[];
}

const stack = new EventsStack();
const { call, newUser, loId } = stack;
const causes = createCauses(stack);

beforeAll(() => stack.start());
afterAll(() => stack.stop());

// first, because it counts deliveries
describe('a portal reads the state of its webhook', () => {
  const find = (path: string, whose: Subscriber): Promise<any> =>
    stack.call('GET', `/v2/webhooks/${whose.webhookId}${path}`, undefined, whose);
  const list = async (query = '', whose = stack.acme): Promise<Delivery[]> =>
    (await find(`/deliveries?limit=50&${query}`, whose)).hits;
  const send = (method: string, path: string, json: object) =>
    stack.call(method, `/v2/webhooks/${stack.acme.webhookId}${path}`, json);

  it('which delivery failed and how, which wait or were sent, and that a dropped one can be sent again', async () => {
    const { acme } = stack;
    await stack.newUser();
    const [delivered] = await eventually('delivered', list, ([first]) => first?.state === 'delivered');
    acme.receiver.behave = answering(503);
    await stack.newUser();
    const [failing] = await eventually(
      'failed',
      () => list('status=5xx'),
      (hits) => hits.length === 1,
    );
    expect(failing!.state).toBe('waiting');
    expect(await list('status=2xx')).toEqual([delivered]);
    expect(await list(`event_id=${failing!.event_id}`)).toEqual([failing]);
    expect(await find('', acme)).toMatchObject({ waiting_count: 1, oldest_waiting_time: expect.any(String) });

    await send('PATCH', '', { enabled: false });
    expect(await list('state=dropped')).toMatchObject([{ id: failing!.id }]);
    expect(await find('', acme)).toMatchObject({ waiting_count: 0, oldest_waiting_time: null });
    acme.receiver.behave = answering(200);
    await send('PATCH', '', { enabled: true });
    await send('POST', `/deliveries/${failing!.id}/redeliver`, {});
    await eventually('delivered', list, ([first]) => first?.state === 'delivered');

    const { headers, body } = await find(`/deliveries/${failing!.id}`, acme);
    const arrived = acme.receiver.received.at(-1)!;
    expect(arrived.headers).toMatchObject(headers);
    expect(arrived.body).toBe(body);
    expect(Object.keys(headers).filter((name) => name.includes('signature'))).toEqual([]);
  });

  it('numbers that equal its list, without those of another portal', async () => {
    await stack.worker.app.close(); // writes what it has counted
    await stack.startWorker();
    const now = Math.floor(Date.now() / 1_000);
    const sums = async (whose: Subscriber) => {
      const { hits } = await find(`/statistics?from=${now - 3_600}&to=${now + 60}`, whose);
      const sum = (read: (hit: any) => number) =>
        hits.reduce((all: number, hit: any) => all + read(hit), 0) as number;
      return {
        delivered: sum((hit) => hit.delivered),
        attempts: sum((hit) => hit.attempts),
        '2xx': sum((hit) => hit.status_classes['2xx']),
        '5xx': sum((hit) => hit.status_classes['5xx']),
      };
    };
    const listed = async (whose: Subscriber) => {
      const hits = await list('', whose);
      const statuses = hits.flatMap(({ attempts }) => attempts.map(({ status }) => status));
      return {
        delivered: hits.filter(({ state }) => state === 'delivered').length,
        attempts: statuses.length,
        '2xx': statuses.filter((status) => status === 200).length,
        '5xx': statuses.filter((status) => status === 503).length,
      };
    };
    expect(await sums(stack.acme)).toEqual(await listed(stack.acme));
    expect(await sums(stack.acme)).toMatchObject({ delivered: 2, '2xx': 2 });
    expect(await sums(stack.stranger)).toEqual({ delivered: 0, attempts: 0, '2xx': 0, '5xx': 0 });
  });
});

it('there is a case for every event, whichever way it comes (contract 5.12)', () => {
  expect(Object.keys(causes).sort()).toEqual([...eventTypes].sort());
  for (const ways of Object.values(causes)) expect(Object.keys(ways)).not.toEqual([]);
});

for (const type of eventTypes) {
  describe(type, () => {
    for (const [way, cause] of Object.entries(causes[type])) {
      it(`by ${way}: arrives, signed, as documented in OpenAPI`, async () => {
        const { objectId, subscriber, data } = await cause();
        await subscriber.receiver.until(() =>
          listReceived(subscriber, type, objectId).some(({ event }) => event.type === type),
        );
        const { headers, body, event } = listReceived(subscriber, type, objectId).findLast(
          (each) => each.event.type === type,
        )!;
        expect(() =>
          new Webhook(subscriber.secret).verify(body, headers as Record<string, string>),
        ).not.toThrow();
        expect(event).toMatchObject({ portal_id: subscriber.portal.id, data: { id: objectId, ...data } });
        assertWebhookFits(stack.document, event);
        expect(listReceived(stack.stranger, type, objectId)).toEqual([]);
      });
    }
  });
}

describe('shared content, to the portals that see it and no other', () => {
  it('is reported as content.update and lo.delete to viewers, as lo.* to its owner', async () => {
    const name = label();
    await importContent(stack, textObject('market', name, sharedContent));
    const id = await loId(name);
    const heard = (count: number) =>
      Promise.all(
        [stack.market, stack.viewer].map((subscriber) =>
          subscriber.receiver.until(() => listReceived(subscriber, 'lo.create', id).length === count),
        ),
      );
    await heard(1);
    await call('PATCH', `/v2/learning-objects/${id}`, { title: 'Better' }, stack.market);
    await heard(2); // who sees it is determined when the event is queued
    await call('DELETE', `/v2/learning-objects/${id}`, undefined, stack.market);
    await heard(3);
    const types = (subscriber: Subscriber) =>
      listReceived(subscriber, 'lo.create', id).map(({ event }) => event.type);
    expect(types(stack.market)).toEqual(['lo.create', 'lo.update', 'lo.delete']);
    expect(types(stack.viewer)).toEqual(['lo.create', 'content.update', 'lo.delete']);
    expect([types(stack.acme), types(stack.stranger)]).toEqual([[], []]);
    const ids = [stack.market, stack.viewer].flatMap((subscriber) =>
      listReceived(subscriber, 'lo.create', id).map(({ event }) => event.id),
    );
    expect(new Set(ids).size).toBe(6);
  });
});

describe('a sandbox', () => {
  /** @returns the secret that the command prints */
  async function sandbox(what: 'create' | 'reset', team: string, url: string): Promise<string> {
    const owner = stack.api.database.urls.owner;
    const said = await stack.cli(sandboxCommand, owner, 'sandbox', what, team, '--webhook', url);
    return /secret_key +(\S+)/.exec(said)![1]!;
  }
  /** Its administrator, with a token. */
  async function administrator(team: string): Promise<TestAccount> {
    const name = `sandbox-${team}.learning.localhost`;
    const row = await stack.api.db.one<{ id: number; portalId: number; email: string }>(sql`
      select a.id, a.portal_id as "portalId", p.email from identity.accounts a
        join identity.persons p on p.id = a.person_id where p.email = ${`admin@${name}`}`);
    const portal = { id: row.portalId, name };
    const account = { ...row, first_name: 'Ada', last_name: 'Admin', roles: ['Administrator'] };
    return stack.api.withToken({ ...account, portal }, await stack.api.mint.sign({ portal, account }));
  }

  it('notifies the team’s webhook of the team’s events, but not of those caused by `create` and `reset`', async () => {
    const team = label();
    const receiver = await stack.receiver();
    for (const what of ['create', 'reset'] as const) {
      const before = receiver.received.length;
      const secret = await sandbox(what, team, receiver.url);
      const admin = await administrator(team);
      const person = { email: `${label()}@example.com`, first_name: 'Ada', last_name: 'Lovelace' };
      const { status, body } = await admin.post('/v2/users', person);
      expect(status).toBe(201);
      await receiver.until((received) => received.some(({ event }) => event.data['id'] === body.id));
      const heard = receiver.received.slice(before);
      expect(heard.map(({ event }) => [event.type, event.sequence])).toEqual([['user.create', 1]]);
      const { headers, body: bytes } = heard[0]!;
      expect(() => new Webhook(secret).verify(bytes, headers as Record<string, string>)).not.toThrow();
    }
  });
});

describe('requested again', () => {
  it('redeliver: the same bytes arrive once more, even at a receiver that had accepted them', async () => {
    const { id } = await newUser();
    const [first] = await stack.acme.receiver
      .until(() => listReceived(stack.acme, 'user.create', id).length === 1)
      .then(() => listReceived(stack.acme, 'user.create', id));
    const path = `/v2/webhooks/${stack.acme.webhookId}/deliveries`;
    const delivery = async () => {
      const { hits } = await call('GET', `${path}?type=user.create&limit=1`);
      return hits[0];
    };
    const { id: deliveryId } = await eventually('delivered', delivery, ({ state }) => state === 'delivered');
    await call('POST', `${path}/${deliveryId}/redeliver`);
    await stack.acme.receiver.until(() => listReceived(stack.acme, 'user.create', id).length === 2);
    const again = listReceived(stack.acme, 'user.create', id)[1]!;
    expect(again.body).toBe(first!.body);
    expect(again.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(() =>
      new Webhook(stack.acme.secret).verify(again.body, again.headers as Record<string, string>),
    ).not.toThrow();
  });

  it('replay: everything in the window arrives once more, each with its own id', async () => {
    const users = [await newUser(), await newUser(), await newUser()];
    await stack.acme.receiver.until(() =>
      users.every(({ id }) => listReceived(stack.acme, 'user.create', id).length === 1),
    );
    const waiting = () =>
      stack.api.db.many(sql`
        select 1 from learning.webhook_deliveries where webhook_id = ${stack.acme.webhookId} and state = 0`);
    while ((await waiting()).length > 0) continue;
    const before = stack.acme.receiver.received.length;
    const now = Math.floor(Date.now() / 1000);
    const { count } = await call('POST', `/v2/webhooks/${stack.acme.webhookId}/replay`, {
      from: now - 3600,
      to: now + 60,
    });
    expect(count).toBeGreaterThanOrEqual(3);
    await stack.acme.receiver.until((received) => received.length === before + count);
    const replayed = stack.acme.receiver.received.slice(before);
    const originals = new Map(
      stack.acme.receiver.received.slice(0, before).map((each) => [each.event.id, each]),
    );
    const userEvents = replayed.filter(({ event }) => users.some(({ id }) => id === event.data['id']));
    expect(userEvents).toHaveLength(3);
    for (const { event, body } of userEvents) expect(body).toBe(originals.get(event.id)?.body);
    expect(new Set(replayed.map(({ event }) => event.id)).size).toBe(count);
  });
});
