import { Inject, Injectable } from '@nestjs/common';
import type { Completion } from '@app/http';
import { LOGGER, SETTINGS, type Logger } from '@app/kernel';
import { onboardingGrants } from '@app/onboarding';
import type { Settings } from '../config.js';
import { OnboardToken, type OnboardAnswer } from './onboard.schema.js';

const TIMEOUT_MS = 5_000;

/** Fetches the first tokens of a new portal from the authorization server's internal listener. */
@Injectable()
export class OnboardTokens implements Completion {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Adds the tokens to the answer, or returns it unchanged when they cannot be fetched. Never throws, because the
   * portal already exists.
   */
  async complete(answer: OnboardAnswer): Promise<OnboardAnswer> {
    if (answer.oauth_token !== null) return answer;
    return { ...answer, oauth_token: await this.#fetch(answer.portal.id) };
  }

  async #fetch(portalId: number): Promise<OnboardToken | null> {
    try {
      let status = 0;
      for (const grant of onboardingGrants(this.settings, portalId)) {
        const response = await this.#redeem(grant);
        if (response.ok) return OnboardToken.parse(await response.json());
        ({ status } = response);
      }
      throw new Error(`the authorization server answered ${status}`);
    } catch (error) {
      const reason = error instanceof Error ? error.name + ': ' + error.message.slice(0, 200) : 'unknown';
      this.logger.warn({ portalId, reason }, 'the first tokens of a new portal could not be fetched');
      return null;
    }
  }

  #redeem(grant: string): Promise<Response> {
    return fetch(`${this.settings.AUTH_INTERNAL_URL}/internal/onboarding-grants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}
