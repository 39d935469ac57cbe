import { readdirSync, readFileSync } from 'node:fs';
import { openDatabase, sql } from '@app/database';

/** Clock ticks a second in /proc, on every Linux there is. */
const TICKS = 100;

/** CPU seconds that the resource API and its Postgres connections have used so far (Linux only). */
export class CpuTime {
  /** By process; of one that has ended (the pool closes what idles) what was seen last. */
  readonly #seen = new Map<number, number>();

  private constructor(private readonly pids: number[]) {}

  static async of(databaseUrl: string): Promise<CpuTime> {
    const database = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolSize: 1 });
    try {
      const rows = await database.many<{ pid: number }>(
        sql`select pid from pg_stat_activity where application_name = 'resource-api'`,
      );
      return new CpuTime([...rows.map((row) => row.pid), ...ownChildren('resource-api')]);
    } finally {
      await database.dataSource.destroy();
    }
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
