import { openDatabase, type Database } from '@app/database';
import { createTestDatabase, type TestDatabase } from './database.js';
import { Owner } from './owner.js';

type Role = keyof TestDatabase['urls'];

/** A separate database and connections to it. */
export class DatabaseHarness {
  /** Connected as the requested role. */
  database!: Database;
  db!: Owner;
  urls!: TestDatabase['urls'];
  #created!: TestDatabase;
  #opened: Database[] = [];

  async start(role: Role): Promise<void> {
    this.#created = await createTestDatabase();
    this.urls = this.#created.urls;
    this.database = await this.open(role);
    this.db = new Owner(this.urls.owner);
  }

  async open(role: Role, poolSize = 2): Promise<Database> {
    const database = await openDatabase({ url: this.urls[role], applicationName: 'test', poolSize });
    this.#opened.push(database);
    return database;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#opened.map((database) => database.dataSource.destroy()));
    await this.db.end();
    await this.#created.drop();
  }
}

/** A database for one test file, for tests without a server. */
export function useDatabase(role: Role = 'owner'): DatabaseHarness {
  const harness = new DatabaseHarness();
  beforeAll(() => harness.start(role));
  afterAll(() => harness.stop());
  return harness;
}
