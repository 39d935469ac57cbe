import '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { allKeys, sameBytes, sha256, SETTINGS } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac, randomBytes } from 'node:crypto';
import type { Settings } from '../../config.js';
import { addressKey } from '@app/identity';

const YEAR_SECONDS = 365 * 86_400;
/** What the browser remembers of a person: that they have logged in, or that they have entered a right code. */
type Proof = 'password' | 'code';
/** Number of remembered people per browser. */
const REMEMBERED_MARKS = 10;
const idGrammar = /^[A-Za-z0-9_-]{43}$/;

interface PendingCookie {
  value: string;
  seconds: number | undefined;
}

/**
 * Reads a browser's cookies: its id, and who has logged in with it. Both only ease later logins; neither authenticates.
 */
@Injectable()
export class Browser {
  readonly #keys: readonly Buffer[];
  readonly #isSecure: boolean;
  /**
   * Cookies do not distinguish ports. On http localhost, other programs and instances must not share our names
   * (decision oauth 5.10).
   */
  readonly #prefix: string;
  readonly #pending = new WeakMap<FastifyRequest, Map<string, PendingCookie>>();

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.#keys = allKeys(settings).map((key) => createHmac('sha256', key).update('browser').digest());
    const { protocol, port } = new URL(settings.AUTH_PUBLIC_URL);
    this.#isSecure = protocol === 'https:';
    this.#prefix = this.#isSecure ? '__Host-' : `learning-platform-${port || '80'}-`;
  }

  /** The browser's id; created if there is none. */
  identify(request: FastifyRequest): string {
    const browserId = this.findId(request) ?? this.#getPending(request).get('browser')?.value;
    if (browserId !== undefined) return browserId;
    const id = randomBytes(32).toString('base64url');
    this.setCookie(request, 'browser', id, YEAR_SECONDS);
    return id;
  }

  findId(request: FastifyRequest): string | undefined {
    const id = this.cookie(request, 'browser');
    return id !== undefined && idGrammar.test(id) ? id : undefined;
  }

  /** The browser's id when this person has logged in with it before, or entered a right code. */
  knownFor(request: FastifyRequest, username: string, proof: Proof = 'password'): string | undefined {
    const id = this.findId(request);
    if (id === undefined) return undefined;
    const remembered = this.#remembered(request);
    return this.#marks(id, username, proof).some((mark) => remembered.includes(mark)) ? id : undefined;
  }

  /** Remembers that this person has logged in with this browser, or entered a right code. */
  remember(request: FastifyRequest, username: string, proof: Proof = 'password'): void {
    const marks = this.#marks(this.identify(request), username, proof);
    const otherMarks = this.#remembered(request).filter((one) => !marks.includes(one));
    this.setCookie(
      request,
      'people',
      [marks[0], ...otherMarks].slice(0, REMEMBERED_MARKS).join('.'),
      YEAR_SECONDS,
    );
  }

  /** The token in every form for this browser and session. */
  csrfToken(browserId: string, sessionId: string | undefined): string {
    return this.#csrfTokens(browserId, sessionId)[0]!;
  }

  isCsrfToken(token: string, browserId: string, sessionId: string | undefined): boolean {
    return this.#csrfTokens(browserId, sessionId).some((one) => sameBytes(sha256(token), sha256(one)));
  }

  /** @returns undefined also for a request that was refused before its cookies were read */
  cookie(request: FastifyRequest, name: string): string | undefined {
    return (request.cookies as FastifyRequest['cookies'] | undefined)?.[this.#name(name)];
  }

  /**
   * Sets a cookie with the answer to this request.
   * @param seconds absent: until the browser is closed; 0 removes the cookie
   */
  setCookie(request: FastifyRequest, name: string, value: string, seconds?: number): void {
    this.#getPending(request).set(name, { value, seconds });
  }

  sendCookies(request: FastifyRequest, reply: FastifyReply): void {
    for (const [name, { value, seconds }] of this.#getPending(request)) {
      void reply.setCookie(this.#name(name), value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: this.#isSecure,
        ...(seconds === undefined ? {} : { maxAge: seconds }),
      });
    }
  }

  #getPending(request: FastifyRequest): Map<string, PendingCookie> {
    let pending = this.#pending.get(request);
    if (!pending) this.#pending.set(request, (pending = new Map<string, PendingCookie>()));
    return pending;
  }

  #name(name: string): string {
    return `${this.#prefix}${name}`;
  }

  #remembered(request: FastifyRequest): string[] {
    const set = this.#getPending(request).get('people')?.value;
    return (set ?? this.cookie(request, 'people') ?? '').split('.').filter((mark) => idGrammar.test(mark));
  }

  #csrfTokens(browserId: string, sessionId: string | undefined): string[] {
    return this.#hmacs(`csrf ${browserId} ${sessionId ?? ''}`);
  }

  #marks(id: string, username: string, proof: Proof): string[] {
    const kind = proof === 'password' ? 'person' : 'code';
    return this.#hmacs(`${kind} ${id} ${addressKey(username)}`);
  }

  /** One HMAC per key of the environment; the current signing key is first. */
  #hmacs(text: string): string[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(text).digest('base64url'));
  }
}
