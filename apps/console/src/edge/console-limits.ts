import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, SETTINGS, type Clock } from '@app/kernel';
import { toNetwork } from '@app/http';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';
import { MinuteLimit } from './minute-limit.js';

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
  readonly #requests: MinuteLimit;
  readonly #forwarded: MinuteLimit;
  readonly #signIns: MinuteLimit;
  readonly #ends: MinuteLimit;

  constructor(@Inject(SETTINGS) { RATE_LIMITS }: Settings, @Inject(CLOCK) clock: Clock) {
    const make = (most: number) => new MinuteLimit(RATE_LIMITS ? most : undefined, clock);
    this.#requests = make(REQUESTS_OF_NETWORK);
    this.#forwarded = make(REQUESTS_OF_ACCOUNT);
    this.#signIns = make(SIGN_INS);
    this.#ends = make(ENDS_OF_SIGN_IN);
  }

  /** Counts any request, before anything is known of it. @throws TooManyRequests */
  countRequest({ ip }: FastifyRequest): void {
    this.#requests.count(toNetwork(ip));
  }

  /** Counts what goes on to another server. @throws TooManyRequests */
  countForwarded(accountId: number): void {
    this.#forwarded.count(String(accountId));
  }

  /**
   * Counts a sign-in that begins: of the account where there is a session. So no page elsewhere, which may lead
   * strangers here, can keep people from a fresh login.
   * @throws TooManyRequests
   */
  countSignIn({ ip }: FastifyRequest, accountId: number | undefined): void {
    this.#signIns.count(accountId === undefined ? `network ${toNetwork(ip)}` : `account ${accountId}`);
  }

  /** Counts the end of a sign-in, by its state: what a browser carries may be sent again. @throws TooManyRequests */
  countSignInEnd(state: string): void {
    this.#ends.count(state);
  }
}
