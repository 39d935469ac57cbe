import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthorizationServer, ConsoleSessions } from '../session/index.js';
import { SealedCookies } from './sealed-cookies.js';

@Injectable()
export class ConsoleSignOut {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly server: AuthorizationServer,
    private readonly cookies: SealedCookies,
  ) {}

  /**
   * Ends the session and its grant. The page then navigates to /bff/signed-out.
   * @throws Problem 401 without a session, 403 without the session's CSRF token
   */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const session = await this.sessions.get(request);
    this.sessions.assertCsrf(request, session);
    const idToken = await this.sessions.end(session, reply);
    if (idToken !== undefined) this.cookies.set(reply, 'console-logout', idToken);
  }

  /**
   * @returns the URL at which the browser signs out at the authorization server, with the ID token in the query. The
   *   browser must navigate there, because only it has that server's cookie (OpenID Connect RP-Initiated Logout 2), and
   *   scripts cannot read the target of a redirect.
   * @throws Unavailable when the authorization server does not answer
   */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const idToken = this.cookies.consume<string>(request, reply, 'console-logout');
    return idToken === undefined ? '/' : this.server.signOutAddress(idToken);
  }
}
