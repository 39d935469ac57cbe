import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { Webhook } from 'standardwebhooks';
import { eventTypes, scopes as allScopes, webhookFlags, type EventType } from '@app/contracts';
import type { HttpApp } from '@app/http';
import {
  assertWebhookFits,
  CatalogueSeed,
  useResourceApi,
  type TestAccount,
  type TestPortal,
} from '@app/testing';
import { catalogCommand } from '../../cli/src/catalog/catalog.command.js';
import { personCommand } from '../../cli/src/person/person.command.js';
import { usersCommand } from '../../cli/src/users/users.command.js';
import { createWebhookWorker } from '../src/app.js';
import { Receiver, type Received } from './receiver.js';

/** A portal whose administrator has subscribed a receiver to everything, through the API. */
interface Subscribed {
  portal: TestPortal;
  admin: TestAccount;
  receiver: Receiver;
  webhookId: number;
  secret: string;
}
/** What was caused: the event's object, and who is to hear of it. */
interface Caused {
  objectId: number;
  by: Subscribed;
  /** What the data must say, beside the id. */
  data?: object;
}
type Cause = () => Promise<Caused>;

const api = useResourceApi();
const folder = mkdtempSync(join(tmpdir(), 'every-event-'));
const receivers: Receiver[] = [];
let worker: HttpApp;
let seed: CatalogueSeed;
let document: Parameters<typeof assertWebhookFits>[0];
/** Owns what happens. */
let acme: Subscribed;
/** Sells to others; `viewer` is subscribed to its content group, `stranger` is not. */
let market: Subscribed;
let viewer: Subscribed;
let stranger: Subscribed;

async function subscribe(admin: TestAccount): Promise<Subscribed> {
  const receiver = await Receiver.start();
  receivers.push(receiver);
  const flags = Object.fromEntries(webhookFlags.map((flag) => [flag, true]));
  const { status, body } = await api.http.post('/v2/webhooks', {
    token: admin.token,
    json: { url: receiver.url, ...flags },
  });
  expect(status).toBe(201);
  return { portal: admin.portal, admin, receiver, webhookId: body.id, secret: body.secret_key };
}

async function startWorker(): Promise<HttpApp> {
  const { DATABASE_URL: _, ...settings } = api.settings;
  const started = await createWebhookWorker({
    ...settings,
    DATABASE_URL: api.database.urls.worker,
    WEBHOOK_EGRESS_PROXY: undefined,
    WEBHOOK_SIGNATURE_HEADERS: ['X-Webhook-Signature'],
    WEBHOOK_CONCURRENCY: 50,
    WEBHOOK_PORTAL_RATE: 10_000,
    WEBHOOK_HOST_CONCURRENCY: 50,
    SLOW_LANE_POOL_SIZE: 2,
    SMTP_URL: undefined,
    MAIL_FROM: 'tests@learning.localhost',
    QUEUE_BOARD_PASSWORD: undefined,
  });
  await started.app.init();
  return started;
}

/** Runs a command of the command line, as its user would. */
async function cli(
  register: (program: Command) => void,
  databaseUrl: string,
  ...args: string[]
): Promise<void> {
  const said = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const before = process.env['DATABASE_URL'];
  process.env['DATABASE_URL'] = databaseUrl;
  try {
    const program = new Command().exitOverride();
    register(program);
    await program.parseAsync(args, { from: 'user' });
  } finally {
    said.mockRestore();
    if (before === undefined) delete process.env['DATABASE_URL'];
    else process.env['DATABASE_URL'] = before;
  }
}

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const label = (): string => `x${randomBytes(5).toString('hex')}`;

/** A call of acme's administrator that must succeed. @returns the answer's body */
async function call(method: string, path: string, json?: object, by: Subscribed = acme): Promise<any> {
  const answer = await api.http.send(method, path, {
    token: by.admin.token,
    ...(json && { json }),
  });
  expect([method, path, answer.status < 300 ? 'good' : answer.text]).toEqual([method, path, 'good']);
  return answer.body;
}

const newUser = async (): Promise<{ id: number; email: string }> => {
  const email = `${label()}@example.com`;
  const { id } = await call('POST', '/v2/users', { email, first_name: 'Ada', last_name: 'Lovelace' });
  return { id, email };
};
const importUsers = (email: string, firstName: string) =>
  cli(
    usersCommand,
    api.database.urls.api,
    ...[
      'users',
      'import',
      file(`${label()}.csv`, `email,first_name,last_name\n${email},${firstName},Byron\n`),
    ],
    ...['--portal', acme.portal.name],
  );
const userId = async (email: string): Promise<number> => {
  const row = await api.db.one<{ id: number }>(
    `select a.id from identity.accounts a join identity.persons p on p.id = a.person_id
      where p.email = $1 and a.portal_id = $2`,
    [email, acme.portal.id],
  );
  return row.id;
};

