const key = (portalId: number): string => `first-steps-${portalId}`;

/** Whether the first steps of a portal are done, or were hidden in this browser. */
export function areStepsHidden(portalId: number): boolean {
  try {
    return localStorage.getItem(key(portalId)) !== null;
  } catch {
    return false; // the browser blocks storage
  }
}

export function hideSteps(portalId: number): void {
  try {
    localStorage.setItem(key(portalId), 'hidden');
  } catch {
    // the steps reappear after the next load
  }
}
