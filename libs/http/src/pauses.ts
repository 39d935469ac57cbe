import { setFlagsFromString } from 'node:v8';

/**
 * Seconds of a process in which V8 does not begin to compact: it waits for eight first. To change its count while it
 * does ends the process ("Check failed: state.started_gcs() <= MaxNumberOfGCs()").
 */
const untouched = 7;

/**
 * When little is allocated, or 100 s after the last collection, V8 compacts the heap to give memory back: a server
 * answers nobody for 30 to 60 ms then. From here on this process does not. Source: ADR 7.
 * @param uptime seconds since the process began.
 * @returns false when it is too late to say so, or the version of Node too old.
 */
export function neverCompactWhileQuiet(uptime = process.uptime()): boolean {
  const [major] = process.versions.node.split('.');
  if (Number(major) < 24 || uptime > untouched) return false;
  setFlagsFromString('--memory-reducer-gc-count=0');
  return true;
}
