/**
 * Milliseconds after which something that a test waits for counts as hanging, however slow the machine; not a limit
 * under test.
 */
export const WAIT_TIMEOUT_MS = 60_000;
