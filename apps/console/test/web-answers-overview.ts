import type { components } from '../../../clients/typescript/src/generated/resource-api.js';
import { route, type HarnessRoute } from './harness-messages.js';

type Schemas = components['schemas'];
const DAY_MS = 86_400_000;

const days = (start: number): Schemas['EnrollmentStatistics'][] =>
  Array.from({ length: 30 }, (_, index) => ({
    time: new Date(start * 1_000 + index * DAY_MS).toISOString().replace(/\.\d+Z/, '+00:00'),
    created: Math.round(40 + 25 * Math.sin(index / 2)),
    completed: Math.round(18 + 12 * Math.cos(index / 3)),
  }));

/** Two of them are nearly reached. */
export const overviewLimits: Schemas['PortalLimit'][] = [
  { limit: 'accounts', what: 'people', most: 1_000_000, per: 'portal', used: 40, resets_time: null },
  { limit: 'webhooks', what: 'webhooks', most: 5, per: 'portal', used: 3, resets_time: null },
  { limit: 'groups', what: 'content groups', most: 1_000, per: 'portal', used: 870, resets_time: null },
  {
    limit: 'invitations',
    what: 'invitations by mail',
    most: 500,
    per: 'portal and day',
    used: 495,
    resets_time: new Date(Date.now() + 20_000_000).toISOString(),
  },
  { limit: 'uncounted', what: 'what nobody counts', most: 10, per: 'portal', used: null, resets_time: null },
];

/** The answers that the cards of the overview and the first steps read. */
export const overviewRoutes: readonly HarnessRoute[] = [
  route('GET', /^\/api\/v2\/enrollment-statistics$/, ({ query }) => ({
    body: { total: 30, hits: days(Number(query.get('from'))) },
  })),
];
