import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, Sealer, SETTINGS, type Clock } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';
import { ConsoleCookies, type CookieName } from '../edge/index.js';

type SealedName = Exclude<CookieName, 'console'>;

const LIFETIME_SECONDS = 600;

/** Stores pending sign-ins and sign-outs in sealed cookies of the browser, for ten minutes. */
@Injectable()
export class SealedCookies {
  readonly #sealer: Sealer;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly cookies: ConsoleCookies,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.#sealer = Sealer.of(settings);
  }

  set(reply: FastifyReply, name: SealedName, value: unknown): void {
    const until = this.clock.now().getTime() + LIFETIME_SECONDS * 1000;
    const sealed = this.#sealer.seal(JSON.stringify({ value, until }), sealContext(name));
    this.cookies.set(reply, name, sealed.toString('base64url'), LIFETIME_SECONDS);
  }

  /** Reads the cookie's value and removes the cookie, because it may be used only once. */
  consume<Value>(request: FastifyRequest, reply: FastifyReply, name: SealedName): Value | undefined {
    const text = this.cookies.read(request, name);
    if (text === undefined) return undefined;
    this.cookies.set(reply, name, '', 0);
    const opened = this.#sealer.tryOpen(Buffer.from(text, 'base64url'), sealContext(name));
    if (opened === undefined) return undefined;
    const { value, until } = JSON.parse(opened) as { value: Value; until: number };
    return until > this.clock.now().getTime() ? value : undefined;
  }
}

/** Binds a value to its cookie, so that none is accepted as the other. */
const sealContext = (name: SealedName): string => `sealed cookie ${name}`;
