import { useResourceApi, type TestAccount } from '@app/testing';

describe('Users', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let manager: TestAccount;
  let learner: TestAccount;
  let stranger: TestAccount;

  beforeAll(async () => {
    const portal = await api.portal();
    admin = await api.administrator(portal);
    manager = await api.account(portal, { roles: ['Manager'], first_name: 'Marek' });
    learner = await api.account(portal, { first_name: 'Lena', last_name: 'Okafor', managers: [manager.id] });
    stranger = await api.account(portal, { first_name: 'Stan' });
    await api.db.many(
      `insert into identity.custom_fields values ($1, 'department', 'text', null), ($1, 'level', 'integer', null)`,
      [portal.id],
    );
  });

  const eventsOf = (id: number) =>
    api.db.many<{ type: string; data: string }>(
      `select type, data from learning.outbox where object_type = 'user' and object_id = $1 order by id`,
      [id],
    );
  const create = (json: object, token = admin.token) => api.http.post('/v2/users', { token, json });
  const someone = () => ({ email: `n${Math.random()}@example.com`, first_name: 'Nia', last_name: 'Bell' });

  describe('GET /v2/me', () => {
    it('answers the account of the token', async () => {
      const answer = await api.http.get('/v2/me', { token: admin.token });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.body).toMatchObject({ id: admin.id, email: admin.email, roles: ['Administrator'] });
    });

    it('answers the service account of a bound application', async () => {
      const app = await api.application(admin.portal);
      const answer = await api.http.get('/v2/me', { token: app.token });
      expect(answer.body).toMatchObject({ id: app.id, last_name: 'Application', email: app.email });
    });

    it('answers 403 portal_required to an application outside any portal', async () => {
      const token = await api.mint.sign({ clientId: 'unbound' });
      const answer = await api.http.get('/v2/me', { token });
      expect([answer.status, answer.body.error_code]).toEqual([403, 'portal_required']);
    });
  });

  describe('GET /v2/users', () => {
    it('lists the people of the portal newest first, service accounts never', async () => {
      await api.application(admin.portal);
      const { body } = await api.http.get('/v2/users', { token: admin.token });
      expect(body.total).toBe(4);
      expect(body.hits.map((user: { id: number }) => user.id)).toEqual([
        stranger.id,
        learner.id,
        manager.id,
        admin.id,
      ]);
    });

    it.each([
      ['first_name=le', 1],
      ['first_name=%25', 0],
      ['last_name=OKA', 1],
      ['roles[]=administrator&roles[]=Manager', 2],
      ['roles=Student', 2],
      ['first_name=Lena&roles[]=Manager', 0],
      ['first_name=&limit=', 4],
      ['marketplace=all&0=', 4],
    ])('filters by %s', async (query, total) => {
      const { status, body } = await api.http.get(`/v2/users?${query}`, { token: admin.token });
      expect(status).toBe(200);
      expect(body.total).toBe(total);
    });

    it('finds an e-mail address whole and in any letter case, never by its beginning', async () => {
      const find = async (email: string) =>
        (await api.http.get(`/v2/users?email=${encodeURIComponent(email)}`, { token: admin.token })).body
          .total;
      expect(await find(learner.email.toUpperCase())).toBe(1);
      expect(await find(learner.email.slice(0, 5))).toBe(0);
    });

    it('limit=0 gives the total alone', async () => {
      const { body } = await api.http.get('/v2/users?limit=0', { token: admin.token });
      expect(body).toEqual({ total: 4, hits: [] });
    });

    it.each([
      'limit=51',
      'limit=-1',
      'offset=-1',
      'limit=a',
      'offset=9960&limit=41',
      'roles[]=Emperor',
      'cursor=%00',
    ])('refuses %s and names the parameter', async (query) => {
      const { status, body } = await api.http.get(`/v2/users?${query}`, { token: admin.token });
      expect(status).toBe(400);
      const name = query.includes('&') ? 'offset' : query.split(/[=[]/)[0];
      expect(body.additional_errors[0].path).toMatch(new RegExp(`^${name}`));
    });

    it('a manager sees those directly managed and itself, a learner itself', async () => {
      const seenBy = async (token: string) =>
        (await api.http.get('/v2/users', { token })).body.hits.map((user: { id: number }) => user.id);
      expect(await seenBy(manager.token)).toEqual([learner.id, manager.id]);
      expect(await seenBy(learner.token)).toEqual([learner.id]);
      expect((await api.http.get(`/v2/users/${stranger.id}`, { token: manager.token })).status).toBe(404);
      expect((await api.http.get(`/v2/users/${learner.id}`, { token: manager.token })).status).toBe(200);
    });

    it('pages through everybody by cursor, oldest change first', async () => {
      const seen: number[] = [];
      let cursor: string | undefined = '*';
      while (cursor) {
        const { body } = await api.http.get(`/v2/users?limit=1&cursor=${cursor}`, { token: admin.token });
        expect(body.total).toBe(4);
        seen.push(...body.hits.map((user: { id: number }) => user.id));
        cursor = body.next_cursor;
      }
      expect(seen).toEqual([admin.id, manager.id, learner.id, stranger.id]);
    });
  });

  describe('POST /v2/users', () => {
    const mailsTo = (email: string) =>
      api.db.many('select * from identity.mails where recipient = $1', [email]);

    it('answers 503 with Retry-After to a password that would wait too long, and makes nobody', async () => {
      const release = await api.holdPasswordThreads();
      const given = someone();
      const busy = await create({ ...given, password: 'a long password' });
      expect([busy.status, busy.body.error_code, busy.headers['retry-after']]).toEqual([
        503,
        'temporarily_unavailable',
        '2',
      ]);
      expect((await create(someone())).status).toBe(201);
      await release();
      expect((await create({ ...given, password: 'a long password' })).status).toBe(201);
    });

    it('mails a link to log in and set a password by default, in the transaction of the user', async () => {
      const given = { ...someone(), locale: 'de' };
      expect((await create(given)).status).toBe(201);
      expect(await mailsTo(given.email)).toEqual([
        expect.objectContaining({
          template: 'login',
          portal_id: admin.portal.id,
          language: 'de',
          sent_time: null,
        }),
      ]);
      expect((await create(given)).status).toBe(409);
      expect(await mailsTo(given.email)).toHaveLength(1);
    });

    it('mails nothing with send_login_email=false', async () => {
      const given = someone();
      expect((await create({ ...given, send_login_email: false })).status).toBe(201);
      expect(await mailsTo(given.email)).toEqual([]);
    });

    it('creates a learner and publishes user.create', async () => {
      const { status, body } = await create({
        ...someone(),
        custom_fields: { department: 'Sales', shoe: 44 },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ full_name: 'Nia Bell', roles: ['Learner'], status: true, managers: [] });
      expect(body.custom_fields).toEqual({ department: 'Sales' });
      const [event] = await eventsOf(body.id);
      expect(event!.type).toBe('user.create');
      expect(JSON.parse(event!.data)).toEqual(body);
    });

    it.each([
      ['email', { email: 'nobody' }],
      ['first_name', { first_name: '' }],
      ['last_name', { last_name: undefined }],
      ['roles', { roles: ['Emperor'] }],
      ['managers', { managers: [999_999] }],
      ['custom_fields', { custom_fields: { level: 'high' } }],
      ['first_name', { first_name: 'a\0b' }],
      ['password', { password: 'short' }],
    ])('refuses a bad %s and changes nothing', async (field, change) => {
      const count = () => api.db.one<{ count: number }>('select count(*) from identity.accounts');
      const before = await count();
      const { status, body } = await create({ ...someone(), ...change });
      expect(status).toBe(400);
      expect(body.additional_errors[0].path).toMatch(new RegExp(`^${field}`));
      expect(await count()).toEqual(before);
    });

    it('answers 409 to an address that has an account here, in any letter case', async () => {
      const { status, body } = await create({ ...someone(), email: learner.email.toUpperCase() });
      expect([status, body.error_code]).toEqual([409, 'user_exists']);
    });

    it('gives a person known elsewhere a new account here, with the names sent', async () => {
      const elsewhere = await api.administrator();
      const { status, body } = await create({ ...someone(), email: elsewhere.email });
      expect(status).toBe(201);
      expect(body).toMatchObject({ email: elsewhere.email, first_name: 'Nia' });
      expect(body.id).not.toBe(elsewhere.id);
    });

    it('takes urlencoded bodies, also when they are labelled as JSON', async () => {
      for (const type of ['application/x-www-form-urlencoded', 'application/json', 'text/plain']) {
        const person = someone();
        const body = new URLSearchParams({
          ...person,
          'roles[]': 'manager',
          send_login_email: '0',
        }).toString();
        const answer = await api.http.post('/v2/users', {
          token: admin.token,
          body,
          headers: { 'content-type': type },
        });
        expect(answer.status).toBe(201);
        expect(answer.body).toMatchObject({ email: person.email, roles: ['Manager'] });
      }
    });

    it('takes multipart bodies', async () => {
      const person = someone();
      const form = new FormData();
      for (const [name, value] of Object.entries(person)) form.append(name, value);
      const { headers, body } = await encoded(form);
      const answer = await api.http.post('/v2/users', { token: admin.token, headers, body });
      expect(answer.status).toBe(201);
      expect(answer.body.email).toBe(person.email);
    });

    it('makes one account of fifty parallel identical requests', async () => {
      const person = someone();
      const answers = await Promise.all(Array.from({ length: 50 }, () => create(person)));
      const statuses = answers.map((answer) => answer.status).sort();
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(49);
    });

    it('is for administrators', async () => {
      const { status, body } = await create(someone(), manager.token);
      expect([status, body.error_code]).toEqual([403, 'administrator_required']);
    });
  });

  describe('PATCH /v2/users/{user-id}', () => {
    const patch = (id: number, json: object, headers = {}) =>
      api.http.patch(`/v2/users/${id}`, { token: admin.token, json, headers });
    const fresh = async (fields: object = {}) =>
      (await create({ ...someone(), ...fields })).body.id as number;

    it('blocks: status, event, and every token ended', async () => {
      const id = await fresh();
      const { status, body } = await patch(id, { status: false });
      expect(status).toBe(200);
      expect(body.status).toBe(false);
      expect((await eventsOf(id)).map((event) => event.type)).toEqual(['user.create', 'user.update']);
      const revocations = await api.db.many('select * from auth.revocations where account_id = $1', [id]);
      expect(revocations).toHaveLength(1);
    });

    it('replaces managers and merges custom fields', async () => {
      const id = await fresh({ managers: [manager.id], custom_fields: { department: 'Sales', level: 2 } });
      const { body } = await patch(id, { managers: [admin.id], custom_fields: { level: null } });
      expect(body.managers).toEqual([admin.id]);
      expect(body.custom_fields).toEqual({ department: 'Sales' });
      expect((await patch(id, { managers: [] })).body.managers).toEqual([]);
    });

    it('refuses a circle of managers', async () => {
      const below = await fresh({ managers: [manager.id] });
      const { status, body } = await patch(manager.id, { managers: [below] });
      expect([status, body.additional_errors[0].error_code]).toEqual([400, 'manager_cycle']);
      expect((await patch(below, { managers: [below] })).status).toBe(400);
    });

    it('keeps the last active administrator, also when two demote each other at once', async () => {
      const one = await api.administrator();
      const two = await api.account(one.portal, { roles: ['Administrator'] });
      const demote = (by: TestAccount, id: number) =>
        api.http.patch(`/v2/users/${id}`, { token: by.token, json: { roles: ['Learner'] } });
      const answers = await Promise.all([demote(one, two.id), demote(two, one.id)]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const refused = answers.find((answer) => answer.status === 409)!;
      expect(refused.body.error_code).toBe('last_administrator');
    });

    it('answers 412 when the ETag in If-Match is not the present one, and changes nothing', async () => {
      const id = await fresh();
      const { etag } = (await api.http.get(`/v2/users/${id}`, { token: admin.token })).headers;
      expect((await patch(id, { first_name: 'New' }, { 'if-match': String(etag) })).status).toBe(200);
      const { status } = await patch(id, { first_name: 'Newer' }, { 'if-match': String(etag) });
      expect(status).toBe(412);
      const { body } = await api.http.get(`/v2/users/${id}`, { token: admin.token });
      expect(body.first_name).toBe('New');
    });

    it('answers 304 to If-None-Match', async () => {
      const first = await api.http.get(`/v2/users/${learner.id}`, { token: admin.token });
      const headers = { 'if-none-match': String(first.headers['etag']) };
      const second = await api.http.get(`/v2/users/${learner.id}`, { token: admin.token, headers });
      expect([second.status, second.text]).toEqual([304, '']);
    });

    it('does not change the account of an application', async () => {
      const app = await api.application(admin.portal);
      expect((await patch(app.id, { first_name: 'x' })).status).toBe(403);
      expect((await api.http.get(`/v2/users/${app.id}`, { token: admin.token })).status).toBe(200);
    });

    it.each(['abc', '1.5', '1e3'])('answers 400 to the id %s', async (id) => {
      expect((await api.http.get(`/v2/users/${id}`, { token: admin.token })).status).toBe(400);
    });

    it.each(['0', '-1', '99999999999', '2147483648'])('answers 404 to the id %s', async (id) => {
      expect((await api.http.get(`/v2/users/${id}`, { token: admin.token })).status).toBe(404);
    });
  });

  describe('DELETE /v2/users/{user-id}', () => {
    it('closes the account; the address can be used again', async () => {
      const person = someone();
      const { id } = (await create(person)).body;
      const answer = await api.http.delete(`/v2/users/${id}`, { token: admin.token });
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect((await api.http.get(`/v2/users/${id}`, { token: admin.token })).status).toBe(404);
      expect((await eventsOf(id)).at(-1)!.type).toBe('user.delete');
      expect((await create(person)).status).toBe(201);
    });
  });

  describe('GET /v2/user-accounts', () => {
    it('answers as /v2/users, the detail with standard_fields', async () => {
      const list = await api.http.get('/v2/user-accounts?first_name=Lena', { token: admin.token });
      expect(list.body.hits[0].id).toBe(learner.id);
      const detail = await api.http.get(`/v2/user-accounts/${learner.id}`, { token: admin.token });
      expect(detail.body).toMatchObject({ id: learner.id, standard_fields: {} });
    });
  });
});

async function encoded(form: FormData) {
  const response = new Response(form);
  return {
    headers: { 'content-type': response.headers.get('content-type')! },
    body: Buffer.from(await response.arrayBuffer()),
  };
}
