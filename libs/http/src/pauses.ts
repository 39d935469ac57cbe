import { setFlagsFromString } from 'node:v8';

/**
 * When little is allocated, or 100 s after the last collection, V8 compacts the heap to give memory back: a server
 * answers nobody for 30 to 60 ms then. From here on this process does not. Source: ADR 53.
 */
export function neverCompactWhileQuiet(): void {
  const [major] = process.versions.node.split('.');
  if (Number(major) >= 24) setFlagsFromString('--memory-reducer-gc-count=0'); // older ones do not know it
}
