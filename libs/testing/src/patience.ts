/** Milliseconds after which what a test waits for hangs, however slow the machine: no limit of what is tested. */
export const patienceMs = 60_000;
