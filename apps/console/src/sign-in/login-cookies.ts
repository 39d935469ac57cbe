import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, Sealer, SETTINGS, type Clock } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';
import { ConsoleCookies } from '../edge/index.js';
import type { SignInChecks } from '../session/index.js';

/** A sign-in that is under way. Nothing is stored for it here: the browser carries it, sealed. */
export interface LoginUnderWay extends SignInChecks {
  /** The path that it leads back to. */
  wayBack: string;
  /** It continues a session that needs a fresh login. */
  isFresh: boolean;
  /** The id of the session that it replaces. */
  session?: string | undefined;
}

const SECONDS = 600;
const CONTEXT = 'console login';

@Injectable()
export class LoginCookies {
  readonly #sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly cookies: ConsoleCookies,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#sealer = Sealer.of(settings);
  }

  set(reply: FastifyReply, login: LoginUnderWay): void {
    const until = this.clock.now().getTime() + SECONDS * 1000;
    const sealed = this.#sealer.seal(JSON.stringify({ login, until }), CONTEXT);
    this.cookies.set(reply, 'console-login', sealed.toString('base64url'), SECONDS);
  }

  /** Reads the sign-in of this browser, and removes it: it is used once. */
  consume(request: FastifyRequest, reply: FastifyReply): LoginUnderWay | undefined {
    const text = this.cookies.read(request, 'console-login');
    if (text === undefined) return undefined;
    this.cookies.set(reply, 'console-login', '', 0);
    const opened = this.#sealer.tryOpen(Buffer.from(text, 'base64url'), CONTEXT);
    if (opened === undefined) return undefined;
    const { login, until } = JSON.parse(opened) as { login: LoginUnderWay; until: number };
    return until > this.clock.now().getTime() ? login : undefined;
  }
}
