import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@app/database';
import { ONBOARDING_ANSWER_CONTEXT } from '@app/onboarding';
import { CLOCK, Sealer, SETTINGS, type Clock } from '@app/kernel';
import { toClient, ClientQueries } from '../../applications/clients/index.js';
import type { Settings } from '../../config.js';
import {
  FamilyQueries,
  newFamilyId,
  TokenIssuer,
  tokenResponse,
  type TokenResponse,
} from '../token/index.js';
import { OnboardingGrantQueries, type OnboardingGrantRow } from './onboarding-grant.queries.js';

/** The first tokens of a new portal, for the application through which it was created. */
@Injectable()
export class OnboardingGrants {
  readonly #sealer: Sealer;

  constructor(
    private readonly database: Database,
    private readonly queries: OnboardingGrantQueries,
    private readonly clients: ClientQueries,
    private readonly issuer: TokenIssuer,
    private readonly families: FamilyQueries,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.#sealer = Sealer.of(settings);
  }

  /**
   * Issues the tokens once; a caller that missed the answer gets the same one while the grant is valid.
   * @returns undefined when the grant is unknown or expired, its answer cannot be read, or the account or client is
   *   gone
   */
  async redeem(grant: string): Promise<TokenResponse | undefined> {
    const now = this.clock.now();
    const issued = await this.database.write(async (tx) => {
      const row = await this.queries.consume(tx, grant, now);
      const response = row && (await this.#issue(tx, row, now));
      if (response) {
        const sealed = this.#sealer.seal(JSON.stringify(response), ONBOARDING_ANSWER_CONTEXT);
        await this.queries.keepAnswer(tx, grant, sealed);
      }
      return response;
    });
    if (issued) return issued;
    const sealedAnswer = await this.queries.answer(grant, now);
    const answer = sealedAnswer && this.#sealer.tryOpen(sealedAnswer, ONBOARDING_ANSWER_CONTEXT);
    return answer === undefined ? undefined : (JSON.parse(answer) as TokenResponse);
  }

  async #issue(
    tx: Parameters<Parameters<Database['write']>[0]>[0],
    { portalId, accountId, clientId }: OnboardingGrantRow,
    now: Date,
  ): Promise<TokenResponse | undefined> {
    const client = await this.clients.find(clientId, tx);
    if (!client) return undefined;
    const { grants, scopes } = toClient(client);
    const id = newFamilyId();
    const issued = await this.issuer.issue(tx, { clientId }, { portalId, accountId }, id, scopes);
    if (!issued) return undefined;
    const opened = { byOwnLogin: false, factorTime: null, forApplication: true };
    const family = { id, portalId, accountId, clientId, scopes, ...opened };
    if (!grants.includes('refresh_token')) {
      await this.families.openForOneToken(tx, family, now);
      return tokenResponse(issued, issued.scopes);
    }
    await this.families.open(tx, family, now);
    const refreshToken = await this.families.addToken(tx, { id, portalId, accountId, clientId }, now);
    return tokenResponse(issued, issued.scopes, { refreshToken });
  }
}
