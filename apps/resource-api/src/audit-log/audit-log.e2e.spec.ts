import { sql } from '@app/database';
import { parse } from 'csv-parse/sync';
import { utcDay } from '@app/kernel';
import type { Answer, TestRequest } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

interface Entry {
  id: number;
  event: string;
  details: Record<string, unknown>;
}

const api = useResourceApi();
let admin: TestAccount;
beforeEach(async () => {
  admin = await api.administrator(await api.portal({ features: ['login_links'] }));
});

const list = (query = '', token = admin.token) => api.http.get(`/v2/audit-log?${query}`, { token });
const hits = async (query = '', token = admin.token): Promise<Entry[]> =>
  (await list(query, token)).body.hits;
const words = async (query = '') => (await hits(query)).map(({ event }) => event);
const send = (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, sent: TestRequest = {}) =>
  api.http.send(method, path, {
    token: admin.token,
    ...sent,
    headers: { 'user-agent': 'tidy-up/1.0', ...sent.headers },
  });

/** Rows as the servers write them, with ids in the order of their times. */
const write = (portalId: number, count: number, fields: { event?: string; accountId?: number } = {}) =>
  api.db.many(sql`
    insert into auth.audit_log (day, time, event, portal_id, account_id, client_id)
    select (t at time zone 'utc')::date, t, ${fields.event ?? 'consent.given'}, ${portalId},
           ${fields.accountId ?? null}, 'written'
      from generate_series(1, ${count}::int) i, lateral (select date_trunc('second',
           now()) - make_interval(hours => ${count} - i) as t) m`);

