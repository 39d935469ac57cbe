/** The state of the connection to the console's server, which pages display and errors depend on. */

/** A request without an answer after this time is displayed as slow. */
const SLOW_MS = 5_000;

let recoveries = 0;
let slowRequests = 0;
const changes = new EventTarget();
const reportChange = (): void => void changes.dispatchEvent(new Event('change'));

/** Calls back whenever one of the functions below may return another value. @returns an unsubscribe function */
export function onConnectionChange(callback: () => void): () => void {
  changes.addEventListener('change', callback);
  return () => changes.removeEventListener('change', callback);
}

/** Counts sign-ins and returns of the network: errors of before have lost their cause. */
export const countRecoveries = (): number => recoveries;

export function reportRecovery(): void {
  recoveries += 1;
  reportChange();
}

/** Follows what the browser says about the network. */
export function watchNetwork(): void {
  addEventListener('online', reportRecovery);
  addEventListener('offline', reportChange);
}

/** Whether a request has been waiting for its answer for five seconds. */
export const isSlow = (): boolean => slowRequests > 0;

/** Reports a request as slow until it has been answered. */
export async function watchAnswer<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    slowRequests += 1;
    reportChange();
  }, SLOW_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (isLate) slowRequests -= 1;
    if (isLate) reportChange();
  }
}
