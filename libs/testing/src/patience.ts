/**
 * Milliseconds after which something that a test waits for counts as hanging, however slow the machine; not a limit
 * under test.
 */
export const PATIENCE_MS = 60_000;