/** Records, and options of the command. */
function importContent(...given: (object | string)[]): Promise<void> {
  const lines = given.filter((one) => typeof one === 'object').map((record) => JSON.stringify(record));
  const options = given.filter((one) => typeof one === 'string');
  const path = file(`${label()}.ndjson`, lines.join('\n'));
  return cli(catalogCommand, api.database.urls.api, 'catalog', 'import', path, ...options);
}
const text = (provider: string, external_id: string, more: object = {}) => ({
  provider,
  external_id,
  type: 'text' as const,
  title: `Text ${external_id}`,
  ...more,
});
const loId = async (external_id: string): Promise<number> => {
  const row = await api.db.one<{ id: number }>(
    'select id from learning.learning_objects where external_id = $1',
    [external_id],
  );
  return row.id;
};
/** Content that is there already, and that nobody was told of. */
async function content(provider: string, more: object = {}): Promise<number> {
  const name = label();
  const ids = await seed.load([text(provider, name, more)]);
  return ids.get(`${provider} ${name}`)!;
}
const shared = { content_groups: ['basics'] };

const newLink = async (): Promise<number> => {
  const json = { title: 'Handbook', url: 'https://intranet.example/handbook' };
  return (await call('POST', '/v2/content/links', json)).id;
};
const newEnrollment = async (
  fields: object = {},
): Promise<{ id: number; user_id: number; lo_id: number }> => {
  const { id: user_id } = await newUser();
  const lo_id = await content('acme');
  const { id } = await call('POST', '/v2/enrollments', { user_id, lo_id, ...fields });
  return { id, user_id, lo_id };
};

/** A portal made by onboarding exists for nobody before: the worker starts when its administrator has subscribed. */
async function onboard(): Promise<Caused> {
  await worker.app.close();
  const email = `${label()}@example.com`;
  const { portal, user } = await (async () => {
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
    return answer.body;
  })();
  const made = { id: Number(portal.id), name: String(portal.name) };
  const account = { id: Number(user.id), email, first_name: 'Peter', last_name: 'Gibbons' };
  const roles = ['Administrator'];
  const token = await api.mint.sign({ portal: made, account: { ...account, roles } });
  const by = await subscribe({ ...account, roles, portal: made, token });
  worker = await startWorker();
  return { objectId: account.id, by, data: { email } };
}

