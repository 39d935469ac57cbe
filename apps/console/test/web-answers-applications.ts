import type { components } from '../../../clients/typescript/src/generated/auth-server.js';
import { refusal, type HarnessRoute, route } from './harness-messages.js';
import { time } from './web-answers.js';

type Schemas = components['schemas'];

const ownApplication: Schemas['ApplicationDetail'] = {
  client_id: 'hr-sync',
  client_name: 'HR synchronisation',
  kind: 'own',
  status: 1,
  is_approved: false,
  is_blocked: false,
  scopes: ['user.read', 'user.write', 'lo.read', 'enrollment.read', 'enrollment.write'],
  consents_count: 0,
  made_by: { user_id: 7, name: 'Ada Lovelace' },
  since: time(9_000_000),
  last_used_time: time(42),
  previous_secret_until: time(-40_000),
  approval: null,
  blocked_time: null,
  redirect_uris: ['https://hr.acme.example/callback', 'https://staging.hr.acme.example/callback'],
  grants: ['authorization_code', 'client_credentials', 'refresh_token'],
  keys: [{ kid: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s', alg: 'ES256', created_time: time(700_000) }],
  consents: [],
};

const connected: Schemas['ApplicationDetail'] = {
  ...ownApplication,
  client_id: 'course-finder',
  client_name: 'Course Finder',
  kind: 'connected',
  is_approved: true,
  scopes: ['user.read', 'user.write', 'lo.read'],
  consents_count: 3,
  made_by: null,
  last_used_time: time(4_000),
  previous_secret_until: null,
  redirect_uris: null,
  grants: null,
  keys: null,
  approval: {
    scopes: ['user.read', 'user.write', 'lo.read'],
    acts_for_people: true,
    for_administrators: false,
    makes_portals: false,
    came_by: 'administrator',
    approved_by: { user_id: 7, name: 'Ada Lovelace' },
    approved_time: time(600_000),
    last_used_time: time(4_000),
  },
  consents: [
    { user_id: 12, name: 'Ana Silva', scopes: ['lo.read'], since: time(90_000), last_used_time: time(4_000) },
    {
      user_id: 13,
      name: 'Grace Hopper',
      scopes: ['lo.read', 'enrollment.read'],
      since: time(95_000),
      last_used_time: null,
    },
  ],
};

/** One of each state. */
export const applications: Schemas['ApplicationDetail'][] = [
  ownApplication,
  {
    ...ownApplication,
    client_id: 'old-export',
    client_name: 'Old export',
    status: 0,
    last_used_time: null,
    keys: [],
  },
  connected,
  {
    ...connected,
    client_id: 'calendar',
    client_name: 'Calendar',
    is_approved: false,
    approval: null,
    scopes: ['enrollment.read'],
  },
  {
    ...connected,
    client_id: 'nosy',
    client_name: 'A very long name of an application that somebody has blocked for good reasons',
    is_approved: false,
    is_blocked: true,
    blocked_time: time(5_000),
    approval: null,
    scopes: [],
    consents_count: 0,
    consents: [],
  },
];

const findApplication = (id: string) => applications.find(({ client_id: clientId }) => clientId === id);
const SECRET = 'cs_20261127_abcdefghijklmnopqrstuvwxyzABCDEF';

/** The answers of the authorization server. */
export const applicationRoutes: readonly HarnessRoute[] = [
  route('GET', /^\/auth\/applications$/, ({ query }) => {
    const named = query.get('q')?.toLowerCase() ?? '';
    const hits = applications.filter(
      ({ kind, client_id: id, client_name: name }) =>
        (!query.get('kind') || kind === query.get('kind')) &&
        (id === named || name.toLowerCase().includes(named)),
    );
    return { body: { total: hits.length, hits } };
  }),
  route('POST', /^\/auth\/applications$/, ({ body }) => ({
    status: 201,
    body: { ...ownApplication, ...(body as object), client_secret: SECRET },
  })),
  route('GET', /^\/auth\/applications\/([\w-]+)$/, (_, [id]) => {
    const body = findApplication(id!);
    return body ? { body } : refusal(404, 'not_found');
  }),
  route('GET', /^\/auth\/applications\/([\w-]+)\/approval$/, (_, [id]) => {
    const { client_id, client_name, approval } = findApplication(id!) ?? ownApplication;
    if (client_id !== id) return refusal(404, 'not_found');
    const body: Schemas['ApprovableApplication'] = {
      client_id,
      client_name,
      owner: { kind: 'none', portal_title: null },
      redirect_hosts: ['course-finder.example', 'staging.course-finder.example'],
      scopes: connected.scopes,
      approval,
    };
    return { body };
  }),
  route('DELETE', /^\/auth\/applications\/[\w-]+(\/approval|\/block|\/consents\/\d+)?$/, () => ({
    status: 204,
  })),
  route('PUT', /^\/auth\/applications\/([\w-]+)\/(?:approval|block)$/, (_, [id]) => ({
    body: findApplication(id!),
  })),
  route('POST', /^\/auth\/applications\/([\w-]+)\/rotate-secret$/, (_, [id]) => ({
    body: { ...findApplication(id!), client_secret: SECRET, previous_secret_until: time(-86_400) },
  })),
  route('PUT', /^\/auth\/client\/([\w-]+)$/, (_, [id]) => ({ body: findApplication(id!) })),
];
