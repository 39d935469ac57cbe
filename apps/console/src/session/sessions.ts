import { Inject, Injectable } from '@nestjs/common';
import { FRESH_LOGIN_SECONDS } from '@app/access';
import { Database, type Transaction } from '@app/database';
import {
  addSeconds,
  CLOCK,
  LOGGER,
  Problem,
  randomText,
  Sealer,
  sameBytes,
  SETTINGS,
  sha256,
  FairSemaphore,
  type Clock,
  type Logger,
} from '@app/kernel';
import { limits } from '@app/limits';
import { metrics } from '@app/metrics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Settings } from '../config.js';
import { ConsoleCookies, csrfRefused } from '../edge/index.js';
import {
  AuthorizationServer,
  GrantRefused,
  type SignedInPerson,
  type Tokens,
} from './authorization-server.js';
import { ConsoleSessionQueries, type SessionRow } from './session.queries.js';

const SECOND_MS = 1_000;
/** A session ends after this time without a request. */
const IDLE_MS = 12 * 3_600 * SECOND_MS;
const MAX_MS = 7 * 86_400 * SECOND_MS;
/** The time of the last request is stored at most this often. */
const TOUCH_INTERVAL_MS = 60 * SECOND_MS;
/** An access token is refreshed this long before it expires, so that none expires on its way. */
const REFRESH_MARGIN_MS = 60 * SECOND_MS;
const cookieGrammar = /^[\w-]{43}$/;

/** A session as one request sees it. */
export interface ConsoleSession extends SessionRow {
  /** Required in every change. */
  csrf: string;
}

/** The session that a sign-in replaces. */
export interface FormerSession {
  /** The id of the session in which the sign-in began. */
  id: string | undefined;
  /** Whether the sign-in continues it: then person and portal must be the same. */
  isContinued: boolean;
}

/** 401: the user is not signed in, or the session has ended. */
const sessionEnded = (): Problem =>
  new Problem(401, 'session_ended', 'The user is not signed in, or the session has ended: sign in again.');

/**
 * The sessions of people who are signed in. Tokens are stored sealed and not sent to browsers; a browser has a random
 * value, of which only the hash is stored.
 */
