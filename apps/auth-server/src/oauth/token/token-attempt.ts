import type { Allowance } from '@app/rate-limit';
import type { PresentedClient } from '../../applications/clients/index.js';
import type { Parameters } from '../../edge/request/index.js';

export interface TokenAttempt {
  parameters: Parameters;
  presented: PresentedClient;
  ip: string;
  /** When it began, by `performance.now()`. */
  startedAt: number;
  /** The result of counting the attempt, which happens once. */
  allowance?: Allowance | undefined;
}
