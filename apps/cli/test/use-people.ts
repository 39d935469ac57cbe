import { sql } from '@app/database';
import { temporaryFolder } from '@app/testing';
import { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useResourceApi, type TestAccount, type TestPortal } from '../../resource-api/test/resource-api.js';
import { usersCommand } from '../src/users/users.command.js';

/** Exports of the resource API and `users import` on one database. */
export function usePeople() {
  const api = useResourceApi();
  const people = new People(api);
  beforeAll(() => people.open());
  return people;
}

class People {
  readonly folder = temporaryFolder();
  /** The administrator of a portal with the three people of {@link TABLE}. */
  admin!: TestAccount;

  constructor(readonly api: ReturnType<typeof useResourceApi>) {}

  async open(): Promise<void> {
    this.admin = await this.portalWithFields('first.learning.localhost');
    const { said, code } = await this.import(this.admin.portal, TABLE);
    expect([said, code]).toEqual([['3 lines: 3 created, 0 updated, 0 unchanged, 0 bad.'], undefined]);
    await this.api.application(this.admin.portal);
  }

  /** `users import`. @returns what it said, line by line, and its exit code */
  async import(portal: TestPortal, table: string): Promise<{ said: string[]; code: unknown }> {
    const file = join(this.folder, 'imported.csv');
    writeFileSync(file, table);
    const said: string[] = [];
    const log = jest
      .spyOn(console, 'log')
      .mockImplementation((text: string) => void said.push(...text.split('\n')));
    const before = process.env['DATABASE_URL'];
    process.env['DATABASE_URL'] = this.api.database.urls.api;
    process.exitCode = undefined;
    try {
      const program = new Command().exitOverride();
      usersCommand(program);
      await program.parseAsync(['users', 'import', file, '--portal', portal.name], { from: 'user' });
      return { said, code: process.exitCode };
    } finally {
      log.mockRestore();
      process.exitCode = undefined;
      if (before === undefined) delete process.env['DATABASE_URL'];
      else process.env['DATABASE_URL'] = before;
    }
  }

  /** A portal with custom fields of every kind, and its administrator. */
  async portalWithFields(name: string): Promise<TestAccount> {
    const admin = await this.api.administrator(await this.api.portal({ name }));
    await this.api.db.many(sql`
      insert into identity.custom_fields (portal_id, name, type, options)
      select ${admin.portal.id}, f.name, f.type, case f.type when 'choice' then array['S', 'M; L'] end from (values
        ('number_text', 'text'), ('level', 'integer'), ('ratio', 'number'), ('remote', 'boolean'),
        ('hired', 'date'), ('size', 'choice')) f(name, type)`);
    return admin;
  }

  /** `GET /v2/users/export?format=csv` */
  async export({ token }: TestAccount = this.admin): Promise<string> {
    const { status, text } = await this.api.http.get('/v2/users/export?format=csv', { token });
    expect(status).toBe(200);
    return text;
  }
}

const TABLE = `email,first_name,last_name,roles,managers,locale,custom_fields.number_text,custom_fields.level,custom_fields.ratio,custom_fields.remote,custom_fields.hired,custom_fields.size
boss@people.example,Bo,"'=Chef, ""B""",Manager;Content administrator,,de,007,3,1234.5,yes,2026-01-31,M; L
ana@people.example,=Ana,Zoë,Learner;Manager,boss@people.example,pt-br,+49 30 1,-2,0.333,no,2024-02-29,S
li@people.example,李,-娜,,ana@people.example;boss@people.example,zh,"=1+1;@x",,,,,
`;
/** The people of the table above, without what depends on the portal: ids and times. */
export const peopleIn = (table: string): unknown[] =>
  parse<Record<string, string>>(table, { columns: true, bom: true })
    .filter(({ email }) => email!.endsWith('@people.example'))
    .map((row) => Object.entries(row).filter(([name]) => name !== 'id' && !name.endsWith('_time')));
