import { readdirSync, readFileSync } from 'node:fs';
import { openDatabase, sql } from '@app/database';

/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;

/** CPU seconds used so far by a server, if there is one, and its Postgres connections (Linux only). */
export class CpuTime {
  /** Last value seen for each process; processes may end, because the pool closes idle connections. */
  readonly #seen = new Map<number, number>();

  private constructor(private readonly pids: number[]) {}

  /**
   * @param application whose connections, and whose process if it is our child
   * @param more processes that work for it
   */
  static async of(
    databaseUrl: string,
    application = 'resource-api',
    more: readonly number[] = [],
  ): Promise<CpuTime> {
    const database = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolSize: 1 });
    try {
      const rows = await database.many<{ pid: number }>(
        sql`select pid from pg_stat_activity where application_name = ${application}`,
      );
      return new CpuTime([...rows.map((row) => row.pid), ...ownChildren(application), ...more]);
    } finally {
      await database.dataSource.destroy();
    }
  }

  static ofProcess(pid: number): CpuTime {
    return new CpuTime([pid]);
  }

  seconds(): number {
    for (const pid of this.pids) this.#seen.set(pid, used(pid) ?? this.#seen.get(pid) ?? 0);
    return [...this.#seen.values()].reduce((sum, seconds) => sum + seconds, 0);
  }
}

function ownChildren(name: string): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      const stat = statOf(pid);
      return stat !== undefined && Number(stat[1]) === process.pid && commandOf(pid).includes(name);
    });
}

function used(pid: number): number | undefined {
  const stat = statOf(pid);
  return stat && (Number(stat[11]) + Number(stat[12])) / TICKS;
}

/** The fields of /proc/<pid>/stat after the name: state, parent, ... */
function statOf(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
