import { openDatabase } from '@app/database';
import { randomUUID } from 'node:crypto';
import type { Crowd } from './crowd.js';
import type { NeighbourLab } from './lab.js';
import { fillPortal } from '../operations/operations.queries.js';
import { plantPeople, plantWords, storeLongEvent } from './neighbours.queries.js';
import { MAX_TEXT, REDIRECT_URI, type BenchPortal } from './load-options.js';
import { guessFromNetworks, logInProperly } from './wrong-passwords.js';

/** A load from portals or anonymous clients that must not slow down other portals. */
export interface NeighbourBehaviour {
  name: string;
  /** Portals that do it, each made for this behaviour; default 1. */
  portals?: number;
  /** Learning objects with long descriptions, of each portal; default none. */
  objects?: number;
  /** Makes what the load needs, in the benchmark's own process. */
  plant?(lab: NeighbourLab, portals: readonly BenchPortal[], receiverUrl: string): Promise<void>;
  /** Runs in its own process, until the crowd's time is over. */
  load(crowd: Crowd): Promise<void>;
  /** Milliseconds that the p99 of the neighbour's POST may reach; default 200. */
  mostPostMs?: number;
  /** Megabytes that the authorization server and the API may need above their start; default 250. */
  mostMegabytes?: number;
}

const WORDS = 500_000;
const PEOPLE = 50_000;
const LONG_EVENTS = { everyRound: 80, bytes: 600_000 };
const SEARCH = '/v2/learning-objects?premium=true&limit=50';
const FACETS = 'facets=type,language,instance,tag,topics,location';
/** 1,000,000 bytes, which a controller refuses only after it has read them. */
const LARGE_BODY = { title: 'Large', url: 'https://intranet.example/', description: 'x'.repeat(999_900) };

const getPage = ({ options: { api, portals } }: Crowd) => ({
  url: `${api}/v2/learning-objects?limit=50`,
  token: portals[0]!.token,
});

/** Changes the long texts of its portals, by so many at once in each. */
const rewrite = (crowd: Crowd, writersOfEach: number): Promise<void> => {
  const { api, portals } = crowd.options;
  return crowd.each(portals.length * writersOfEach, (writer) => {
    const { token, objects } = portals[writer % portals.length]!;
    const id = objects[Math.floor(writer / portals.length)]!;
    const description = `${MAX_TEXT.slice(30)}${Math.random()}`;
    return crowd.send({
      method: 'PATCH',
      url: `${api}/v2/learning-objects/${id}`,
      token,
      json: { description },
    });
  });
};

/** A POST of the first portal, which should succeed under any load of the others. @returns what it created */
async function create(crowd: Crowd, path: string, json: object) {
  const { api, portals } = crowd.options;
  const answer = await crowd.send({
    method: 'POST',
    url: api + path,
    token: portals[0]!.token,
    json,
    name: path,
  });
  if (answer?.status !== 201) crowd.answers.wronglyRefused += 1;
  return JSON.parse(answer?.text ?? '{}') as { id: number };
}

const createPerson = (crowd: Crowd) =>
  create(crowd, '/v2/users', { email: `${randomUUID()}@a.example`, first_name: 'Ada', last_name: 'Quist' });

/** A request of each of ten connections, again and again, from a portal with a month of statistics. */
const createExpensiveBehaviour = (name: string, path: (now: number) => string): NeighbourBehaviour => ({
  name,
  objects: 5,
  plant: async (lab, [portal]) => {
    await lab.slowWebhook(portal!.id, 'https://receiver.example/', 'user.update');
    await plantPeople(lab.owner, portal!.id, 1_000);
    await fillPortal(lab.owner, portal!.id);
  },
  load: (crowd) => {
    const { api, portals } = crowd.options;
    const url = api + path(Math.floor(Date.now() / 1000));
    return crowd.each(10, async () => {
      const answer = await crowd.send({ url, token: portals[0]!.token });
      if (![200, 429, 503].includes(answer?.status ?? 0)) crowd.answers.wronglyRefused += 1;
    });
  },
});

const pickLetter = (letters: string): string => letters[Math.floor(Math.random() * letters.length)]!;

/** Makes twenty misspelt words. None of them is planted, but many planted words begin with the same letters. */
const misspellWords = (): string =>
  Array.from(
    { length: 20 },
    () => `transfer${Array.from({ length: 8 }, () => pickLetter('0123456789abcdef')).join('')}`,
  ).join(' ');

