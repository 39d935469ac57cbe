import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Browser } from '../browser/index.js';
import { continueAddress, isKept, OpenRequests } from './open-requests.js';

const COOKIE = 'onward';
/** Seconds that a request waits, at most. */
const PATIENCE = 3600;

/**
 * The way back to what waited while somebody read their mail. The cookie names a request that this browser alone can
 * look up: it can lead nowhere else.
 */
@Injectable()
export class WayBack {
  constructor(
    private readonly requests: OpenRequests,
    private readonly browser: Browser,
  ) {}

  /** @param transaction of the request that waits, as a form of its page carries it; anything else is ignored. */
  async note(request: FastifyRequest, transaction: string | undefined): Promise<void> {
    if (transaction === undefined) return;
    if (await this.#address(request, transaction))
      this.browser.setCookie(request, COOKIE, transaction, PATIENCE);
  }

  /** The page that is due next, once; undefined when nothing waits in this browser. */
  async take(request: FastifyRequest): Promise<string | undefined> {
    const transaction = this.browser.cookie(request, COOKIE);
    if (transaction === undefined) return undefined;
    this.browser.setCookie(request, COOKIE, '', 0);
    return this.#address(request, transaction);
  }

  async #address(request: FastifyRequest, transaction: string): Promise<string | undefined> {
    const open = await this.requests.ofAddress(request, transaction).catch(() => undefined);
    return open && isKept(open) ? continueAddress(open) : undefined;
  }
}
