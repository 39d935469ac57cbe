import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;

/** The figures of a process in /proc/<pid>/stat (man 5 proc); Linux only. */
interface ProcessFigures {
  parent: number;
  cpuSeconds: number;
  /** Processor time of its children that have ended. */
  endedSeconds: number;
}

/** Undefined when the process has ended. */
export function readProcess(pid: number): ProcessFigures | undefined {
  const text = tryRead(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return {
    parent: fields[1]!,
    cpuSeconds: (fields[11]! + fields[12]!) / TICKS,
    endedSeconds: (fields[13]! + fields[14]!) / TICKS,
  };
}

/** Processor time of a process so far, in seconds; undefined when it has ended. */
export const readCpuSeconds = (pid: number): number | undefined => readProcess(pid)?.cpuSeconds;

/** @param command a part of the command line */
export const listChildIds = (parent: number, command = ''): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => readProcess(pid)?.parent === parent)
    .filter((pid) => (tryRead(`/proc/${pid}/cmdline`) ?? '').includes(command));

/** Resident memory of a process in megabytes (10^6 bytes), NaN when it has ended (Linux only). */
export function readMemory(pid: number): number {
  const text = tryRead(`/proc/${pid}/status`) ?? '';
  return (Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) * 1024) / 1e6;
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