export const behaviours: readonly NeighbourBehaviour[] = [
  {
    name: 'documents unread',
    load: async (crowd) => {
      const { auth, api } = crowd.options;
      await Promise.all([
        crowd.neverRead(4, { url: `${auth}/docs-json` }, 500),
        crowd.neverRead(300, { url: `${api}/docs/swagger-ui-init.js` }),
      ]);
    },
  },
  {
    name: 'honest work: courses of 60 KB by 20, people by 20, enrollments by 10',
    objects: 1,
    load: async (crowd) => {
      const course = {
        title: 'Course',
        url: 'https://intranet.example/',
        description: 'word '.repeat(12_000),
      };
      const lo_id = crowd.options.portals[0]!.objects[0];
      await Promise.all([
        crowd.each(20, () => create(crowd, '/v2/content/links', course)),
        crowd.each(20, () => createPerson(crowd)),
        crowd.each(10, async () => {
          const { id: user_id } = await createPerson(crowd);
          await create(crowd, '/v2/enrollments', { user_id, lo_id });
        }),
      ]);
    },
  },
  { name: 'pages unread', objects: 60, load: (crowd) => crowd.neverRead(60, getPage(crowd)) },
  {
    name: 'pages read by 20',
    objects: 60,
    load: (crowd) => crowd.each(20, () => crowd.send(getPage(crowd))),
  },
  {
    name: 'lists pipelined and unread',
    load: (crowd) => {
      const { api, portals } = crowd.options;
      return crowd.neverRead(8, { url: api + SEARCH, token: portals[0]!.token }, 500);
    },
  },
  { name: 'long texts written by 40', objects: 40, load: (crowd) => rewrite(crowd, 40) },
  {
    name: 'long texts written by 20 in two portals',
    portals: 2,
    objects: 20,
    load: (crowd) => rewrite(crowd, 20),
  },
  {
    name: 'bodies of 1 MB by 150',
    mostPostMs: 300,
    mostMegabytes: 450,
    load: (crowd) => {
      const { api, portals } = crowd.options;
      const { token } = portals[0]!;
      return crowd.each(150, () =>
        crowd.send({ method: 'POST', url: `${api}/v2/content/links`, token, json: LARGE_BODY }),
      );
    },
  },
  {
    name: '20 misspelt words by 10',
    plant: ({ owner }) => plantWords(owner, WORDS),
    load: (crowd) => {
      const { api, portals } = crowd.options;
      const { token } = portals[0]!;
      return crowd.each(10, () =>
        crowd.send({ url: `${api}${SEARCH}&keyword=${encodeURIComponent(misspellWords())}`, token }),
      );
    },
  },
  {
    name: 'broad searches by 30',
    load: (crowd) => {
      const { api, portals } = crowd.options;
      const { token } = portals[0]!;
      return crowd.each(30, () =>
        crowd.send({ url: `${api}${SEARCH}&${FACETS}&keyword=${pickLetter('abcdefghilmnoprstuv')}`, token }),
      );
    },
  },
  {
    name: 'events of 600 KB to five slow webhooks',
    plant: async (lab, [portal], receiverUrl) => {
      for (let count = 0; count < 5; count += 1) await lab.slowWebhook(portal!.id, receiverUrl, 'lo.update');
    },
    load: async (crowd) => {
      const { databaseUrl, portals } = crowd.options;
      const owner = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolSize: 1 });
      const { everyRound, bytes } = LONG_EVENTS;
      for (let objectId = 1; objectId <= everyRound && !crowd.isOver; objectId += 1)
        await storeLongEvent(owner, { portalId: portals[0]!.id, objectId, bytes });
      await crowd.untilOver();
      await owner.close();
    },
  },
  {
    name: '40 onboardings of a known person',
    load: async (crowd) => {
      const { api, auth } = crowd.options;
      const client = { client_id: 'partner-app', client_secret: 'partner-app-secret' };
      const form = { grant_type: 'client_credentials', ...client };
      const answer = await crowd.send({ method: 'POST', url: `${auth}/oauth/token`, form });
      const { access_token: token } = JSON.parse(answer!.text) as { access_token: string };
      const json = {
        creation_path: 'partner-default',
        partner_portal_id: 3,
        customer: { name: 'Initech' },
        user: { email: 'admin@acme.example', first_name: 'Ada', last_name: 'Quist' },
      };
      for (; !crowd.isOver; await crowd.rest(1_000)) {
        const domains = Array.from(
          { length: 40 },
          (_, index) => `known-${index}-${Date.now()}.learning.localhost`,
        );
        await Promise.all(
          domains.map((domain) => {
            const body = { ...json, portal: { domain, seats: 5 } };
            return crowd.send({ method: 'POST', url: `${api}/v2/onboard`, token, json: body });
          }),
        );
      }
    },
  },
  {
    name: '100 wrong passwords a second from 12 networks',
    load: async (crowd) => {
      await Promise.all([guessFromNetworks(crowd), logInProperly(crowd)]);
    },
  },
  {
    name: 'authorization pages for 60 networks by 300',
    load: async (crowd) => {
      const { auth, portals } = crowd.options;
      const { client_id } = portals[0]!.client;
      const query = new URLSearchParams({ client_id, redirect_uri: REDIRECT_URI, response_type: 'code' });
      await crowd.each(300, (index) =>
        crowd.send({
          url: `${auth}/oauth/authorize?${query}`,
          headers: { 'x-forwarded-for': `198.51.${index % 60}.7` },
        }),
      );
    },
  },
  createExpensiveBehaviour(
    'webhook statistics of a month by 10',
    (now) => `/v2/webhook-statistics?interval=hour&from=${now - 31 * 86_400}&to=${now}`,
  ),
  createExpensiveBehaviour(
    'enrollment statistics of a month by 10',
    (now) => `/v2/enrollment-statistics?interval=hour&from=${now - 31 * 86_400}&to=${now}`,
  ),
  createExpensiveBehaviour('exports of the audit log by 10', () => '/v2/audit-log/export'),
  {
    name: '6,000 idle connections',
    load: (crowd) => crowd.stayIdle(6_000, `${crowd.options.api}/health/live`),
  },
  {
    name: 'three exports read one byte a second',
    plant: ({ owner }, [portal]) => plantPeople(owner, portal!.id, PEOPLE),
    load: (crowd) => {
      const { api, portals } = crowd.options;
      return crowd.readSlowly(3, { url: `${api}/v2/users/export`, token: portals[0]!.token });
    },
  },
];

/** @throws Error when there is none of this name */
export function getBehaviour(name: string): NeighbourBehaviour {
  const behaviour = behaviours.find((one) => one.name === name);
  if (!behaviour) throw new Error(`no behaviour is called ${name}`);
  return behaviour;
}
