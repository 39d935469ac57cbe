/**
 * Milliseconds after which a condition that a test waits for counts as never fulfilled, on any machine; not a limit
 * under test.
 */
export const WAIT_TIMEOUT_MS = 60_000;
