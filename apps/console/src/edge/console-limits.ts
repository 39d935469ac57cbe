import { Inject, Injectable } from '@nestjs/common';
import {
  CLOCK,
  loadLimits,
  meetLimit,
  SETTINGS,
  TooManyRequests,
  WindowCounter,
  type Clock,
  type LoadLimitName,
} from '@app/kernel';
import { toNetwork } from '@app/http';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';

const MINUTE_MS = 60_000;
type ConsoleLimitName = Extract<LoadLimitName, `console_${string}`>;

/** Limits per minute. Each process counts for itself. */
@Injectable()
export class ConsoleLimits {
  /** Separate counters, so that a flood of keys in one cannot evict the keys of another. */
  readonly #counters: Record<ConsoleLimitName, WindowCounter>;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) clock: Clock,
  ) {
    const create = () => new WindowCounter({ windowMs: MINUTE_MS, nowMs: () => clock.now().getTime() });
    this.#counters = {
      console_requests: create(),
      console_forwarding: create(),
      console_sign_ins: create(),
      console_sign_in_ends: create(),
    };
  }

  /** Counts every request, including files, by network. @throws TooManyRequests */
  countRequest({ ip }: FastifyRequest): void {
    this.#count('console_requests', toNetwork(ip));
  }

  /** Counts a forwarded request by account, in all of its sessions. @throws TooManyRequests */
  countForwarded(accountId: number): void {
    this.#count('console_forwarding', String(accountId));
  }

  /**
   * Counts the start of a sign-in, by account if there is a session. Another site, which may lead visitors here, can then
   * not use up the limit that people with a session need for a fresh login. A network may be an office in training.
   * @throws TooManyRequests
   */
  countSignIn({ ip }: FastifyRequest, accountId: number | undefined): void {
    const owner = accountId === undefined ? `network ${toNetwork(ip)}` : `account ${accountId}`;
    this.#count('console_sign_ins', owner);
  }

  /** Counts the callback of a sign-in, by its state, because its cookie may be sent again. @throws TooManyRequests */
  countSignInEnd(state: string): void {
    this.#count('console_sign_in_ends', state);
  }

  #count(name: ConsoleLimitName, key: string): void {
    meetLimit(name);
    if (!this.settings.RATE_LIMITS) return;
    const { count, msLeft } = this.#counters[name].add(key);
    if (count > loadLimits[name].most) throw new TooManyRequests(msLeft / 1_000);
  }
}