describe('the audit log has', () => {
  const email = 'sentinel-address@example.com';
  const secret = 'sentinel secret of mine';
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  const image = { body: svg, headers: { 'content-type': 'image/svg+xml' } };
  let person: TestAccount;
  beforeEach(async () => {
    person = await api.account(admin.portal);
  });
  const newWebhook = async (): Promise<number> =>
    (await send('POST', '/v2/webhooks', { json: { url: 'https://sentinel.example/', secret_key: secret } }))
      .body.id;
  type Act = () => Promise<{ answer: Answer; details: object }>;

  const on = (event: string, act: Act): [string, Act] => [event, act];
  const acts = [
    on('user.created', async () => {
      const json = { email, first_name: 'Sentinel', last_name: 'S', password: 'sentinel, long enough' };
      const answer = await send('POST', '/v2/users', { json });
      return { answer, details: { user_id: answer.body.id } };
    }),
    on('user.changed', async () => {
      const json = { last_name: 'Sentinel', status: false, roles: ['Learner'], first_name: 'Ana' };
      const answer = await send('PATCH', `/v2/users/${person.id}`, { json });
      return { answer, details: { user_id: person.id, fields: ['last_name', 'status'], status: false } };
    }),
    on('roles.changed', async () => {
      const json = { last_name: 'Sentinel', roles: ['Manager'] };
      const answer = await send('PATCH', `/v2/users/${person.id}`, { json });
      const roles = { roles_added: ['Manager'], roles_removed: ['Learner'] };
      return { answer, details: { user_id: person.id, fields: ['last_name', 'roles'], ...roles } };
    }),
    on('user.closed', async () => ({
      answer: await send('DELETE', `/v2/users/${person.id}`),
      details: { user_id: person.id },
    })),
    on('login_link.made', async () => ({
      answer: await send('POST', `/v2/users/${person.id}/login`),
      details: { user_id: person.id },
    })),
    on('export.made', async () => ({
      answer: await admin.get('/v2/users/export?format=csv', { headers: { 'user-agent': 'tidy-up/1.0' } }),
      details: { what: 'users', format: 'csv' },
    })),
    on('configuration.changed', async () => {
      await send('PUT', '/v2/configuration', { json: { kept: 'as it is' } });
      const json = { welcome: 'sentinel', kept: 'as it is', color: 'sentinel' };
      const answer = await send('PUT', '/v2/configuration', { json });
      return { answer, details: { keys: ['color', 'welcome'] } };
    }),
    on('branding.changed', async () => ({
      answer: await send('PUT', '/v2/branding', { json: { name: 'Sentinel', sender_name: null } }),
      details: { fields: ['name'] },
    })),
    on('branding.changed', async () => ({
      answer: await send('PUT', '/v2/branding/logo', image),
      details: { fields: ['logo'] },
    })),
    on('webhook.created', async () => {
      const json = { url: 'https://sentinel.example/', secret_key: secret };
      const answer = await send('POST', '/v2/webhooks', { json });
      return { answer, details: { webhook_id: answer.body.id } };
    }),
    on('webhook.changed', async () => {
      const id = await newWebhook();
      const json = { url: 'https://sentinel.example/2', user_create: true, secret_key: `${secret}!` };
      const answer = await send('PATCH', `/v2/webhooks/${id}`, { json: { ...json, enabled: true } });
      return { answer, details: { webhook_id: id, fields: ['user_create', 'url', 'secret_key'] } };
    }),
    on('webhook.secret_rotated', async () => {
      const id = await newWebhook();
      const answer = await send('POST', `/v2/webhooks/${id}/rotate-secret`, { json: {} });
      return { answer, details: { webhook_id: id } };
    }),
    on('webhook.replayed', async () => {
      const id = await newWebhook();
      const json = { from: 1_769_840_000, to: 1_769_843_600 };
      const answer = await send('POST', `/v2/webhooks/${id}/replay`, { json });
      return { answer, details: { webhook_id: id, ...json } };
    }),
    on('webhook.deleted', async () => {
      const id = await newWebhook();
      return { answer: await send('DELETE', `/v2/webhooks/${id}`), details: { webhook_id: id } };
    }),
  ];

  it.each(acts)(
    '%s is recorded once, with actor, application and address, without values',
    async (word, act) => {
      const { answer, details } = await act();
      expect(answer.status).toBeLessThan(300);
      const [entry, ...more] = await hits();
      expect(entry).toEqual({
        id: expect.any(Number),
        time: expect.stringMatching(/\+00:00$/),
        event: word,
        actor: { user_id: admin.id, name: `Ada ${admin.last_name}` },
        client_id: 'test-app',
        client_name: null,
        ip: '127.0.0.1',
        user_agent: 'tidy-up/1.0',
        ref: expect.stringMatching(/^[\w-]{8,}$/),
        details: 'fields' in details ? { ...details, fields: expect.any(Array) } : details,
      });
      if ('fields' in details)
        expect([...(entry!.details['fields'] as string[])].sort()).toEqual(
          [...(details.fields as string[])].sort(),
        );
      expect(more.filter(({ event }) => event === word && word !== 'configuration.changed')).toEqual([]);
      expect(JSON.stringify(await hits())).not.toMatch(/sentinel|whsec_|token=/i);
    },
  );

  it('records nothing without a change, or after a refusal', async () => {
    const id = await newWebhook();
    await send('PUT', '/v2/configuration', { json: { theme: 'dark' } });
    await send('PUT', '/v2/branding', { json: { name: 'Acme' } });
    const before = await words();
    for (const [method, path, json] of [
      ['PATCH', `/v2/users/${person.id}`, { first_name: 'Ana', roles: ['Learner'] }],
      ['PATCH', `/v2/webhooks/${id}`, { enabled: true, secret_key: secret, user_create: false }],
      ['PUT', '/v2/configuration', { theme: 'dark' }],
      ['PUT', '/v2/branding', { name: 'Acme' }],
      ['PATCH', `/v2/users/${admin.id}`, { roles: ['Learner'] }],
      ['POST', '/v2/users', { email: person.email, first_name: 'A', last_name: 'B' }],
      ['DELETE', '/v2/webhooks/999999', {}],
    ] as const)
      await send(method, path, { json });
    await send('DELETE', '/v2/branding/logo');
    expect(await words()).toEqual(before);
  });

  it('either both the change and its row, or neither', async () => {
    await api.db.many(sql`revoke insert on auth.audit_log from lp_api`);
    try {
      const { status } = await send('PATCH', `/v2/users/${person.id}`, { json: { first_name: 'Other' } });
      expect(status).toBe(500);
    } finally {
      await api.db.many(sql`grant insert on auth.audit_log to lp_api`);
    }
    const { body } = await admin.get(`/v2/users/${person.id}`);
    expect(body.first_name).toBe('Ana');
  });

  it('one row for a repeated request with the same Idempotency-Key', async () => {
    const sent = { json: { email, first_name: 'A', last_name: 'B' }, headers: { 'idempotency-key': 'once' } };
    await send('POST', '/v2/users', sent);
    await send('POST', '/v2/users', sent);
    expect(await words()).toEqual(['user.created']);
  });

  it('at most fifty changed keys of the configuration by name, and how many more', async () => {
    const json = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`key_${number}`, number]));
    await send('PUT', '/v2/configuration', { json });
    const [entry] = await hits();
    expect(entry!.details).toMatchObject({ further: 10 });
    expect(entry!.details['keys']).toHaveLength(50);
  });

  it('the account of a bound application as the actor', async () => {
    const application = await api.application(admin.portal);
    await send('DELETE', `/v2/users/${person.id}`, { token: application.token });
    expect(await hits('event=user.closed')).toMatchObject([
      {
        actor: { user_id: application.id, name: 'App Application' },
        client_id: expect.stringMatching(/^app-/),
      },
    ]);
  });
});

