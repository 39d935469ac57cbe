import { setFlagsFromString } from 'node:v8';

/**
 * Eight seconds after a collection V8 looks whether little is being allocated, and if so compacts the heap to give
 * memory back: a server answers nobody for 30 to 60 ms then. From here on this process does not. Source: ADR 53.
 */
export function neverCompactWhileQuiet(): void {
  setFlagsFromString(`--gc-memory-reducer-start-delay-ms=${2 ** 31 - 1}`);
}
