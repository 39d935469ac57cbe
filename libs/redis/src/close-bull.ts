/** Longer than a command takes, shorter than an orchestrator waits. */
const PATIENCE_MS = 3_000;

/**
 * Ends a queue or worker of BullMQ, which by itself waits without limit for a connection that is just being made
 * anew. Never throws.
 */
export async function closeBull(one: { close(): Promise<void> } | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
  await Promise.race([one?.close().catch(() => undefined), late]);
  clearTimeout(timer);
}
