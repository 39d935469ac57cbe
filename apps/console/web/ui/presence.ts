const MAX_IDLE_MS = 600_000;
let lastActivity = Date.now();

for (const event of ['pointermove', 'keydown', 'scroll', 'touchstart'] as const)
  addEventListener(event, () => (lastActivity = Date.now()), { passive: true });

/** Whether the user has used the page in the last ten minutes; pages poll only then. */
export const isUserActive = (): boolean => Date.now() - lastActivity < MAX_IDLE_MS;
