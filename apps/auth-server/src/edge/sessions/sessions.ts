import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@app/database';
import { currentOrigin } from '@app/http';
import { addSeconds, CLOCK, sha256, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { Browser } from '../browser/index.js';
import { SessionQueries, type Session } from './session.queries.js';

/** Seconds without a request after which a session expires. */
const IDLE_SECONDS = 12 * 3600;
/** Seconds after which it expires in any case. */
const ABSOLUTE_SECONDS = 7 * 86_400;
/** Seconds between two updates of "last seen". */
const LAST_SEEN_UPDATE_SECONDS = 300;

/** Seconds after a login during which the password is not asked for again. */
const FRESH_SECONDS = 600;

/** Whether the password was entered just now, as important actions require. */
export const isFresh = ({ byPassword, authenticatedAt }: Session, now: Date): boolean =>
  byPassword && authenticatedAt > addSeconds(now, -FRESH_SECONDS);

/** The person for whom a session is started. */
export interface SignedIn {
  personId: number;
  email: string;
  byPassword: boolean;
  /** When the second factor was used for this login, by Postgres' clock; null: it was not. */
  factorTime: Date | null;
  only?: { accountId: number; portalId: number };
}

/** Sessions of browsers: an opaque id in a cookie, its hash in Postgres. */
@Injectable()
export class Sessions {
  readonly #sessions = new WeakMap<FastifyRequest, Promise<Session | undefined>>();

  constructor(
    private readonly queries: SessionQueries,
    private readonly browser: Browser,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The valid session of this request, if any; looked up once. */
  current(request: FastifyRequest): Promise<Session | undefined> {
    let session = this.#sessions.get(request);
    if (!session) this.#sessions.set(request, (session = this.#find(request)));
    return session;
  }

  async #find(request: FastifyRequest): Promise<Session | undefined> {
    const hash = this.#hash(request);
    if (!hash) return undefined;
    const now = this.clock.now();
    const session = await this.queries.find(hash, now, addSeconds(now, -IDLE_SECONDS));
    if (session && addSeconds(session.lastSeenTime, LAST_SEEN_UPDATE_SECONDS) < now)
      await this.queries.seen(hash, now);
    return session;
  }

  /**
   * Signs in. The id is always new and the browser's old session ends, so that a planted id is worthless. The answer to
   * this request sets the cookie, once the transaction has committed.
   */
  async start(tx: Transaction, request: FastifyRequest, signedIn: SignedIn): Promise<void> {
    const secret = randomBytes(32).toString('base64url');
    const now = this.clock.now();
    const { ip, userAgent } = currentOrigin();
    await this.end(tx, request);
    const session = {
      hash: sha256(secret),
      id: randomBytes(12).toString('base64url'),
      personId: signedIn.personId,
      onlyAccountId: signedIn.only?.accountId ?? null,
      onlyPortalId: signedIn.only?.portalId ?? null,
      byPassword: signedIn.byPassword,
      factorTime: signedIn.factorTime,
      ip,
      userAgent,
    };
    await this.queries.add(tx, session, now, addSeconds(now, ABSOLUTE_SECONDS));
    tx.afterCommit(() => {
      this.browser.setCookie(request, 'session', secret);
      if (signedIn.byPassword) this.browser.remember(request, signedIn.email);
    });
  }

  async end(tx: Transaction, request: FastifyRequest): Promise<void> {
    const hash = this.#hash(request);
    if (hash) await this.queries.end(tx, hash);
  }

  /** Removes the cookie with the answer to this request. */
  forget(request: FastifyRequest): void {
    this.browser.setCookie(request, 'session', '', 0);
  }

  #hash(request: FastifyRequest): Buffer | undefined {
    const secret = this.browser.cookie(request, 'session');
    return secret !== undefined && /^[A-Za-z0-9_-]{43}$/.test(secret) ? sha256(secret) : undefined;
  }
}
