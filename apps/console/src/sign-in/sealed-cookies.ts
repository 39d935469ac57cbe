import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, Sealer, SETTINGS, type Clock } from '@app/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';
import { ConsoleCookies, type CookieName } from '../edge/index.js';

type SealedName = Exclude<CookieName, 'console'>;

const SECONDS = 600;

/** A sign-in or a sign-out that is under way, for ten minutes. Nothing is stored for it here: the browser carries it, sealed. */
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
    const until = this.clock.now().getTime() + SECONDS * 1000;
    const sealed = this.#sealer.seal(JSON.stringify({ value, until }), sealedFor(name));
    this.cookies.set(reply, name, sealed.toString('base64url'), SECONDS);
  }

  /** Reads what this browser carries, and removes it: it is used once. */
  consume<Value>(request: FastifyRequest, reply: FastifyReply, name: SealedName): Value | undefined {
    const text = this.cookies.read(request, name);
    if (text === undefined) return undefined;
    this.cookies.set(reply, name, '', 0);
    const opened = this.#sealer.tryOpen(Buffer.from(text, 'base64url'), sealedFor(name));
    if (opened === undefined) return undefined;
    const { value, until } = JSON.parse(opened) as { value: Value; until: number };
    return until > this.clock.now().getTime() ? value : undefined;
  }
}

/** None is taken for the other. */
const sealedFor = (name: SealedName): string => `sealed cookie ${name}`;
