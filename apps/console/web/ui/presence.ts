const MAX_STILL_MS = 600_000;
let lastMove = Date.now();

for (const event of ['pointermove', 'keydown', 'scroll', 'touchstart'] as const)
  addEventListener(event, () => (lastMove = Date.now()), { passive: true });

/** Whether somebody has moved in the last ten minutes: only then a page looks for news by itself. */
export const isSomebodyThere = (): boolean => Date.now() - lastMove < MAX_STILL_MS;