@Injectable()
export class ConsoleSessions {
  readonly #sealer: Sealer;
  /** Limits connections that wait for the authorization server with a session locked to half of the pool. */
  readonly #waiting: FairSemaphore;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly queries: ConsoleSessionQueries,
    private readonly server: AuthorizationServer,
    private readonly cookies: ConsoleCookies,
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.#sealer = Sealer.of(settings);
    const connections = Math.max(1, Math.floor(settings.DATABASE_POOL_SIZE / 2));
    this.#waiting = new FairSemaphore(connections, 'session_refreshes');
  }

  async find(request: FastifyRequest): Promise<ConsoleSession | undefined> {
    const cookie = this.cookies.read(request, 'console');
    if (cookie === undefined || !cookieGrammar.test(cookie)) return undefined;
    const now = this.clock.now();
    const row = await this.queries.find(sha256(cookie), now);
    if (!row) return undefined;
    if (now.getTime() - row.lastSeenTime.getTime() > TOUCH_INTERVAL_MS)
      await this.queries.touch(row.hash, now, expiry(row.createdTime, now));
    return { ...row, csrf: sha256(`csrf ${cookie}`).toString('base64url') };
  }

  /** @throws Problem 401 `session_ended` */
  async get(request: FastifyRequest): Promise<ConsoleSession> {
    const session = await this.find(request);
    if (!session) throw sessionEnded();
    return session;
  }

  /** @throws Problem 403 `csrf_refused` unless the request carries the session's own value */
  assertCsrf({ headers }: FastifyRequest, { csrf }: ConsoleSession): void {
    const { 'x-csrf': sent } = headers;
    if (typeof sent !== 'string' || !sameBytes(sha256(sent), sha256(csrf)))
      throw csrfRefused('The header x-csrf is missing, or not of this session: request /bff/session again.');
  }

  /**
   * Starts a session with a new cookie, which replaces the former one, whose grant is revoked.
   * @returns false if it should continue a session of another person or portal: then both are ended
   */
  async start(
    signedIn: SignedInPerson,
    { id: formerId, isContinued }: FormerSession,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const former = formerId === undefined ? undefined : await this.#end(formerId);
    const isOther = former?.accountId !== signedIn.accountId || former.portalId !== signedIn.portalId;
    const isRefused = isContinued && former !== undefined && isOther;
    const cookie = randomText(32);
    const [id, now] = [randomUUID(), this.clock.now()];
    await this.queries.endOldest(signedIn.accountId, limits.console_sessions.most - 1, now);
    await this.queries.insert({
      hash: sha256(cookie),
      id,
      accountId: signedIn.accountId,
      portalId: signedIn.portalId,
      portalName: signedIn.portalName,
      name: signedIn.name,
      scopes: signedIn.scopes,
      tokensSealed: this.#seal(id, signedIn.tokens),
      accessUntil: addSeconds(now, signedIn.accessSeconds),
      freshUntil: addSeconds(signedIn.authTime, FRESH_LOGIN_SECONDS),
      createdTime: now,
      lastSeenTime: now,
      expiresAt: expiry(now, now),
      ip: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    });
    if (isRefused) await this.#end(id);
    this.cookies.set(reply, 'console', isRefused ? '' : cookie, isRefused ? 0 : MAX_MS / SECOND_MS);
    return !isRefused;
  }

  /**
   * An access token that is valid for at least a minute. Of parallel requests one refreshes, and the others wait for it.
   * @throws Problem 401 if the grant has ended; Unavailable if the authorization server does not answer
   */
  async accessToken(session: SessionRow): Promise<string> {
    if (this.#isUsable(session)) return this.#open(session).access;
    const token = await this.#writeSlowly(session.id, async (tx) => {
      const row = await this.queries.lock(tx, session.hash, this.clock.now());
      if (!row) return undefined;
      return this.#isUsable(row) ? this.#open(row).access : this.#refresh(tx, row);
    });
    if (token === undefined) throw sessionEnded();
    return token;
  }

  /** Ends a session whose token is not accepted any more. @returns the problem to answer with */
  async endRefused({ id }: SessionRow): Promise<Problem> {
    await this.queries.end(id, this.clock.now());
    return sessionEnded();
  }

  /** Parameters of a sign-in that name the person and the portal of a session, so that it asks only for the password. */
  createHints(session: SessionRow): Record<string, string> {
    const payload = this.#tryOpen(session)?.id.split('.')[1] ?? '';
    const { email } = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as { email?: string };
    return { portal_name: session.portalName, ...(email !== undefined && { login_hint: email }) };
  }

  /** Ends the session and its grant. @returns the ID token, for signing out at the authorization server */
  async end(session: SessionRow, reply: FastifyReply): Promise<string | undefined> {
    this.cookies.set(reply, 'console', '', 0);
    await this.#end(session.id);
    return this.#tryOpen(session)?.id;
  }

  /**
   * Revokes the grant of an ended session, and removes the session. If the grant cannot be revoked, the row is kept and
   * tried again after other sessions.
   * @throws Unavailable when the authorization server does not answer
   */
  async removeEnded(id: string): Promise<void> {
    try {
      await this.#writeSlowly(id, async (tx) => {
        const row = await this.queries.lockEnded(tx, id, this.clock.now());
        if (!row) return;
        const tokens = this.#tryOpen(row);
        if (tokens) await this.server.revoke(tokens);
        else this.logger.warn({ session: row.id }, 'no key opens the tokens of an ended session');
        await this.queries.remove(tx, row.hash);
      });
    } catch (error) {
      this.logger.warn({ err: error, session: id }, 'the grant of an ended session is not revoked yet');
      await this.queries.postpone(id, this.clock.now());
      if (!(error instanceof GrantRefused)) throw error;
    }
  }

  /** Ends a session immediately; revokes its grant now, or once the authorization server answers again. */
  async #end(id: string): Promise<SessionRow | undefined> {
    const row = await this.queries.end(id, this.clock.now());
    await this.removeEnded(id).catch(() => undefined); // it is logged, and a later run tries again
    return row;
  }

  /** Runs a transaction that waits for the authorization server. @throws ServerBusy if too many are already waiting */
  async #writeSlowly<T>(id: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const leave = await this.#waiting.enter(id, 1);
    try {
      return await this.database.write(work);
    } finally {
      leave();
    }
  }

  /** @returns undefined if the grant has ended; then the session is ended, too */
  async #refresh(tx: Transaction, row: SessionRow): Promise<string | undefined> {
    try {
      const { tokens, scopes, accessSeconds } = await this.server.refresh(this.#open(row));
      await this.queries.renew(tx, row.hash, {
        scopes,
        tokensSealed: this.#seal(row.id, tokens),
        accessUntil: addSeconds(this.clock.now(), accessSeconds),
      });
      metrics.console_refreshes_total.inc({ outcome: 'renewed' });
      return tokens.access;
    } catch (error) {
      const isRefused = error instanceof GrantRefused;
      metrics.console_refreshes_total.inc({ outcome: isRefused ? 'refused' : 'failed' });
      if (!isRefused) throw error;
      await this.queries.remove(tx, row.hash);
      return undefined;
    }
  }

  #isUsable({ accessUntil }: SessionRow): boolean {
    return accessUntil.getTime() - this.clock.now().getTime() > REFRESH_MARGIN_MS;
  }

  #seal(id: string, tokens: Tokens): Buffer {
    return this.#sealer.seal(JSON.stringify(tokens), `console session ${id}`);
  }

  /** @throws Problem 401 when no key of ours opens it */
  #open(row: SessionRow): Tokens {
    const tokens = this.#tryOpen(row);
    if (!tokens) throw sessionEnded();
    return tokens;
  }

  #tryOpen({ id, tokensSealed }: SessionRow): Tokens | undefined {
    const text = this.#sealer.tryOpen(tokensSealed, `console session ${id}`);
    return text === undefined ? undefined : (JSON.parse(text) as Tokens);
  }
}

const expiry = (created: Date, now: Date): Date =>
  new Date(Math.min(created.getTime() + MAX_MS, now.getTime() + IDLE_MS));
