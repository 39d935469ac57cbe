import { issueOneTimeToken, issuePasswordLink } from '@app/credentials';
import { asTransaction, type AuthStack } from './auth-stack.js';

/** The token of a login link. */
export const oneTimeToken = (
  stack: AuthStack,
  accountId: number,
  portalId = 1,
  redirectPath: string | null = null,
): Promise<string> =>
  issueOneTimeToken(asTransaction(stack.db), { portalId, accountId, redirectPath }, stack.clock.now());

/** The token of a mailed link to set a password, from a portal's mail or requested by the person. */
export const passwordToken = (
  stack: AuthStack,
  personId: number,
  portalId: number | null = null,
): Promise<string> =>
  issuePasswordLink(asTransaction(stack.db), { personId, portalId, seconds: 3600 }, stack.clock.now());
