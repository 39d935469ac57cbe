import { migrate, openDatabase, sql, type Database } from '@app/database';
import { startPostgres, type RunningPostgres } from '@app/local-services';
import { temporaryFolder, TestClock } from '@app/testing';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { RevocationQueries } from './revocations.queries.js';
import { RevocationReader } from './revocation-reader.js';

const password = 'test';

/** A separate Postgres whose folder can be restored to an earlier state. */
class RestorablePostgres {
  readonly #folder = temporaryFolder();
  readonly #dataDir = join(this.#folder, 'postgres');
  readonly #copy = join(this.#folder, 'copy');
  #postgres!: RunningPostgres;

  async start(): Promise<string> {
    await this.#run();
    await migrate({
      url: this.#postgres.url,
      passwords: { auth: password, api: password, worker: password },
    });
    return this.#postgres.url;
  }

  async keepCopy(): Promise<void> {
    await this.#postgres.stop();
    execFileSync('cp', ['-a', this.#dataDir, this.#copy]);
    await this.#run(this.#postgres.port);
  }

  async goBack(): Promise<void> {
    await this.#postgres.stop();
    rmSync(this.#dataDir, { recursive: true });
    execFileSync('cp', ['-a', this.#copy, this.#dataDir]);
    await this.#run(this.#postgres.port);
  }

  async stop(): Promise<void> {
    await this.#postgres?.stop();
  }

  async #run(port?: number): Promise<void> {
    const settings = { fsync: 'off', autovacuum: 'off', jit: 'off' };
    this.#postgres = await startPostgres({
      dataDir: this.#dataDir,
      password,
      settings,
      ...(port && { port }),
    });
  }
}

describe('a reader of revocations whose Postgres is restored from an older copy', () => {
  const postgres = new RestorablePostgres();
  let database: Database;

  beforeAll(async () => {
    const url = await postgres.start();
    database = await openDatabase({ url, applicationName: 'test', poolSize: 2 });
    await postgres.keepCopy();
  });
  afterAll(async () => {
    await database?.dataSource.destroy();
    await postgres.stop();
  });

  const revoke = async (jti: string): Promise<number> => {
    const row = await database.one<{ id: number }>(sql`
      insert into auth.revocations (jti, expires_at) values (${jti}, now() + interval '1 hour') returning id`);
    return row!.id;
  };
  const burnTransactions = async (count: number) => {
    for (let done = 0; done < count; done += 1) await database.one(sql`select pg_current_xact_id()::text`);
  };
  const newReader = () =>
    new RevocationReader(
      new RevocationQueries(database),
      new TestClock(),
      {
        REDIS_URL: 'redis://127.0.0.1:1',
        REDIS_PREFIX: 'x',
      },
      pino({ level: 'silent' }),
    );
  const isRevoked = (reader: RevocationReader, jti: string) =>
    reader.set.covers({ jti, sid: 's', seq: 1, portal_id: 1, client_id: 'c' } as never, 'kid');

  it.each([
    ['at once', 0],
    ['once as many transactions have run as before', 60],
  ])('sees later revocations, %s, and keeps earlier ones', async (_, transactions) => {
    const reader = newReader();
    await burnTransactions(20);
    const lost = await revoke('before');
    await burnTransactions(20);
    await reader.read();
    expect(isRevoked(reader, 'before')).toBe(true);

    await postgres.goBack();
    const knownSeq = await revoke('after');
    expect(knownSeq).toBe(lost); // the same number again, in a transaction below that of the last read
    await burnTransactions(transactions);
    await reader.read();
    expect([isRevoked(reader, 'before'), isRevoked(reader, 'after')]).toEqual([true, true]);

    await revoke('later');
    await reader.read();
    expect(isRevoked(reader, 'later')).toBe(true);
    await postgres.goBack();
  });

  it('reads nothing twice while Postgres keeps running', async () => {
    const reader = newReader();
    let changes = 0;
    reader.onChange(() => (changes += 1));
    await revoke('one');
    await reader.read();
    await reader.read();
    await burnTransactions(3);
    await reader.read();
    expect(changes).toBe(1);
  });
});
