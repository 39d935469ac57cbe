import { temporaryFolder } from './temporary-folder.js';
import { migrate, sql } from '@app/database';
import { startPostgres, type RunningPostgres } from '@app/local-services';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { Owner } from './owner.js';
import { eventually } from './eventually.js';
import { startStandby } from './standby.js';

const PASSWORDS = { auth: 'of-auth', api: 'of-api', worker: 'of-worker' };
/** Trades safety for speed, because this data is temporary. */
const QUICK = { fsync: 'off', jit: 'off', autovacuum: 'off', scram_iterations: 1 };

type Role = keyof typeof PASSWORDS;

/** A separate, migrated Postgres with a standby. */
export class ReplicatedPostgres {
  readonly #folder = temporaryFolder();
  primary!: RunningPostgres;
  standby!: RunningPostgres;
  /** The superuser on the primary. */
  db!: Owner;
  /** The superuser on the standby. */
  standbyDb!: Owner;

  /** @param settings of the standby */
  static async start(settings: Record<string, string | number> = {}): Promise<ReplicatedPostgres> {
    const both = new ReplicatedPostgres();
    chmodSync(both.#folder, 0o755); // if this is root, Postgres runs as another user
    const dataDir = (name: string) => join(both.#folder, name);
    both.primary = await startPostgres({ dataDir: dataDir('primary'), password: 'test', settings: QUICK });
    await migrate({ url: both.primary.url, passwords: PASSWORDS });
    both.db = new Owner(both.primary.url);
    both.standby = await startStandby(both.primary, {
      dataDir: dataDir('standby'),
      settings: { ...QUICK, ...settings },
    });
    both.standbyDb = new Owner(both.standby.url);
    return both;
  }

  /** URL of a server, with the role of an app. */
  static formatUrl(server: RunningPostgres, app: Role): string {
    const login = { username: `lp_${app}`, password: PASSWORDS[app] };
    return Object.assign(new URL(server.url), login).href;
  }

  /** Stops or continues replay. */
  async pauseReplay(isPaused: boolean): Promise<void> {
    await this.standbyDb.many(
      isPaused ? sql`select pg_wal_replay_pause()` : sql`select pg_wal_replay_resume()`,
    );
    if (!isPaused) return;
    const state = async () =>
      await this.standbyDb.value<string>(sql`
        select pg_get_wal_replay_pause_state() as state`);
    await eventually('replay is paused', async () => (await state()) === 'paused');
  }

  /** Waits until the standby has replayed everything from the primary. */
  async caughtUp(): Promise<void> {
    const { lsn } = await this.db.one<{ lsn: string }>(sql`select pg_current_wal_insert_lsn() as lsn`);
    await eventually('the standby has caught up', async () => {
      const { has } = await this.standbyDb.one<{ has: boolean }>(sql`
        select pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has`);
      return has;
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.db?.end(), this.standbyDb?.end()]);
    await Promise.all([this.standby?.stop(), this.primary?.stop()]);
  }
}