describe('GET /v2/audit-log', () => {
  it('returns no row of another portal, and no row without a portal', async () => {
    const other = await api.administrator();
    await write(other.portal.id, 3, { accountId: other.id });
    await api.db.many(sql`
      insert into auth.audit_log (day, time, event, account_id, person_id)
      select ${utcDay(new Date())}, now(), 'login.succeeded', id, person_id from identity.accounts where id = ${admin.id}`);
    await write(admin.portal.id, 2);
    for (const query of ['', `user_id=${other.id}`, 'client_id=written', 'event=consent.given'])
      expect((await hits(query)).length).toBe(query.startsWith('user_id') ? 0 : 2);
    expect((await list('', other.token)).body).toMatchObject({ total: 3 });
    // an account that is another portal's has no name here
    await write(admin.portal.id, 1, { accountId: other.id });
    expect(await hits(`user_id=${other.id}`)).toMatchObject([{ actor: null }]);
  });

  it('filters by event, account, application and time, and counts the matches', async () => {
    const portalId = admin.portal.id;
    await write(portalId, 4, { event: 'approval.given', accountId: admin.id });
    await write(portalId, 3, { event: 'consent.given' });
    await send('PUT', '/v2/configuration', { json: { theme: 'dark' } });
    const total = async (query: string) => (await list(query)).body.total as number;
    expect(await total('')).toBe(8);
    expect(await total('event=approval.given')).toBe(4);
    expect(await total(`user_id=${admin.id}`)).toBe(5);
    expect(await total('client_id=written')).toBe(7);
    expect(await total(`client_id=written&user_id=${admin.id}&event=approval.given`)).toBe(4);
    expect(await total('event=no.such.word')).toBe(0);
    const hour = Math.floor(Date.now() / 1000) - 3600;
    // two words, each with rows now and one, two and so on hours ago
    expect(await total(`client_id=written&from=${hour - 60}`)).toBe(4);
    expect(await total(`client_id=written&to=${hour - 60}`)).toBe(3);
    expect((await list('limit=0')).body).toEqual({ total: 8, hits: [] });
  });

  it('finds what was done to an account, and names the application', async () => {
    const { id } = await api.account(admin.portal);
    await send('PATCH', `/v2/users/${id}`, { json: { status: false } });
    const other = await api.account(admin.portal);
    await send('PATCH', `/v2/users/${other.id}`, { json: { status: false } });
    expect(await hits(`about_user_id=${id}`)).toMatchObject([
      {
        event: 'user.changed',
        actor: { user_id: admin.id },
        client_name: null,
        details: { user_id: id },
      },
    ]);
    await write(admin.portal.id, 1);
    await api.db.many(sql`
      insert into auth.clients (client_id, name, grants, scopes, created_time, updated_time)
      values ('written', 'HR sync', '{}', '{}', now(), now())`);
    expect(await hits('client_id=written')).toMatchObject([{ client_name: 'HR sync' }]);
  });

  it.each(['cursor=x', 'cursor=MS4yLjM0NTY3OA', 'from=x', 'user_id=x', 'about_user_id=x'])(
    'answers 400 to %s',
    async (query) => {
      const { status, body } = await list(query);
      expect([status, body.additional_errors[0].path]).toEqual([400, query.split('=')[0]]);
    },
  );

  it('pages through several days during writes: earlier entries are returned once, newest first', async () => {
    await write(admin.portal.id, 60);
    // several rows of the same moment
    for (let time = 0; time < 5; time += 1) await write(admin.portal.id, 30);
    const existing = new Set(
      await api.db.column<number>(sql`
          select id from auth.audit_log where portal_id = ${admin.portal.id}`),
    );
    const read: Entry[] = [];
    let written = 0;
    for (let cursor = '', pages = 0; pages === 0 || cursor; pages += 1) {
      const { body } = await list(`limit=25${cursor && `&cursor=${cursor}`}`);
      expect(body.total).toBe(existing.size);
      read.push(...body.hits);
      cursor = body.next_cursor ?? '';
      const json = (number: number) => ({ json: { [`key_${pages}_${number}`]: 1 } });
      await Promise.all([0, 1].map((number) => send('PUT', '/v2/configuration', json(number))));
      written += 2;
    }
    expect(read.map(({ id }) => id)).toHaveLength(existing.size);
    expect(new Set(read.map(({ id }) => id))).toEqual(existing);
    const times = read.map((entry) => (entry as unknown as { time: string }).time);
    expect(times).toEqual(times.toSorted().reverse());
    expect((await list('event=configuration.changed&limit=0')).body.total).toBe(written);
  });
});

