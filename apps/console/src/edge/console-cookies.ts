import '@fastify/cookie';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';

/** The cookies of the session, of a pending sign-in, and of a pending sign-out. */
export type CookieName = 'console' | 'console-login' | 'console-logout';

/**
 * A sign-in returns from another site, without Strict cookies. The page itself needs no cookie, and its requests are
 * same-site.
 */
const sameSite = { console: 'strict', 'console-login': 'lax', 'console-logout': 'strict' } as const;

/** Cookies of the console: HttpOnly, and sent to no other origin. */
@Injectable()
export class ConsoleCookies {
  readonly #isSecure: boolean;
  /** Cookies do not distinguish ports: on http localhost, other instances must not share the names. */
  readonly #prefix: string;

  constructor(@Inject(SETTINGS) { CONSOLE_PUBLIC_URL }: Pick<Settings, 'CONSOLE_PUBLIC_URL'>) {
    const { protocol, port } = new URL(CONSOLE_PUBLIC_URL);
    this.#isSecure = protocol === 'https:';
    this.#prefix = this.#isSecure ? '__Host-Http-' : `learning-platform-${port || '80'}-`;
  }

  read(request: FastifyRequest, name: CookieName): string | undefined {
    return request.cookies[this.#prefix + name];
  }

  /** @param seconds 0 removes it */
  set(reply: FastifyReply, name: CookieName, value: string, seconds: number): void {
    void reply.setCookie(this.#prefix + name, value, {
      path: '/',
      httpOnly: true,
      sameSite: sameSite[name],
      secure: this.#isSecure,
      maxAge: seconds,
    });
  }
}
