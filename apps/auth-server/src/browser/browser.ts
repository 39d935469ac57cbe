import '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { sameBytes, sha256, SETTINGS } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac, randomBytes } from 'node:crypto';
import type { Settings } from '../config.js';
import { addressKey } from '@app/identity';

const YEAR_SECONDS = 365 * 86_400;
/** How many people one browser remembers as having logged in. */
const REMEMBERED_PEOPLE = 5;
const idGrammar = /^[A-Za-z0-9_-]{43}$/;

interface PendingCookie {
  value: string;
  seconds: number | undefined;
}

/**
 * What we know about a browser from its cookies: its id, and who has logged in with it. Both only ever make things
 * easier; neither logs anybody in.
 */
@Injectable()
export class Browser {
  readonly #key: Buffer;
  readonly #isSecure: boolean;
  /**
   * Cookies do not distinguish ports: on http localhost, other programs and other instances of this one must not
   * share our names.
   */
  readonly #prefix: string;
  readonly #pending = new WeakMap<FastifyRequest, Map<string, PendingCookie>>();

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.#key = createHmac('sha256', Buffer.from(settings.SECRETS_KEY, 'base64')).update('browser').digest();
    const { protocol, port } = new URL(settings.AUTH_PUBLIC_URL);
    this.#isSecure = protocol === 'https:';
    this.#prefix = this.#isSecure ? '__Host-' : `learning-platform-${port || '80'}-`;
  }

  /** The browser's id; it gets a new one if it has none. */
  identify(request: FastifyRequest): string {
    const known = this.idOf(request) ?? this.#pendingOf(request).get('browser')?.value;
    if (known !== undefined) return known;
    const id = randomBytes(32).toString('base64url');
    this.setCookie(request, 'browser', id, YEAR_SECONDS);
    return id;
  }

  /** The browser's id, or undefined when it has none. */
  idOf(request: FastifyRequest): string | undefined {
    const id = this.cookie(request, 'browser');
    return id !== undefined && idGrammar.test(id) ? id : undefined;
  }

  /** The browser's id when this person has logged in with it before. */
  knownFor(request: FastifyRequest, username: string): string | undefined {
    const id = this.idOf(request);
    if (id === undefined) return undefined;
    return this.#remembered(request).includes(this.#mark(id, username)) ? id : undefined;
  }

  /** Remembers that this person has logged in with this browser. */
  remember(request: FastifyRequest, username: string): void {
    const mark = this.#mark(this.identify(request), username);
    const others = this.#remembered(request).filter((one) => one !== mark);
    this.setCookie(request, 'people', [mark, ...others].slice(0, REMEMBERED_PEOPLE).join('.'), YEAR_SECONDS);
  }

  /** The token that every form of this browser and session carries. */
  csrfToken(browserId: string, sessionId: string | undefined): string {
    return this.#hmac(`csrf ${browserId} ${sessionId ?? ''}`);
  }

  isCsrfToken(token: string, browserId: string, sessionId: string | undefined): boolean {
    return sameBytes(sha256(token), sha256(this.csrfToken(browserId, sessionId)));
  }

  cookie(request: FastifyRequest, name: string): string | undefined {
    return request.cookies[this.#name(name)];
  }

  /**
   * Sets a cookie with the answer to this request.
   * @param seconds absent: until the browser is closed; 0 removes it
   */
  setCookie(request: FastifyRequest, name: string, value: string, seconds?: number): void {
    this.#pendingOf(request).set(name, { value, seconds });
  }

  /** Puts the cookies that were set for this request into its answer. */
  sendCookies(request: FastifyRequest, reply: FastifyReply): void {
    for (const [name, { value, seconds }] of this.#pendingOf(request)) {
      void reply.setCookie(this.#name(name), value, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure: this.#isSecure,
        ...(seconds === undefined ? {} : { maxAge: seconds }),
      });
    }
  }

  #pendingOf(request: FastifyRequest): Map<string, PendingCookie> {
    let pending = this.#pending.get(request);
    if (!pending) this.#pending.set(request, (pending = new Map<string, PendingCookie>()));
    return pending;
  }

  #name(name: string): string {
    return `${this.#prefix}${name}`;
  }

  #remembered(request: FastifyRequest): string[] {
    return (this.cookie(request, 'people') ?? '').split('.').filter((mark) => idGrammar.test(mark));
  }

  #mark(id: string, username: string): string {
    return this.#hmac(`person ${id} ${addressKey(username)}`);
  }

  #hmac(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url');
  }
}
