import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, unixSeconds, Unavailable } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config.js';
import { ConsoleLimits } from '../edge/index.js';
import { Upstream } from '../forwarding/index.js';
import { ConsoleSessions } from '../session/index.js';

/** The answer to GET /bff/session. */
export interface SessionAnswer {
  /** In the form of GET /v2/me. */
  person: Record<string, unknown>;
  portal: { id: number; name: string };
  roles: unknown;
  scopes: readonly string[];
  /** Seconds since 1970; afterwards some operations need a fresh login. */
  fresh_until: number;
  /** Public URLs of the two servers, for programs of partners. */
  addresses: { auth: string; api: string };
  /** For the header `x-csrf` of every change. */
  csrf: string;
}

@Injectable()
export class SessionService {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limits: ConsoleLimits,
    private readonly sessions: ConsoleSessions,
    private readonly upstream: Upstream,
  ) {}

  /**
   * Reads the person from the API, so that a block or a change of roles takes effect.
   * @throws Problem 401 without a session, or when its token is not accepted any more
   */
  async show(request: FastifyRequest): Promise<SessionAnswer> {
    const session = await this.sessions.get(request);
    this.limits.countForwarded(session.accountId);
    const answer = await this.upstream.send({
      server: 'api',
      method: 'GET',
      path: '/v2/me',
      headers: { authorization: `Bearer ${await this.sessions.accessToken(session)}` },
      portalId: session.portalId,
    });
    if (answer.status === 401) throw await this.sessions.endRefused(session);
    if (answer.status !== 200) throw new Unavailable('The resource API does not say who is signed in.');
    const person = JSON.parse(answer.body.toString()) as Record<string, unknown>;
    return {
      person,
      portal: { id: session.portalId, name: session.portalName },
      roles: person['roles'],
      scopes: session.scopes,
      fresh_until: unixSeconds(session.freshUntil),
      addresses: { auth: this.settings.AUTH_PUBLIC_URL, api: this.settings.API_PUBLIC_URL },
      csrf: session.csrf,
    };
  }
}