describe('GET /v2/audit-log/export', () => {
  const file = (query: string, headers = {}) => admin.get(`/v2/audit-log/export?${query}`, { headers });

  it('writes every entry on a line, newest first, over several batches', async () => {
    await write(admin.portal.id, 1_200);
    await send('PUT', '/v2/configuration', { json: { theme: 'dark' } });
    const expected = await hits('limit=1');
    const { status, headers, text } = await file('');
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/x-ndjson',
      'attachment; filename="audit-log.ndjson"',
    ]);
    const rows: Entry[] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(1_201);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1_201);
    expect(rows[0]).toEqual(expected[0]);
    expect(await hits('event=export.made')).toMatchObject([
      { details: { what: 'audit-log', format: 'ndjson' } },
    ]);
  });

  it('is CSV on request, with the details as JSON and no formula', async () => {
    await send('PUT', '/v2/configuration', {
      json: { theme: 'dark' },
      headers: { 'user-agent': '=HYPERLINK("x")' },
    });
    const { text } = await file('event=configuration.changed', { accept: 'text/csv' });
    const [row] = parse<Record<string, string>>(text, { columns: true, bom: true });
    expect(row).toMatchObject({
      event: 'configuration.changed',
      actor_user_id: String(admin.id),
      actor_name: `Ada ${admin.last_name}`,
      user_agent: `'=HYPERLINK("x")`,
      details: '{"keys":["theme"]}',
    });
  });
});
