import { PasswordPool } from '@app/credentials';
import { sql } from '@app/database';
import { anyWireTime, recordStatements } from '@app/testing';
import { useResourceApi, type TestAccount } from '../../test/resource-api.js';

describe('POST /v2/users', () => {
  const api = useResourceApi();
  let admin: TestAccount;
  let manager: TestAccount;

  beforeAll(async () => {
    admin = await api.administrator();
    manager = await api.account(admin.portal, { roles: ['Manager'] });
    await api.db.many(sql`
      insert into identity.custom_fields (portal_id, name, type, options) values
        (${admin.portal.id}, 'department', 'text', null), (${admin.portal.id}, 'level', 'integer', null),
               (${admin.portal.id}, 'ratio', 'number', null),
        (${admin.portal.id}, 'remote', 'boolean', null), (${admin.portal.id}, 'hired', 'date', null),
               (${admin.portal.id}, 'size', 'choice', '{S,M,L}')`);
  });

  const create = (json: object, actor = admin) => actor.post('/v2/users', json);
  const someone = () => ({ email: `n${Math.random()}@example.com`, first_name: 'Nia', last_name: 'Bell' });
  const mailsTo = (email: string) =>
    api.db.many(sql`select * from identity.mails where recipient = ${email}`);
  const listPasswords = (email: string) =>
    api.db.many<{ hash: string }>(sql`
      select w.hash from auth.passwords w join identity.persons p on p.id = w.person_id
       where p.email_key = lower(${email})`);

  it('creates a user from an address and names: a learner, active, nothing else', async () => {
    const newUser = someone();
    const { status, body } = await create(newUser);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        ...newUser,
        full_name: 'Nia Bell',
        profile_picture: null,
        roles: ['Learner'],
        status: true,
        state: 'invited',
        locale: 'en',
        created_time: anyWireTime(),
        updated_time: anyWireTime(),
        last_login_time: null,
        managers: [],
        custom_fields: {},
      },
    ]);
    const shown = await admin.get(`/v2/users/${body.id}`);
    expect(shown.body).toEqual(body);
  });

  it('stores an internationalized domain in ASCII, and finds it by either form', async () => {
    const [unicode, ascii] = ['Mia.Bell@münchen.example', 'Mia.Bell@xn--mnchen-3ya.example'];
    const { status, body } = await create({ ...someone(), email: unicode });
    expect([status, body.email]).toEqual([201, ascii]);
    expect(await mailsTo(ascii)).toHaveLength(1);
    for (const query of [
      { email: unicode },
      { email: ascii },
      { q: unicode },
      { q: 'mia.bell@MÜNCHEN.ex' },
    ]) {
      const found = await admin.get(`/v2/users?${new URLSearchParams(query)}`);
      expect([query, found.body.hits.map(({ id }: { id: number }) => id)]).toEqual([query, [body.id]]);
    }
    const again = await create({ ...someone(), email: ascii });
    expect([again.status, again.body.user_id]).toEqual([409, body.id]);
    const corrected = await admin.patch(`/v2/users/${body.id}`, { email: 'mia@zürich.example' });
    expect([corrected.status, corrected.body.email]).toEqual([200, 'mia@xn--zrich-kva.example']);
  });

  it('names the reason when it refuses an address', async () => {
    for (const [email, message] of [
      ['jörg@acme.example', /only ASCII characters before the @/],
      ['jorg@xn--a.example', /valid domain/],
    ] as const) {
      const { status, body } = await create({ ...someone(), email });
      expect([status, body.additional_errors[0].path]).toEqual([400, 'email']);
      expect(body.additional_errors[0].message).toMatch(message);
    }
  });

  describe('with dry_run', () => {
    const countAll = () =>
      api.db.one<Record<string, string>>(sql`
        select (select count(*) from identity.accounts) as accounts, (select count(*) from identity.persons) as persons,
               (select count(*) from identity.mails) as mails, (select count(*) from learning.outbox) as events,
               (select count(*) from auth.audit_log) as acts, (select count(*) from auth.passwords) as passwords`);

    it('answers 200 with the user as it would be, and changes nothing', async () => {
      const before = await countAll();
      const person = someone();
      const { status, body } = await create({ ...person, password: 'Check-pass-123', dry_run: true });
      expect([status, body]).toMatchObject([200, { ...person, id: 0, state: 'invited' }]);
      expect(await countAll()).toEqual(before);
    });

    it('is refused like a creation', async () => {
      const taken = someone();
      const { body: existing } = await create(taken);
      const conflict = await create({ ...taken, dry_run: true });
      expect([conflict.status, conflict.body]).toMatchObject([
        409,
        { error_code: 'user_exists', user_id: existing.id },
      ]);
      for (const [fault, path] of [
        [{ email: 'no address' }, 'email'],
        [{ managers: [2_000_000_000] }, 'managers'],
        [{ custom_fields: { level: 'high' } }, 'custom_fields.level'],
        [{ password: 'short' }, 'password'],
      ] as const) {
        const { status, body } = await create({ ...someone(), ...fault, dry_run: true });
        expect([status, body.additional_errors[0].path]).toEqual([400, path]);
      }
    });
  });

  it('accepts roles, custom_fields, managers and locale, and publishes user.create', async () => {
    const custom_fields = {
      department: 'Sales',
      level: 3,
      ratio: 0.5,
      remote: true,
      hired: '2026-01-31',
      size: 'M',
    };
    const { status, body } = await create({
      ...someone(),
      roles: ['manager', 'CONTENT ADMINISTRATOR', 'Student'],
      custom_fields: { ...custom_fields, shoe: 44 },
      managers: [manager.id, admin.id, manager.id],
      locale: 'pt-br',
    });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        roles: ['Manager', 'Content administrator', 'Learner'],
        custom_fields,
        managers: [admin.id, manager.id],
        locale: 'pt-br',
      }),
    ]);
    const events = await api.db.many<{ type: string; data: string }>(sql`
      select type, data from learning.outbox where object_type = 'user' and object_id = ${body.id}`);
    expect(events.map(({ type, data }) => [type, JSON.parse(data)])).toEqual([['user.create', body]]);
  });

  it.each(['x@clients.invalid', ' X@Clients.INVALID ', 'erased-7@erased.invalid', 'apart-7@apart.invalid'])(
    'refuses %j, whose domain is the service’s own',
    async (email) => {
      const { status, body } = await create({ ...someone(), email });
      expect([status, body.additional_errors[0].path]).toEqual([400, 'email']);
    },
  );

  it('an address of the applications’ domain cannot even be stored', async () => {
    const stored = api.db.many(sql`
      insert into identity.persons (email, first_name, last_name) values ('x@CLIENTS.invalid', 'A', 'B')`);
    await expect(stored).rejects.toThrow('persons_email_domain');
  });

  describe('send_login_email', () => {
    it('defaults to true: a mail with a link to log in and set a password, in the user’s transaction', async () => {
      const newUser = { ...someone(), locale: 'de' };
      expect((await create(newUser)).status).toBe(201);
      expect(await mailsTo(newUser.email)).toEqual([
        expect.objectContaining({
          template: 'login',
          portal_id: admin.portal.id,
          language: 'de',
          sent_time: null,
        }),
      ]);
      expect((await create(newUser)).status).toBe(409);
      expect(await mailsTo(newUser.email)).toHaveLength(1);
    });

    it.each([
      [false, 0],
      ['0', 0],
      ['False', 0],
      [1, 1],
      ['true', 1],
    ])('%j sends %i', async (send_login_email, count) => {
      const newUser = { ...someone(), send_login_email };
      expect((await create(newUser)).status).toBe(201);
      expect(await mailsTo(newUser.email)).toHaveLength(count);
    });
  });

  describe('password', () => {
    const password = 'a long password';

    const heldFor = (id: number) =>
      api.db.many(sql`select hash from auth.portal_passwords where account_id = ${id}`);

    it('T01 of an unknown address is stored with the account, and not returned', async () => {
      const credentials = { ...someone(), password };
      const answer = await create(credentials);
      expect(answer.status).toBe(201);
      expect(answer.text).not.toContain(password);
      expect(await heldFor(answer.body.id)).toEqual([{ hash: expect.stringMatching(/^\$argon2id/) }]);
      expect(await listPasswords(credentials.email)).toEqual([]);
    });

    it('T04 of a placeholder is stored with this account too; T10 of a proven person it is not: the same answer', async () => {
      const other = await api.administrator();
      const [proven, placeholder] = [(await api.administrator()).email, someone().email];
      const names = { ...someone(), password };
      expect((await create({ ...names, email: placeholder }, other)).status).toBe(201);
      const [first, second] = [
        await create({ ...names, email: proven }),
        await create({ ...names, email: placeholder }),
      ];
      expect([first.status, second.status]).toEqual([201, 201]);
      const { id: _, email: __, ...alike } = first.body;
      const untimed = { created_time: expect.any(String), updated_time: expect.any(String) };
      expect(second.body).toMatchObject({ ...alike, ...untimed });
      expect(Object.keys(first.body)).toEqual(Object.keys(second.body));
      expect([await heldFor(first.body.id), (await heldFor(second.body.id)).length]).toEqual([[], 1]);
      expect([await listPasswords(proven), await listPasswords(placeholder)]).toEqual([[], []]);
    });

    it('T10 hashes once and runs the same statements for a proven person, a placeholder and an unknown address', async () => {
      const other = await api.administrator();
      const [proven, placeholder] = [(await api.administrator()).email, someone().email];
      expect((await create({ ...someone(), email: placeholder }, other)).status).toBe(201);
      await create({ ...someone(), password }); // queries that run once for all requests
      const concernsPeople = (text: string) => /identity\.|auth\.hold/.test(text); // ignoring background work
      const hashes = jest.spyOn(PasswordPool.prototype, 'hash');
      const works = [];
      for (const email of [proven, placeholder, someone().email]) {
        hashes.mockClear();
        const statements = await recordStatements(() => create({ ...someone(), email, password }));
        works.push([
          hashes.mock.calls.length,
          statements.map(({ text }) => text).filter(concernsPeople),
        ] as const);
      }
      hashes.mockRestore();
      expect(works.map(([hashed]) => hashed)).toEqual([1, 1, 1]);
      expect(works[1]![1]).toEqual(works[0]![1]);
      // a new person need not be looked up after being created
      const foundNames = works[0]![1].filter((text) => !/from identity\.persons where email_key/.test(text));
      expect(works[2]![1]).toEqual(foundNames);
      expect(foundNames.length).toBeGreaterThan(5);
    });

    it('T17 names and language come from the request, never from the person', async () => {
      const knownAccount = await api.administrator();
      await api.db.many(sql`update identity.persons set locale = 'de' where email = ${knownAccount.email}`);
      const { body } = await create({ email: knownAccount.email, first_name: 'As', last_name: 'Sent' });
      expect(body).toMatchObject({ first_name: 'As', last_name: 'Sent', locale: 'en' });
    });

    it.each([
      ['12345678', 'password_common'],
      ['PASSWORD', 'password_common'],
      ['x'.repeat(1025), 'password_long'],
    ])('%.20s: %s', async (bad, error_code) => {
      const credentials = { ...someone(), password: bad };
      const answer = await create(credentials);
      expect([answer.status, answer.body.error_code]).toEqual([400, 'validation_failed']);
      expect(answer.body.additional_errors).toEqual([
        { path: 'password', message: expect.any(String), error_code },
      ]);
      expect(answer.text).not.toContain(bad);
      expect(
        (await create({ ...credentials, password: credentials.email })).body.additional_errors,
      ).toMatchObject([{ path: 'password', error_code: 'password_own' }]);
      expect((await create({ ...credentials, password })).status).toBe(201); // nobody was created
    });

    it('that would wait too long gets 503 with Retry-After, and creates no user', async () => {
      const release = await api.blockPasswordThreads();
      const newUser = someone();
      const busy = await create({ ...newUser, password });
      expect([busy.status, busy.body.error_code, busy.headers['retry-after']]).toEqual([
        503,
        'server_busy',
        '2',
      ]);
      expect((await create(someone())).status).toBe(201);
      await release();
      expect((await create({ ...newUser, password })).status).toBe(201);
    });
  });

  it.each<[path: string, change: object]>([
    ['email', { email: undefined }],
    ['email', { email: 'nobody' }],
    ['email', { email: `${'x'.repeat(250)}@example.com` }],
    ['first_name', { first_name: undefined }],
    ['first_name', { first_name: '' }],
    ['first_name', { first_name: 'a\0b' }],
    ['last_name', { last_name: undefined }],
    ['last_name', { last_name: '  ' }],
    ['last_name', { last_name: 'x'.repeat(256) }],
    ['roles.0', { roles: ['Emperor'] }],
    ['send_login_email', { send_login_email: 'perhaps' }],
    ['custom_fields', { custom_fields: 'none' }],
    ['custom_fields.department', { custom_fields: { department: 5 } }],
    ['custom_fields.level', { custom_fields: { level: 'high' } }],
    ['custom_fields.ratio', { custom_fields: { ratio: '0.5' } }],
    ['custom_fields.remote', { custom_fields: { remote: 'yes' } }],
    ['custom_fields.hired', { custom_fields: { hired: '31.1.2026' } }],
    ['custom_fields.hired', { custom_fields: { hired: '2023-02-29' } }],
    ['custom_fields.size', { custom_fields: { size: 'XL' } }],
    ['managers.0', { managers: 'none' }],
    ['managers.0', { managers: ['x'] }],
    ['managers', { managers: [999_999] }],
    ['password', { password: 'short' }],
    ['locale', { locale: 'English' }],
  ])('answers 400 naming %s (%#), and changes nothing', async (path, change) => {
    const count = () =>
      api.db.one(sql`
        select (select count(*) from identity.accounts) as accounts, (select count(*)
          from identity.persons) as persons`);
    const before = await count();
    const { status, body } = await create({ ...someone(), ...change });
    expect([status, body.additional_errors[0].path]).toEqual([400, path]);
    expect(await count()).toEqual(before);
  });

  it('answers 400 to a manager of another portal, a closed one, and an application', async () => {
    const gone = await api.account(admin.portal);
    await admin.delete(`/v2/users/${gone.id}`);
    for (const { id } of [await api.administrator(), gone, await api.application(admin.portal)]) {
      const { status, body } = await create({ ...someone(), managers: [manager.id, id] });
      expect([status, body.additional_errors[0]]).toEqual([
        400,
        { path: 'managers', message: `no such user: ${id}`, error_code: 'unknown_manager' },
      ]);
    }
  });

  it('answers 409 user_exists with the id to an address with an account here, in any letter case', async () => {
    const { status, body } = await create({ ...someone(), email: manager.email.toUpperCase() });
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({ error_code: 'user_exists', user_id: manager.id, id: manager.id }),
    ]);
  });

  it('creates a new account here for a person known elsewhere, with the names sent (contract 4.29)', async () => {
    const elsewhere = await api.administrator();
    const { status, body } = await create({ ...someone(), email: elsewhere.email });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ email: elsewhere.email, first_name: 'Nia', roles: ['Learner'] }),
    ]);
    expect(body.id).not.toBe(elsewhere.id);
    const answer = await elsewhere.get('/v2/me');
    expect(answer.body).toMatchObject({ first_name: 'Ada', roles: ['Administrator'] });
  });

  it('accepts urlencoded bodies, whatever their label', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'application/json',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'form',
      'json',
      '',
      'application/xml; q',
    ]) {
      const person = someone();
      const fields = { ...person, 'roles[]': 'manager', send_login_email: '0' };
      const answer = await api.http.post('/v2/users', {
        token: admin.token,
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': type },
      });
      expect([type, answer.status]).toEqual([type, 201]);
      expect(answer.body).toMatchObject({ email: person.email, roles: ['Manager'] });
    }
  });
});
