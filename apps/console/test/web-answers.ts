import type { components } from '../../../clients/typescript/src/generated/resource-api.js';

type Schemas = components['schemas'];

const NOW = Math.floor(Date.now() / 1_000) * 1_000;
export const time = (secondsAgo: number): string =>
  new Date(NOW - secondsAgo * 1_000).toISOString().replace('.000Z', '+00:00');

export const session = {
  person: { id: 7, full_name: 'Ada Lovelace', email: 'ada@acme.example' },
  portal: { id: 1, name: 'acme.learning.example' },
  roles: ['Administrator'],
  scopes: [
    'webhook.read',
    'webhook.write',
    'portal.read',
    'audit.read',
    'usage.read',
    'user.read',
    'user.write',
    'user.login',
    'enrollment.read',
    'enrollment.write',
    'lo.read',
    'app.read',
    'app.write',
    'portal.write',
    'lo.write',
    'group.read',
    'group.write',
  ],
  addresses: { auth: 'https://auth.learning.example', api: 'https://api.learning.example' },
  fresh_until: NOW / 1_000 + 600,
  csrf: 'proof',
};

export const branding: Schemas['Branding'] = {
  title: 'Acme Corporation',
  name: 'Acme Academy',
  color: '#7a3df0',
  sender_name: 'Acme Academy',
  logo: null,
  favicon: null,
  light: { accent: '#6b2fe0', on_accent: '#ffffff' },
  dark: { accent: '#b79aff', on_accent: '#1d0a4a' },
  updated_time: time(86_400),
};

const flags = {
  content_update: false,
  enrollment_create: true,
  enrollment_delete: true,
  enrollment_update: true,
  lo_create: false,
  lo_delete: false,
  lo_update: false,
  user_create: true,
  user_delete: false,
  user_update: false,
};

const open: Schemas['Webhook'] = {
  id: 3,
  url: 'https://partner.example/hooks/learning',
  enabled: true,
  ...flags,
  state: 'open',
  secret_key_set: true,
  insecure: false,
  last_success_time: time(42),
  last_test_success_time: null,
  failing_since: null,
  failures_in_row: 0,
  next_try_time: null,
  waiting_count: 1,
  oldest_waiting_time: time(20),
  created_time: time(9_000_000),
  updated_time: time(86_400),
};

export const shownWebhooks: Schemas['Webhook'][] = [
  open,
  {
    ...open,
    id: 4,
    url: 'https://erp.acme.example/integration/learning/completed-courses',
    state: 'parked',
    failures_in_row: 6,
    failing_since: time(7_200),
    next_try_time: time(-120),
    last_success_time: time(7_300),
    waiting_count: 128,
    oldest_waiting_time: time(7_200),
  },
  {
    ...open,
    id: 5,
    url: 'http://old.acme.example/hook',
    state: 'disabled',
    enabled: false,
    insecure: true,
    enrollment_create: false,
    enrollment_update: false,
    enrollment_delete: false,
    user_create: false,
    last_success_time: null,
    waiting_count: 0,
    oldest_waiting_time: null,
  },
];

const attempt = (number: number, secondsAgo: number): Schemas['DeliveryAttempt'] => ({
  number,
  time: time(secondsAgo),
  duration_ms: 41,
  status: 200,
  error: null,
  error_reason: null,
  response: '{"ok":true}',
  probe: false,
});

const delivery = (id: number, type: string, attempts: Schemas['DeliveryAttempt'][]): Schemas['Delivery'] => ({
  id,
  event_id: `evt_0d4b8a6f2e9c4b7f8a1d3c5e7f9${String(id).padStart(5, '0')}`,
  type,
  sequence: id,
  state: 'delivered',
  tries: attempts.length,
  next_try_time: null,
  created_time: time((4_720 - id) * 61),
  delivered_time: time((4_720 - id) * 61),
  attempts,
});

export const script = '<script>document.title = "no"</script><img src=x onerror=alert(1)>';

