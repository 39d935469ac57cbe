import { sql } from '@app/database';
import { withBenchDatabase } from './bench-database.js';
import { listChildIds, readCpuSeconds, readProcess } from './process-figures.js';

export interface CpuMs {
  server: number;
  postgres: number;
}

/** The process whose children serve the connections of Postgres. */
const findPostmaster = (databaseUrl: string): Promise<number> =>
  withBenchDatabase(databaseUrl, async (database) => {
    const row = await database.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return readProcess(row!.pid)!.parent;
  });

/**
 * Measures the processor time of a server and all of Postgres, including connections that have ended meanwhile (Linux
 * only).
 */
export class CpuTime {
  private constructor(private readonly postmaster: number) {}

  static async of(databaseUrl: string): Promise<CpuTime> {
    return new CpuTime(await findPostmaster(databaseUrl));
  }

  async during<T>(pids: readonly number[], work: () => Promise<T>): Promise<CpuMs & { result: T }> {
    const read = () => ({ server: sumCpuSeconds(pids), postgres: this.#postgres() });
    const before = read();
    const result = await work();
    const after = read();
    const ms = (part: keyof CpuMs) => (after[part] - before[part]) * 1000;
    return { server: ms('server'), postgres: ms('postgres'), result };
  }

  #postgres(): number {
    const { cpuSeconds, endedSeconds } = readProcess(this.postmaster)!;
    return cpuSeconds + endedSeconds + sumCpuSeconds(listChildIds(this.postmaster));
  }
}

const sumCpuSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (readCpuSeconds(pid) ?? 0), 0);
