import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** Milliseconds that a process and all its children, ended ones too, have been on a processor; 0 where there is no /proc. */
export function processorMs(pid: number): number {
  let ticks = 0;
  let entries: string[] = [];
  try {
    entries = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return 0;
  }
  for (const entry of entries) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [, parent] = fields;
      const [own, inKernel, ended, endedInKernel] = fields.slice(11, 15).map(Number);
      if (entry === String(pid)) ticks += ended! + endedInKernel!;
      if (entry === String(pid) || parent === String(pid)) ticks += own! + inKernel!;
    } catch {
      continue; // it has ended
    }
  }
  return ticks * MS_PER_TICK;
}
