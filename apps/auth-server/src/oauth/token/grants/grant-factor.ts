import { Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { InvalidGrant } from '../../../edge/errors/index.js';
import { CodeGuesses, SecondFactor, type FactorUser } from '../../../sign-in/second-factor/index.js';

/** The second factor in the password grant: the form field `otp`. */
@Injectable()
export class GrantFactor {
  constructor(
    private readonly factor: SecondFactor,
    private readonly guesses: CodeGuesses,
  ) {}

  /**
   * Checks the form field `otp` for people with a second factor. People who must have a factor for this portal and have
   * none cannot log in here.
   * @throws TemporarilyUnavailable when too many wrong codes were tried
   */
  async use(
    { personId, portalId }: { personId: number; portalId: number },
    otp: string | undefined,
    context: { ip: string; clientId: string },
  ): Promise<Pick<FactorUser, 'factorTime'> | { reason: string; refusal?: InvalidGrant }> {
    if (await this.factor.isMissing(personId, portalId))
      return { reason: 'a second factor is demanded and not set up' };
    if (!(await this.factor.isActive(personId))) return { factorTime: null };
    const guess = {
      ...context,
      personId,
      method: 'second factor of a grant',
    } as const;
    const factorTime = await this.guesses.use(guess, otp ?? '');
    if (factorTime) return { factorTime };
    const refusal = new InvalidGrant('The second factor is missing or wrong.', {
      hint: 'Send the current code as otp.',
    });
    return { reason: otp === undefined ? 'second factor missing' : 'wrong second factor', refusal };
  }

  /** Whether no further factor is required; locks that fact until the transaction ends. */
  lockSufficient(tx: Transaction, user: FactorUser, portalId: number): Promise<boolean> {
    return this.factor.lockSufficient(tx, user, portalId);
  }
}
