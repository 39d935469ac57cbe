import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, SETTINGS, TooManyRequests, WindowCounter, type Clock } from '@app/kernel';
import { toNetwork } from '@app/http';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';

const MINUTE_MS = 60_000;
/** Requests of a network, including files; the same limit as on the other servers. */
const MAX_NETWORK_REQUESTS = 6_000;
/** Forwarded requests of a person, in all of their sessions. */
const MAX_ACCOUNT_REQUESTS = 300;
/** Sign-ins begun by a person with a session, or without one in a network, which may be an office in training. */
const MAX_SIGN_INS = 60;
/** Callbacks of one sign-in: each sends a code with the console's secret, and a browser returns only once. */
const MAX_CALLBACKS = 3;

/** Limits per minute. Each process counts for itself. */
@Injectable()
export class ConsoleLimits {
  readonly #requests: WindowCounter;
  readonly #forwarded: WindowCounter;
  readonly #signIns: WindowCounter;
  readonly #ends: WindowCounter;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) clock: Clock,
  ) {
    // separate counters, so that a flood of keys in one cannot evict the keys of another
    const create = () => new WindowCounter({ windowMs: MINUTE_MS, nowMs: () => clock.now().getTime() });
    this.#requests = create();
    this.#forwarded = create();
    this.#signIns = create();
    this.#ends = create();
  }

  /** Counts every request by network. @throws TooManyRequests */
  countRequest({ ip }: FastifyRequest): void {
    this.#count(this.#requests, toNetwork(ip), MAX_NETWORK_REQUESTS);
  }

  /** Counts a forwarded request. @throws TooManyRequests */
  countForwarded(accountId: number): void {
    this.#count(this.#forwarded, String(accountId), MAX_ACCOUNT_REQUESTS);
  }

  /**
   * Counts the start of a sign-in, by account if there is a session. Another site, which may lead visitors here, can then
   * not use up the limit that people with a session need for a fresh login.
   * @throws TooManyRequests
   */
  countSignIn({ ip }: FastifyRequest, accountId: number | undefined): void {
    const owner = accountId === undefined ? `network ${toNetwork(ip)}` : `account ${accountId}`;
    this.#count(this.#signIns, owner, MAX_SIGN_INS);
  }

  /** Counts the callback of a sign-in, by its state, because its cookie may be sent again. @throws TooManyRequests */
  countSignInEnd(state: string): void {
    this.#count(this.#ends, state, MAX_CALLBACKS);
  }

  #count(counter: WindowCounter, key: string, most: number): void {
    if (!this.settings.RATE_LIMITS) return;
    const { count, msLeft } = counter.add(key);
    if (count > most) throw new TooManyRequests(msLeft / 1_000);
  }
}