export const deliveries: Schemas['Delivery'][] = [
  {
    ...delivery(4_719, 'user.create', [
      { ...attempt(1, 60), status: 500, response: script, duration_ms: 1_203 },
      { ...attempt(2, 30), status: null, error: 'timeout', response: null, duration_ms: 15_000 },
    ]),
    state: 'waiting',
    next_try_time: time(-90),
    delivered_time: null,
  },
  delivery(4_718, 'enrolment.update', [attempt(1, 122)]),
  {
    ...delivery(4_717, 'enrolment.create', [
      { ...attempt(1, 400), status: 301, error_reason: 'www.partner.example', response: '' },
      { ...attempt(2, 183), status: 404, response: 'Not found', probe: true },
    ]),
    state: 'failed',
    delivered_time: null,
  },
  { ...delivery(4_716, 'user.delete', []), state: 'dropped', delivered_time: null },
  ...Array.from({ length: 14 }, (_, index) =>
    delivery(4_715 - index, index % 3 ? 'enrolment.update' : 'lo.update', [attempt(1, 300 + index * 61)]),
  ),
];

export const findDeliveries = (query: URLSearchParams): Schemas['Delivery'][] =>
  deliveries.filter(
    ({ state, event_id: event }) =>
      (!query.has('state') || state === query.get('state')) &&
      (!query.has('event_id') || event === query.get('event_id')),
  );

/** Detail of a delivery, with its request. */
export const deliveryDetail = (shown: Schemas['Delivery']) => ({
  ...shown,
  headers: {
    'content-type': 'application/json',
    'user-agent': 'learning-platform-webhooks/1',
    'webhook-id': shown.event_id,
    'webhook-timestamp': '1795771800',
  },
  body: `{"id":"${shown.event_id}","type":"${shown.type}","fired_at":"2026-11-27T09:28:59+0000","portal_id":1,"sequence":${shown.id},"data":{"id":812,"first_name":"Grace","last_name":"O'Hopper","email":"grace@acme.example","note":"${script.replaceAll('"', '\\"')}"}}`,
});

/** Statistics of a period, by the hour or by the day. */
export function statistics(start: number, interval: string) {
  const step = interval === 'day' ? 86_400 : 3_600;
  const count = interval === 'day' ? 30 : 24;
  const hits = Array.from({ length: count }, (_, index) => {
    const delivered = Math.round(60 + 40 * Math.sin(index / 3) + ((index * 7) % 11));
    const failed = index > 18 && index < 22 ? 30 : index % 7 === 0 ? 2 : 0;
    return {
      time: new Date((start + index * step) * 1_000).toISOString().replace('.000Z', '+00:00'),
      delivered: index === 5 ? 0 : delivered,
      failed,
      attempts: delivered + failed * 3,
      status_classes: { '2xx': delivered, '3xx': 0, '4xx': 2, '5xx': failed * 2, none: failed },
      errors: { timeout: failed, connection_failed: index % 5 === 0 ? 1 : 0 },
      p50_ms: index === 5 ? null : 35 + (index % 4) * 8,
      p95_ms: index === 5 ? null : 180 + failed * 40,
    };
  });
  return { total: hits.length, hits };
}

/** The same for each webhook; the disabled one sent nothing. */
export const everyStatistics = (start: number) => ({
  total: shownWebhooks.length,
  hits: shownWebhooks.map(({ id, enabled }) => ({
    webhook_id: id,
    series: statistics(start, 'hour').hits.map((hour) =>
      enabled ? hour : { ...hour, delivered: 0, failed: 0, attempts: 0 },
    ),
  })),
});

export const auditLog: Schemas['AuditLogEntry'][] = [
  {
    id: 90_212,
    time: time(40),
    event: 'roles.changed',
    actor: { user_id: 7, name: 'Ada Lovelace' },
    client_id: 'hr-sync',
    client_name: 'HR sync',
    ip: '203.0.113.7',
    user_agent: 'hr-sync/2.1 (a long name of a program that does not fit its column)',
    ref: '5f2c1d7e9a0b4c3d',
    details: { user_id: 31, fields: ['roles'], roles_added: ['Manager'], roles_removed: [] },
  },
  {
    id: 90_210,
    time: time(4_000),
    event: 'invitation.lapsed',
    actor: null,
    client_id: null,
    client_name: null,
    ip: null,
    user_agent: 'schedule',
    ref: null,
    details: { user_id: 32, name: 'form' },
  },
  {
    id: 90_209,
    time: time(5_000),
    event: 'approval.given',
    actor: { user_id: 7, name: 'Ada Lovelace' },
    client_id: 'b6d7c0f2a4e84c1f9a3d5b7c9e1f2a4b6c8d0e2f',
    client_name: null,
    ip: '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    user_agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    ref: '5f2c1d7e9a0b4c3e',
    details: {
      scopes: session.scopes.join(' '),
      by_client: 'b6d7c0f2a4e84c1f9a3d5b7c9e1f2a4b6c8d0e2f',
    },
  },
];
