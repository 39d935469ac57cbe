import { readdirSync, readFileSync } from 'node:fs';
import { openDatabase, sql } from '@app/database';

/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;

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
    return new CpuTime([...connections, ...ownChildren(application), ...otherPids]);
  }

  seconds(): number {
    for (const pid of this.pids) this.#seen.set(pid, used(pid) ?? this.#seen.get(pid) ?? 0);
    return [...this.#seen.values()].reduce((sum, seconds) => sum + seconds, 0);
  }
}

/** Processes of Postgres that serve an application. */
async function listConnections(databaseUrl: string, application: string): Promise<number[]> {
  const database = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolSize: 1 });
  try {
    const rows = await database.many<{ pid: number }>(
      sql`select pid from pg_stat_activity where application_name = ${application}`,
    );
    return rows.map(({ pid }) => pid);
  } finally {
    await database.dataSource.destroy();
  }
}

function ownChildren(name: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      const stat = readStat(pid);
      return stat !== undefined && Number(stat[1]) === process.pid && readCommand(pid).includes(name);
    });
}

function used(pid: number): number | undefined {
  const stat = readStat(pid);
  return stat && (Number(stat[11]) + Number(stat[12])) / TICKS;
}

/** The fields of /proc/<pid>/stat after the name: state, parent, ... */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
