import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Redirect, type Page, type PageAnswer } from '../../edge/pages/index.js';
import { queryParameters, type Parameters } from '../../edge/request/index.js';
import type { Session } from '../../edge/sessions/index.js';
import { signedOutPage, SignOutService } from '../../person/account/index.js';
import { OpenidSids } from '../openid/index.js';
import { LogoutRequests, type LogoutRequest } from './logout-request.js';
import { logoutParameters } from './logout.schema.js';

/** Ends the session of a browser at an application's request; the application's tokens stay valid. */
@Injectable()
export class LogoutService {
  constructor(
    private readonly requests: LogoutRequests,
    private readonly sids: OpenidSids,
    private readonly signOuts: SignOutService,
  ) {}

  /**
   * Logs out without confirmation only if the hint belongs to this session; otherwise any link could log the user out.
   */
  async begin(session: Session | undefined, request: FastifyRequest): Promise<PageAnswer> {
    const parameters = queryParameters(request, logoutParameters);
    const logout = await this.requests.read(parameters);
    const { hint, client, returnAddress } = logout;
    if (!session) return pageAfter(logout);
    const isOfSession = hint !== undefined && this.sids.matches(hint.sid, session.id, hint.aud);
    if (!isOfSession || returnAddress === undefined) return questionPage(session, client, parameters);
    await this.signOuts.end(session, request, hint.aud);
    return new Redirect(returnAddress);
  }

  /**
   * Logs out after confirmation. The page links to the application instead of redirecting, because the hint may be of
   * another session.
   */
  async confirm(form: Parameters, session: Session, request: FastifyRequest): Promise<Page> {
    const logout = await this.requests.read(form);
    await this.signOuts.end(session, request, logout.client?.clientId);
    return pageAfter(logout);
  }
}

const questionPage = (session: Session, client: LogoutRequest['client'], parameters: Parameters): Page => ({
  template: './logout',
  title: 'logout.title',
  person: session,
  data: {
    name: session.name,
    email: session.email,
    client: client?.name,
    fields: [...parameters].filter(([name]) => name !== 'ui_locales'),
  },
});

const pageAfter = ({ client, returnAddress }: LogoutRequest): Page =>
  signedOutPage(
    client && returnAddress !== undefined ? { name: client.name, href: returnAddress } : undefined,
  );
