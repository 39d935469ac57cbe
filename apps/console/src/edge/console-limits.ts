import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, SETTINGS, TooManyRequests, WindowCounter, type Clock } from '@app/kernel';
import { toNetwork } from '@app/http';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';

const MINUTE_MS = 60_000;
/** Requests of a network, files included; as many as each other server answers. */
const REQUESTS_OF_NETWORK = 6_000;
/** Requests of a person, in all of their sessions, that go on to another server. */
const REQUESTS_OF_ACCOUNT = 300;
/** Sign-ins that begin in a network, which may be an office in training, or by a person who has a session. */
const SIGN_INS = 60;
/** Ends of one sign-in: each sends a code with the console's secret, and a browser comes back once. */
const ENDS_OF_SIGN_IN = 3;

/** The limits by the minute. Each process counts for itself. */
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
    // separate counters, so that a flood of keys in one of them cannot make another one forget its keys
    const create = () => new WindowCounter({ windowMs: MINUTE_MS, nowMs: () => clock.now().getTime() });
    this.#requests = create();
    this.#forwarded = create();
    this.#signIns = create();
    this.#ends = create();
  }

  /** Counts any request, before anything is known of it. @throws TooManyRequests */
  countRequest({ ip }: FastifyRequest): void {
    this.#count(this.#requests, toNetwork(ip), REQUESTS_OF_NETWORK);
  }

  /** Counts what goes on to another server. @throws TooManyRequests */
  countForwarded(accountId: number): void {
    this.#count(this.#forwarded, String(accountId), REQUESTS_OF_ACCOUNT);
  }

  /**
   * Counts a sign-in that begins: of the account where there is a session. So no page elsewhere, which may lead
   * strangers here, can keep people from a fresh login.
   * @throws TooManyRequests
   */
  countSignIn({ ip }: FastifyRequest, accountId: number | undefined): void {
    const owner = accountId === undefined ? `network ${toNetwork(ip)}` : `account ${accountId}`;
    this.#count(this.#signIns, owner, SIGN_INS);
  }

  /** Counts the end of a sign-in, by its state: what a browser carries may be sent again. @throws TooManyRequests */
  countSignInEnd(state: string): void {
    this.#count(this.#ends, state, ENDS_OF_SIGN_IN);
  }

  #count(counter: WindowCounter, key: string, most: number): void {
    if (!this.settings.RATE_LIMITS) return;
    const { count, msLeft } = counter.add(key);
    if (count > most) throw new TooManyRequests(msLeft / 1_000);
  }
}
