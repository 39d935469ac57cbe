import type { Allowance } from '@app/rate-limit';
import type { PresentedClient } from '../../applications/clients/index.js';
import type { Parameters } from '../../edge/request/index.js';

/** One exchange at the token endpoint. */
export interface TokenAttempt {
  parameters: Parameters;
  presented: PresentedClient;
  /** The address that it comes from. */
  ip: string;
  /** When it began, by `performance.now()`. */
  startedAt: number;
  /** The answer of the limit when the attempt was counted, which happens once. */
  allowance?: Allowance | undefined;
}
