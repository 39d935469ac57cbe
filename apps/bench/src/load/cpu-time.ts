import { sql } from '@app/database';
import { withBenchDatabase } from './bench-database.js';
import { listChildIds, readCpuSeconds } from './process-figures.js';

/** CPU seconds used so far by a server and its Postgres connections (Linux only). */
export class CpuTime {
  /** Last value seen for each process; processes may end, because the pool closes idle connections. */
  readonly #seen = new Map<number, number>();

  private constructor(private readonly pids: readonly number[]) {}

  /**
   * @param application whose connections, and whose processes that are our children
   * @param otherPids processes that take part in it
   */
  static async of(
    databaseUrl: string,
    application = 'resource-api',
    otherPids: readonly number[] = [],
  ): Promise<CpuTime> {
    const connections = await listConnections(databaseUrl, application);
    return new CpuTime([...connections, ...listChildIds(process.pid, application), ...otherPids]);
  }

  seconds(): number {
    for (const pid of this.pids) this.#seen.set(pid, readCpuSeconds(pid) ?? this.#seen.get(pid) ?? 0);
    return [...this.#seen.values()].reduce((sum, seconds) => sum + seconds, 0);
  }
}

/** Processes of Postgres that serve an application. */
const listConnections = (databaseUrl: string, application: string): Promise<number[]> =>
  withBenchDatabase(databaseUrl, async (database) => {
    const rows = await database.many<{ pid: number }>(
      sql`select pid from pg_stat_activity where application_name = ${application}`,
    );
    return rows.map(({ pid }) => pid);
  });
