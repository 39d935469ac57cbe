import { sql } from '@app/database';
import { withBenchDatabase } from '../../load/bench-database.js';
import { listChildIds, readCpuSeconds, readProcess } from '../../load/process-figures.js';

/** Processor time in milliseconds. */
export interface CpuMs {
  server: number;
  postgres: number;
}

/** The program that runs this script as a child of ours. @throws Error when there is none */
function findServer(script: string): number {
  const [serverPid] = listChildIds(process.pid, script);
  if (serverPid === undefined) throw new Error(`${script} does not run`);
  return serverPid;
}

/** The process whose children serve the connections of Postgres. */
const findPostmaster = (databaseUrl: string): Promise<number> =>
  withBenchDatabase(databaseUrl, async (database) => {
    const row = await database.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return readProcess(row!.pid)!.parent;
  });

/** Measures what a server and all of Postgres cost, the processes that have ended meanwhile included (Linux only). */
export class TokenCpu {
  private constructor(private readonly postmaster: number) {}

  static async of(databaseUrl: string): Promise<TokenCpu> {
    return new TokenCpu(await findPostmaster(databaseUrl));
  }

  /** @param script of the server */
  async during<T>(script: string, work: () => Promise<T>): Promise<CpuMs & { result: T }> {
    const server = findServer(script);
    const read = () => ({ server: readCpuSeconds(server) ?? 0, postgres: this.#postgres() });
    const before = read();
    const result = await work();
    const after = read();
    const ms = (part: keyof CpuMs) => (after[part] - before[part]) * 1000;
    return { server: ms('server'), postgres: ms('postgres'), result };
  }

  #postgres(): number {
    const { cpuSeconds, endedSeconds } = readProcess(this.postmaster)!;
    return listChildIds(this.postmaster).reduce(
      (sum, pid) => sum + (readCpuSeconds(pid) ?? 0),
      cpuSeconds + endedSeconds,
    );
  }
}
