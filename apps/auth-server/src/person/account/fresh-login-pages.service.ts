import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { SignInService } from '../../sign-in/login/index.js';
import type { PageAnswer } from '../../edge/pages/index.js';
import { factorSetUpAddress, SecondFactorService } from '../../sign-in/second-factor/index.js';
import { isFresh, type Session } from '../../edge/sessions/index.js';

/** Pages that need the password, or a fresh login. */
@Injectable()
export class FreshLoginPagesService {
  constructor(
    private readonly signIn: SignInService,
    private readonly factorPages: SecondFactorService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  confirm(request: FastifyRequest): Promise<PageAnswer> {
    return this.signIn.signInFirst(request, { needs: 'password' });
  }

  /** @param transaction of the request waiting for a second factor, see {@link factorSetUpAddress} */
  showFactor(
    session: Session | undefined,
    request: FastifyRequest,
    transaction?: string,
  ): Promise<PageAnswer> {
    if (session && isFresh(session, this.clock.now())) return this.factorPages.show(session, transaction);
    const onward = factorSetUpAddress(transaction);
    return this.signIn.signInFirst(request, { needs: 'fresh password', onward });
  }
}
