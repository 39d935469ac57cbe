import { readdirSync, readFileSync } from 'node:fs';
import { openDatabase, sql } from '@app/database';

/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;

/** Processor time in milliseconds. */
export interface CpuMs {
  server: number;
  postgres: number;
}

/** Fields of /proc/<pid>/stat behind the name: parent, own time, and that of children that have ended (man 5 proc). */
function readStat(pid: number): { parent: number; ownTicks: number; children: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    return { parent: fields[1]!, ownTicks: fields[11]! + fields[12]!, children: fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}

const listChildren = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => readStat(pid)?.parent === parent);

/** The program that runs this script as a child of ours. @throws Error when there is none */
function findServer(script: string): number {
  const serverPid = listChildren(process.pid).find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(script),
  );
  if (serverPid === undefined) throw new Error(`${script} does not run`);
  return serverPid;
}

/** The process whose children serve the connections of Postgres. */
async function findPostmaster(databaseUrl: string): Promise<number> {
  const database = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolSize: 1 });
  try {
    const row = await database.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return readStat(row!.pid)!.parent;
  } finally {
    await database.close();
  }
}

/** Measures what a server and all of Postgres cost, the processes that have ended meanwhile included (Linux only). */
export class TokenCpu {
  private constructor(private readonly postmaster: number) {}

  static async of(databaseUrl: string): Promise<TokenCpu> {
    return new TokenCpu(await findPostmaster(databaseUrl));
  }

  /** @param script of the server */
  async during<T>(script: string, work: () => Promise<T>): Promise<CpuMs & { result: T }> {
    const server = findServer(script);
    const read = () => ({ server: readStat(server)?.ownTicks ?? 0, postgres: this.#postgres() });
    const before = read();
    const result = await work();
    const after = read();
    const ms = (part: keyof CpuMs) => ((after[part] - before[part]) * 1000) / TICKS;
    return { server: ms('server'), postgres: ms('postgres'), result };
  }

  #postgres(): number {
    const { ownTicks, children } = readStat(this.postmaster)!;
    return listChildren(this.postmaster).reduce(
      (sum, pid) => sum + (readStat(pid)?.ownTicks ?? 0),
      ownTicks + children,
    );
  }
}
