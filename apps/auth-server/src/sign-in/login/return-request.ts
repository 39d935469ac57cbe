import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Browser } from '../../edge/browser/index.js';
import { continueAddress, isStored, PendingRequests } from './pending-requests.js';

const COOKIE = 'onward';
/** Longest time that a request waits, in seconds. */
const COOKIE_SECONDS = 3600;

/**
 * Leads back to the waiting request after the person has read their mail. The cookie names a request that only this
 * browser can look up, so it cannot redirect anywhere else.
 */
@Injectable()
export class ReturnRequest {
  constructor(
    private readonly requests: PendingRequests,
    private readonly browser: Browser,
  ) {}

  /** @param transaction of the waiting request, as carried by a form of its page; anything else is ignored */
  async remember(request: FastifyRequest, transaction: string | undefined): Promise<void> {
    if (transaction === undefined) return;
    if (await this.#address(request, transaction))
      this.browser.setCookie(request, COOKIE, transaction, COOKIE_SECONDS);
  }

  /** The next page, once; undefined when no request waits in this browser. */
  async redeem(request: FastifyRequest): Promise<string | undefined> {
    const transaction = this.browser.cookie(request, COOKIE);
    if (transaction === undefined) return undefined;
    this.browser.setCookie(request, COOKIE, '', 0);
    return this.#address(request, transaction);
  }

  async #address(request: FastifyRequest, transaction: string): Promise<string | undefined> {
    const pending = await this.requests.findByAddress(request, transaction).catch(() => undefined);
    return pending && isStored(pending) ? continueAddress(pending) : undefined;
  }
}
