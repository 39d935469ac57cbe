import { exportCatalogue, type ImportRecord } from '@app/catalogue';
import { openDatabase, sql, type Database } from '@app/database';
import {
  CatalogueSeed,
  createTestDatabase,
  temporaryFolder,
  TestClock,
  type TestDatabase,
} from '@app/testing';
import { Command } from 'commander';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogCommand } from '../src/catalog/catalog.command.js';

/** `catalog` in a new database for each test, with the providers and portals acme and globex. */
export class CatalogCommand {
  test!: TestDatabase;
  database!: Database;
  readonly folder = temporaryFolder();
  said: string[] = [];
  /** Of the command before. */
  exitCode: typeof process.exitCode;

  async open(): Promise<void> {
    this.test = await createTestDatabase();
    this.database = await openDatabase({ url: this.test.urls.owner, applicationName: 'test', poolSize: 2 });
    await this.database.write((tx) =>
      tx.run(
        sql`insert into identity.portals (id, name, title) values (1, 'acme', 'Acme'), (2, 'globex', 'Globex')`,
      ),
    );
    const seed = await CatalogueSeed.open(this.test.urls.owner, new TestClock());
    await seed.provider('acme', 1);
    await seed.provider('globex', 2);
    await seed.close();
    this.said = [];
    jest.spyOn(console, 'log').mockImplementation((line: string) => void this.said.push(line));
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  }

  async close(): Promise<void> {
    jest.restoreAllMocks();
    await this.database.dataSource.destroy();
    await this.test.drop();
  }

  /** The command line, with the resource API's database role. @returns what it said last */
  readonly run = async (...args: string[]): Promise<string> => {
    const before = process.env['DATABASE_URL'];
    process.env['DATABASE_URL'] = this.test.urls.api;
    process.exitCode = undefined;
    try {
      const program = new Command().exitOverride();
      catalogCommand(program);
      await program.parseAsync(['catalog', ...args], { from: 'user' });
    } finally {
      if (before === undefined) delete process.env['DATABASE_URL'];
      else process.env['DATABASE_URL'] = before;
      // otherwise the tests themselves would end with it
      this.exitCode = process.exitCode;
      process.exitCode = undefined;
    }
    return this.said.at(-1) ?? '';
  };

  readonly file = (name: string, content: string): string => {
    const path = join(this.folder, name);
    writeFileSync(path, content);
    return path;
  };

  readonly titles = async (): Promise<string[]> =>
    await this.database.column<string>(
      sql`select title from learning.learning_objects where retired_time is null order by external_id`,
    );

  async exported(): Promise<ImportRecord[]> {
    const records: ImportRecord[] = [];
    for await (const record of exportCatalogue(this.database)) records.push(record);
    return records;
  }
}

/** Opened before each test, and closed behind it. */
export function useCatalogCommand(): CatalogCommand {
  const command = new CatalogCommand();
  beforeEach(() => command.open());
  afterEach(() => command.close());
  return command;
}

export const lines = (...records: object[]): string =>
  records.map((record) => JSON.stringify(record)).join('\n');

export const textRecord = (external_id: string, title: string, more: object = {}) => ({
  provider: 'acme',
  external_id,
  type: 'text',
  title,
  ...more,
});