/** Every way in, by the type that it causes. */
const causes: Record<EventType, Record<string, Cause>> = {
  'user.create': {
    'POST /v2/users': async () => {
      const { id, email } = await newUser();
      return { objectId: id, by: acme, data: { email } };
    },
    'users import': async () => {
      const email = `${label()}@example.com`;
      await importUsers(email, 'Ada');
      return { objectId: await userId(email), by: acme, data: { email, first_name: 'Ada' } };
    },
    'POST /v2/onboard': onboard,
  },
  'user.update': {
    'PATCH /v2/users/{id}': async () => {
      const { id } = await newUser();
      await call('PATCH', `/v2/users/${id}`, { first_name: 'Grace' });
      return { objectId: id, by: acme, data: { first_name: 'Grace' } };
    },
    'users import': async () => {
      const { id, email } = await newUser();
      await importUsers(email, 'Grace');
      return { objectId: id, by: acme, data: { first_name: 'Grace' } };
    },
  },
  'user.delete': {
    'DELETE /v2/users/{id}': async () => {
      const { id } = await newUser();
      await call('DELETE', `/v2/users/${id}`);
      return { objectId: id, by: acme };
    },
    'person erase': async () => {
      const { id, email } = await newUser();
      await cli(personCommand, api.database.urls.owner, 'person', 'erase', email, '--yes');
      return { objectId: id, by: acme };
    },
  },
  'enrolment.create': {
    'POST /v2/enrollments': async () => {
      const { id, user_id, lo_id } = await newEnrollment();
      return { objectId: id, by: acme, data: { user_id, lo_id } };
    },
    'POST /v2/enrollments/award': async () => {
      const { id: user_id } = await newUser();
      const award_id = await content('acme', { type: 'award' });
      const { id } = await call('POST', '/v2/enrollments/award', { award_id, user_id });
      return { objectId: id, by: acme, data: { user_id, lo_id: award_id } };
    },
  },
  'enrolment.update': {
    'PATCH /v2/enrollments/{id}': async () => {
      const { id } = await newEnrollment();
      await call('PATCH', `/v2/enrollments/${id}`, { status: 'completed' });
      return { objectId: id, by: acme, data: { status: 'completed' } };
    },
  },
  'enrolment.delete': {
    'DELETE /v2/enrollments/{id}': async () => {
      const { id } = await newEnrollment();
      await call('DELETE', `/v2/enrollments/${id}`);
      return { objectId: id, by: acme };
    },
    'DELETE /v2/users/{id}': async () => {
      const { id, user_id } = await newEnrollment();
      await call('DELETE', `/v2/users/${user_id}`);
      return { objectId: id, by: acme };
    },
  },
  'lo.create': {
    'POST /v2/content/links': async () => ({
      objectId: await newLink(),
      by: acme,
      data: { title: 'Handbook' },
    }),
    'POST /v2/content/manual': async () => {
      const { id } = await call('POST', '/v2/content/manual', { title: 'Climbing', provider: 'Alpine Club' });
      return { objectId: id, by: acme, data: { title: 'Climbing' } };
    },
    'catalog import': async () => {
      const name = label();
      await importContent(text('acme', name));
      return { objectId: await loId(name), by: acme, data: { title: `Text ${name}` } };
    },
    'catalog import, to a viewer': async () => {
      const name = label();
      await importContent(text('market', name, shared));
      return { objectId: await loId(name), by: viewer };
    },
    'a collection that it subscribes to': async () => {
      const id = await content('market');
      const collection = await seed.collection(label(), market.portal.id);
      await seed.subscribe(viewer.portal.id, collection);
      await call('POST', `/v2/collections/${collection}/items/add`, { lo: [id] }, market);
      return { objectId: id, by: viewer };
    },
  },
  'lo.update': {
    'PATCH /v2/learning-objects/{id}': async () => {
      const id = await newLink();
      await call('PATCH', `/v2/learning-objects/${id}`, { title: 'Guide' });
      return { objectId: id, by: acme, data: { title: 'Guide' } };
    },
    'catalog import': async () => {
      const name = label();
      await importContent(text('acme', name));
      await importContent(text('acme', name, { title: 'Other' }));
      return { objectId: await loId(name), by: acme, data: { title: 'Other' } };
    },
  },
  'lo.delete': {
    'DELETE /v2/learning-objects/{id}': async () => {
      const id = await newLink();
      await call('DELETE', `/v2/learning-objects/${id}`);
      return { objectId: id, by: acme };
    },
    'catalog import --prune': async () => {
      const [kept, gone] = [label(), label()];
      await importContent(text('pruned', kept), text('pruned', gone));
      await importContent(text('pruned', kept), '--prune');
      return { objectId: await loId(gone), by: acme };
    },
    'content that is hidden, to a viewer': async () => {
      const id = await content('market', shared);
      await call('PATCH', `/v2/learning-objects/${id}`, { published: false }, market);
      return { objectId: id, by: viewer };
    },
  },
  'content.update': {
    'PATCH /v2/learning-objects/{id}': async () => {
      const id = await content('market', shared);
      await call('PATCH', `/v2/learning-objects/${id}`, { title: 'Better' }, market);
      return { objectId: id, by: viewer, data: { title: 'Better' } };
    },
    'catalog import': async () => {
      const name = label();
      await importContent(text('market', name, shared));
      await importContent(text('market', name, { ...shared, title: 'Better' }));
      return { objectId: await loId(name), by: viewer, data: { title: 'Better' } };
    },
  },
};

const heardOf = (by: Subscribed, objectId: number): Received[] =>
  by.receiver.received.filter(({ event }) => event.data['id'] === objectId);

beforeAll(async () => {
  const partner = await api.portal();
  await api.db.many('update identity.portals set is_distribution_partner = true where id = $1', [partner.id]);
  await api.db.many(
    `insert into auth.clients (client_id, name, secret_hash, grants, scopes, created_time, updated_time)
     values ('seller', 'seller', '\\x00', '{client_credentials}', $1, now(), now())`,
    [allScopes],
  );
  await api.db.many(
    `insert into identity.presets (creation_path, title, features, plan, content) values
       ('starter', 'Starter', '{webhooks}', $1, '{}')`,
    [
      {
        name: 'Starter',
        type: 'platform',
        region: 'EU',
        pricing: { currency: 'EUR', price: 0, tax: 0, tax_included: false },
      },
    ],
  );
  seed = await CatalogueSeed.open(api.database.urls.owner, api.clock);
  [acme, market, viewer, stranger] = (await Promise.all(
    [1, 2, 3, 4].map(async () => subscribe(await api.administrator())),
  )) as [Subscribed, Subscribed, Subscribed, Subscribed];
  await seed.provider('acme', acme.portal.id);
  await seed.provider('pruned', acme.portal.id);
  await seed.provider('market', market.portal.id);
  await seed.subscribe(viewer.portal.id, await seed.group('basics', market.portal.id));
  document = (await api.http.get('/docs-json')).body;
  worker = await startWorker();
}, 60_000);
afterAll(async () => {
  await worker?.app.close();
  await seed?.close();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  rmSync(folder, { recursive: true, force: true });
});

