import { readFileSync } from 'node:fs';

/** Clock ticks per second in /proc, on every Linux. */
const TICKS = 100;

/** Seconds of processor time that a process has used so far, or undefined when it has ended (Linux only). */
export function readCpuSeconds(pid: number): number | undefined {
  const text = tryRead(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** Resident memory of a process in megabytes (10^6 bytes), now and at its highest (Linux only). */
export function readMemory(pid: number): { now: number; peak: number } {
  const text = tryRead(`/proc/${pid}/status`) ?? '';
  const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(text)?.[1]) * 1024) / 1e6;
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
