import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, unixSeconds, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { badForm } from '../../edge/pages/index.js';
import { FactorCheck } from '../second-factor/index.js';
import type { LoginFailure } from './login-pages.js';
import { findClientId } from './login-request.js';
import { LoginSessions } from './login-sessions.js';
import { PendingRequests, type PendingRequest } from './pending-requests.js';

/** Seconds allowed between the password and the second factor. */
const MAX_FACTOR_WAIT_SECONDS = 600;

/** The form that asks for the second factor. */
@Injectable()
export class FactorLogin {
  constructor(
    private readonly check: FactorCheck,
    private readonly sessions: LoginSessions,
    private readonly requests: PendingRequests,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The second step of a login, or of a session without its factor; wrong codes count like wrong passwords. */
  async login(
    pending: PendingRequest,
    otp: string,
    request: FastifyRequest,
  ): Promise<LoginFailure | undefined> {
    const { halfway } = pending.waiting.request;
    const clientId = findClientId(pending.waiting.request);
    if (!halfway && pending.session) return this.check.prove(pending.session, otp, request, clientId);
    if (!halfway || halfway.provenAt < unixSeconds(this.clock.now()) - MAX_FACTOR_WAIT_SECONDS)
      throw badForm();
    const used = await this.check.use(halfway, otp, 'form', request, clientId);
    if (!(used instanceof Date)) return used;
    await this.requests.savePartialLogin(pending, undefined);
    await this.sessions.start(halfway, used, request); // otherwise the login page is shown again
    return undefined;
  }
}