it('there is a case for every event of the catalogue', () => {
  expect(Object.keys(causes).sort()).toEqual([...eventTypes].sort());
  for (const ways of Object.values(causes)) expect(Object.keys(ways)).not.toEqual([]);
});

for (const [type, ways] of Object.entries(causes)) {
  describe(type, () => {
    for (const [way, cause] of Object.entries(ways)) {
      it(`by ${way}: arrives, signed, as the OpenAPI document says`, async () => {
        const { objectId, by, data } = await cause();
        await by.receiver.until(() => heardOf(by, objectId).some(({ event }) => event.type === type), 15_000);
        const { headers, body, event } = heardOf(by, objectId).findLast((each) => each.event.type === type)!;
        expect(() => new Webhook(by.secret).verify(body, headers as Record<string, string>)).not.toThrow();
        expect(event).toMatchObject({ portal_id: by.portal.id, data: { id: objectId, ...data } });
        assertWebhookFits(document, event);
        expect(heardOf(stranger, objectId)).toEqual([]);
      }, 30_000);
    }
  });
}

describe('shared content, to the portals that see it and no other', () => {
  it('is heard of as content.update and lo.delete by viewers, as lo.* by its owner', async () => {
    const name = label();
    await importContent(text('market', name, shared));
    const id = await loId(name);
    const heard = (count: number) =>
      Promise.all([market, viewer].map((by) => by.receiver.until(() => heardOf(by, id).length === count)));
    await heard(1);
    await call('PATCH', `/v2/learning-objects/${id}`, { title: 'Better' }, market);
    await heard(2); // who sees it is found out when the event is queued
    await call('DELETE', `/v2/learning-objects/${id}`, undefined, market);
    await heard(3);
    const types = (by: Subscribed) => heardOf(by, id).map(({ event }) => event.type);
    expect(types(market)).toEqual(['lo.create', 'lo.update', 'lo.delete']);
    expect(types(viewer)).toEqual(['lo.create', 'content.update', 'lo.delete']);
    expect([types(acme), types(stranger)]).toEqual([[], []]);
    const ids = [market, viewer].flatMap((by) => heardOf(by, id).map(({ event }) => event.id));
    expect(new Set(ids).size).toBe(6);
  });
});

describe('asked for again', () => {
  it('redeliver: the same bytes come once more, also to a receiver that had taken them', async () => {
    const { id } = await newUser();
    const [first] = await acme.receiver
      .until(() => heardOf(acme, id).length === 1)
      .then(() => heardOf(acme, id));
    const path = `/v2/webhooks/${acme.webhookId}/deliveries`;
    const delivery = async () => {
      const { hits } = await call('GET', `${path}?type=user.create&limit=1`);
      return hits[0];
    };
    const deadline = performance.now() + 10_000;
    while ((await delivery()).state !== 'delivered' && performance.now() < deadline) continue;
    await call('POST', `${path}/${(await delivery()).id}/redeliver`);
    await acme.receiver.until(() => heardOf(acme, id).length === 2);
    const again = heardOf(acme, id)[1]!;
    expect(again.body).toBe(first!.body);
    expect(again.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(() =>
      new Webhook(acme.secret).verify(again.body, again.headers as Record<string, string>),
    ).not.toThrow();
  });

  it('replay: everything of the window comes once more, each with its own id', async () => {
    const users = [await newUser(), await newUser(), await newUser()];
    await acme.receiver.until(() => users.every(({ id }) => heardOf(acme, id).length === 1));
    const waiting = () =>
      api.db.many('select 1 from learning.webhook_deliveries where webhook_id = $1 and state = 0', [
        acme.webhookId,
      ]);
    while ((await waiting()).length > 0) continue;
    const before = acme.receiver.received.length;
    const now = Math.floor(Date.now() / 1000);
    const { count } = await call('POST', `/v2/webhooks/${acme.webhookId}/replay`, {
      from: now - 3600,
      to: now + 60,
    });
    expect(count).toBeGreaterThanOrEqual(3);
    await acme.receiver.until((received) => received.length === before + count, 20_000);
    const replayed = acme.receiver.received.slice(before);
    const originals = new Map(acme.receiver.received.slice(0, before).map((each) => [each.event.id, each]));
    const ofUsers = replayed.filter(({ event }) => users.some(({ id }) => id === event.data['id']));
    expect(ofUsers).toHaveLength(3);
    for (const { event, body } of ofUsers) expect(body).toBe(originals.get(event.id)?.body);
    expect(new Set(replayed.map(({ event }) => event.id)).size).toBe(count);
  }, 40_000);
});
