import { type Database, sql } from '@app/database';
import { EventOutbox } from '@app/events';
import { listCustomFields } from '@app/identity';
import { temporaryFolder, useDatabase } from '@app/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importUsers, type ImportUsersOptions } from './import-users.js';
import { openSource } from '../tables/table-options.js';
import { peopleFields } from './people-fields.js';
import { setCustomField, deleteCustomField } from './fields.command.js';

const harness = useDatabase('api');

describe('users import', () => {
  const folder = temporaryFolder();
  let bad: { line: number; reason: string }[];
  let remarks: { line: number; reason: string }[];
  let unused: readonly string[];

  beforeAll(async () => {
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (1, 'a.example', 'A'), (2, 'b.example', 'B')`);
    await harness.db.many(sql`
      insert into identity.custom_fields
      values (1, 'level', 'integer', null), (1, 'remote', 'boolean', null)`);
  });

  async function run(csv: string, options: Partial<ImportUsersOptions> = {}) {
    const file = join(folder, 'people.csv');
    writeFileSync(file, csv);
    [bad, remarks] = [[], []];
    const defined = await listCustomFields(harness.database, options.portalId ?? 1);
    const source = await openSource(file, {}, peopleFields(defined), false);
    ({ unused } = source);
    return importUsers(source.lines, {
      database: harness.database,
      portalId: 1,
      defined,
      outbox: EventOutbox.withoutHints(),
      mails: false,
      dryRun: false,
      onBadLine: (one) => bad.push(one),
      onRemark: (one) => remarks.push(one),
      onBatch: () => Promise.resolve(),
      ...options,
    });
  }
  const account = (email: string, portalId = 1) =>
    harness.db.one(sql`
      select a.*, array(select p2.email from identity.account_managers m join identity.accounts a2 on a2.id = m.manager_id
                          join identity.persons p2 on p2.id = a2.person_id where m.account_id = a.id) as managers
        from identity.accounts a join identity.persons p on p.id = a.person_id where p.email = ${email}
         and a.portal_id = ${portalId}`);
  const count = async (text: string) =>
    Number((await harness.db.one(sql`select count(*) from ${sql.raw(text)}`))['count']);

  const table = `\uFEFFemail,first_name,last_name,roles,managers,locale,custom_fields.level,custom_fields.remote,custom_fields.unknown
ana@a.example,Ana,Silva,Manager;Learner,,de,3,yes,x
ben@a.example,Ben,"Okafor, jr.",,ana@a.example,,,,
`;

  it('creates people with roles, managers, language and typed custom fields, without mails', async () => {
    expect(await run(table)).toEqual({ lines: 2, created: 2, updated: 0, unchanged: 0, bad: 0 });
    expect(await account('ana@a.example')).toMatchObject({
      roles: ['Manager', 'Learner'],
      locale: 'de',
      custom_fields: { level: 3, remote: true },
    });
    expect(await account('ben@a.example')).toMatchObject({
      last_name: 'Okafor, jr.',
      roles: ['Learner'],
      managers: ['ana@a.example'],
    });
    expect(await count('identity.mails')).toBe(0);
    expect(await count(`learning.outbox where type = 'user.create'`)).toBe(2);
  });

  it('changes nothing the second time', async () => {
    const events = await count('learning.outbox');
    expect(await run(table)).toEqual({ lines: 2, created: 0, updated: 0, unchanged: 2, bad: 0 });
    expect(await count('learning.outbox')).toBe(events);
  });

  it('updates differences, and keeps roles', async () => {
    const summary = await run(table.replace('Ana,Silva,Manager;Learner', 'Anna,Silva,Administrator'));
    expect(summary).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await account('ana@a.example')).toMatchObject({
      first_name: 'Anna',
      roles: ['Manager', 'Learner'],
    });
  });

  it('reports bad lines, and imports the others', async () => {
    const summary = await run(`email,first_name,last_name,roles,managers,custom_fields.level
nonsense,A,B,,,
c1@a.example,,B,,,
c2@a.example,A,B,Wizard,,
c3@a.example,A,B,,,many
c4@a.example,A,B,,nobody@a.example,
c5@a.example,A,B,,c6@a.example,
c6@a.example,A,B,,c5@a.example,
c7@clients.invalid,A,B,,,
`);
    expect(summary).toMatchObject({ lines: 8, created: 3, bad: 7 });
    expect(bad.map(({ line, reason }) => `${line} ${reason.split(':')[0]}`)).toEqual([
      '2 email',
      '3 first_name',
      '4 roles.0',
      '5 column "custom_fields.level"',
      '9 email',
      '6 managers',
      '8 managers',
    ]);
  });

  it('imports the first of two lines with one address, and reports the other', async () => {
    const csv = 'email,first_name,last_name\ntwo@a.example,First,A\nTWO@a.example,Second,A\n';
    expect(await run(csv)).toMatchObject({ created: 1, bad: 1 });
    expect(bad).toEqual([
      { line: 3, reason: 'email: TWO@a.example is already on line 2, which is the one that is imported' },
    ]);
    expect((await account('two@a.example'))['first_name']).toBe('First');
  });

  it('reports ignored columns, roles, blocks and closed accounts', async () => {
    const header = 'E-Mail;Vorname;Nachname;Rolle;Status;closed_time;Abteilung;custom_fields.levle';
    const csv = `${header}
ana@a.example;Anna;Silva;Administrator;true;;Sales;4
ben@a.example;Ben;Okafor, jr.;Learner;false;;;
new1@a.example;N;One;;false;;;
new2@a.example;N;Two;;true;2026-01-31T06:29:13+00:00;;
`;
    expect(await run(csv)).toMatchObject({ created: 0, unchanged: 2, bad: 2 });
    expect(unused).toEqual(['Abteilung', 'custom_fields.levle; did you mean custom_fields.level?']);
    expect(remarks.map(({ line, reason }) => `${line} ${reason.split(' ')[0]}`)).toEqual([
      '2 roles',
      '3 status',
    ]);
    expect(bad.map(({ line, reason }) => `${line} ${reason.split(':')[0]}`)).toEqual([
      '5 closed_time',
      '4 status',
    ]);
  });

  it.each([
    ['a NUL', 'Na\0me'],
    ['a control character', 'Na\u0007me'],
    ['an error of a spreadsheet', '#REF!'],
  ])('%s makes its line bad, and the batch continues', async (_, name) => {
    const csv = `email,first_name,last_name\nbad@a.example,${name},A\nben@a.example,Ben,"Okafor, jr."\n`;
    expect(await run(csv)).toMatchObject({ unchanged: 1, bad: 1 });
    expect(bad[0]).toMatchObject({ line: 2, reason: expect.stringMatching(/^column "first_name"/) });
  });

  it('refuses dates that do not exist', async () => {
    await harness.db.many(sql`insert into identity.custom_fields values (1, 'since', 'date', null)`);
    const csv = `email,first_name,last_name,custom_fields_since
day1@a.example,A,B,2024-02-29
day2@a.example,A,B,2023-02-29
`;
    expect(await run(csv)).toMatchObject({ created: 1, bad: 1 });
    expect(bad).toEqual([{ line: 3, reason: 'custom_fields.since: must be a date such as 2026-01-31' }]);
  });

  it('mails new people on request, and notifies webhooks unless disabled', async () => {
    const events = await count('learning.outbox');
    await run('email,first_name,last_name\nm@a.example,Mo,Ma\n', { mails: true, outbox: undefined });
    expect(await harness.db.many(sql`select recipient, template, portal_id from identity.mails`)).toEqual([
      { recipient: 'm@a.example', template: 'login', portal_id: 1 },
    ]);
    expect(await count('learning.outbox')).toBe(events);
  });

  it('creates an account for a person known elsewhere, and changes nothing in a dry run', async () => {
    const csv = 'email,first_name,last_name\nANA@a.example,Ana,Elsewhere\n';
    expect(await run(csv, { portalId: 2, dryRun: true })).toMatchObject({ created: 1 });
    expect(await count('identity.accounts where portal_id = 2')).toBe(0);
    expect(await run(csv, { portalId: 2 })).toMatchObject({ created: 1 });
    expect(await account('ana@a.example', 2)).toMatchObject({ last_name: 'Elsewhere' });
  });

  it('imports a batch only if all new users have seats; updates need none', async () => {
    const seats = await count(
      'identity.accounts where portal_id = 1 and status and closed_time is null and person_id is not null',
    );
    const plan = (most: number) =>
      harness.db.many(sql`
        update identity.portals set plan = jsonb_build_object('licensed_user_count', ${most}::int)
         where id = 1`);
    const more = `email,first_name,last_name\nseat1@a.example,S,One\nseat2@a.example,S,Two\n`;
    await plan(seats + 1);
    await expect(run(more)).rejects.toMatchObject({ errorCode: 'no_seat_left' });
    expect(await count(`identity.persons where email like 'seat_@a.example'`)).toBe(0);
    expect((await run(table)).bad).toBe(0);
    await plan(seats + 2);
    expect((await run(more)).created).toBe(2);
    await plan(0);
  });

  it('writes one audit row for a batch of 200, but not in a dry run or without a change', async () => {
    const newest = await harness.db.one(sql`select coalesce(max(id), 0) as id from auth.audit_log`);
    const lines = Array.from({ length: 250 }, (_, number) => `logged${number}@a.example,L,No ${number},`);
    const people = (last: string) => ['email,first_name,last_name,managers', ...lines, last].join('\n');
    await run(people('log@a.example,L,L,'), { dryRun: true });
    await run(people('log@a.example,L,L,'));
    await run(people('log@a.example,L,L,'));
    await run(people('log@a.example,L,Other,logged1@a.example'));
    const rows = await harness.db.many(sql`
      select event, portal_id, account_id, user_agent ~ '^command line' as here, details
        from auth.audit_log where id > ${newest['id']} order by id`);
    const row = (event: string, users: number) => ({
      event,
      portal_id: 1,
      account_id: null,
      here: true,
      details: { what: 'users import', users },
    });
    expect(rows).toEqual([
      row('user.created', 200),
      row('user.created', 51),
      row('user.changed', 1),
      row('user.changed', 1),
    ]);
  });

  it('imports 10,000 people', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => `p${index}@b.example,Pat,No ${index}`);
    expect(await run(['email,first_name,last_name', ...rows].join('\n'), { portalId: 2 })).toMatchObject({
      created: 10_000,
      bad: 0,
    });
  });

  it('names missing columns', async () => {
    await expect(run('email,name\na@a.example,A\n')).rejects.toThrow(
      'no column for first_name, last_name: say with --map',
    );
  });

  it('T18 offers the account to a person with a proven address, under the table’s names', async () => {
    await harness.db.many(sql`
      insert into identity.persons (email, first_name, last_name, locale, verified_time, verified_by)
      values ('pia@a.example', 'Pia', 'Proven', 'fr', now(), 'mail')`);
    await run('email,first_name,last_name\npia@a.example,Pi,P\nnew@a.example,Ne,W\n', { mails: true });
    for (const email of ['pia@a.example', 'new@a.example']) {
      expect(await account(email)).toMatchObject({ accepted_at: null, locale: 'en', offered_by: null });
      expect(
        await harness.db.many(sql`select template from identity.mails where recipient = ${email}`),
      ).toEqual([{ template: 'login' }]);
    }
    expect((await account('pia@a.example'))['first_name']).toBe('Pi');
  });

  it('refuses custom fields that are too long together, with those that the account has', async () => {
    await harness.db.many(sql`insert into identity.portals (id, name, title) values (3, 'c.example', 'C')`);
    await harness.db.many(sql`
      insert into identity.custom_fields (portal_id, name, type) select 3, 'long_' || n, 'text'
        from generate_series(1, 20) n`);
    const line = (first: number, last: number) => {
      const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      const names = numbers.map((number) => `,custom_fields.long_${number}`).join('');
      return `email,first_name,last_name${names}\nlong@c.example,A,B${numbers.map(() => `,${'x'.repeat(1_000)}`).join('')}\n`;
    };
    expect(await run(line(1, 17), { portalId: 3 })).toMatchObject({ created: 0, bad: 1 });
    expect(bad[0]!.reason).toMatch(/^custom_fields: must have at most 16,384 bytes together/);
    expect(await run(line(1, 10), { portalId: 3 })).toMatchObject({ created: 1, bad: 0 });
    expect(await run(line(11, 20), { portalId: 3 })).toMatchObject({ updated: 0, bad: 1 });
    expect(await run(line(1, 10), { portalId: 3 })).toMatchObject({ unchanged: 1, bad: 0 });
  });

  it('stores internationalized domains in ASCII, of managers too, whose rows may have another form', async () => {
    await run(`email,first_name,last_name,managers
ana@münchen.example,Ana,Silva,
ben@münchen.example,Ben,Berg,ana@xn--mnchen-3ya.example
cyd@xn--mnchen-3ya.example,Cyd,Hall,ANA@MÜNCHEN.example
`);
    expect([bad, remarks]).toEqual([[], []]);
    for (const name of ['ben', 'cyd'])
      expect((await account(`${name}@xn--mnchen-3ya.example`))['managers']).toEqual([
        'ana@xn--mnchen-3ya.example',
      ]);
  });
});

describe('users fields', () => {
  let owner: Database;
  beforeAll(async () => {
    owner = await harness.open('owner');
    await harness.db.many(sql`
      insert into identity.portals (id, name, title) values (30, 'fields.example', 'C'), (40, 'other.example', 'D')`);
  });

  const set = (name: string, type: string, ...options: string[]) =>
    setCustomField(owner, 'fields.example', { name, type, options });
  const fields = (portalId = 30) => listCustomFields(owner, portalId);

  it('defines a field of one portal, and changes it', async () => {
    await set('cost_center', 'integer');
    await set('cost_center', 'choice', 'north', 'south');
    await set('remote', 'boolean');
    expect(await fields()).toEqual([
      { name: 'cost_center', type: 'choice', options: ['north', 'south'] },
      { name: 'remote', type: 'boolean', options: null },
    ]);
    expect(await fields(40)).toEqual([]);
  });

  it('reports the fault, and changes nothing', async () => {
    const before = await fields();
    await expect(set('Cost Center', 'text')).rejects.toThrow('lower-case');
    await expect(set('level', 'colour')).rejects.toThrow('type');
    await expect(set('level', 'choice')).rejects.toThrow('a choice has options');
    await expect(set('level', 'text', 'one')).rejects.toThrow('a choice has options');
    await expect(
      setCustomField(owner, 'nowhere.example', { name: 'level', type: 'text', options: [] }),
    ).rejects.toThrow('There is no portal nowhere.example.');
    expect(await fields()).toEqual(before);
  });

  it('removes a field without values', async () => {
    await harness.db.many(sql`
      insert into identity.persons (id, email, first_name, last_name)
      values (1_000, 'ana@c.example', 'Ana', 'B')`);
    await harness.db.many(sql`
      insert into identity.accounts (portal_id, person_id, first_name, last_name, custom_fields)
      values (30, 1_000, 'Ana', 'B', '{"remote": true}')`);
    await expect(deleteCustomField(owner, 'fields.example', 'remote')).rejects.toThrow('1 people');
    await deleteCustomField(owner, 'fields.example', 'cost_center');
    expect((await fields()).map(({ name }) => name)).toEqual(['remote']);
    await expect(deleteCustomField(owner, 'fields.example', 'cost_center')).rejects.toThrow('no field');
  });
});
