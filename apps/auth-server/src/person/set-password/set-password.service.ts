import { Injectable } from '@nestjs/common';
import { addressDigest } from '@app/identity';
import { RevocationReader } from '@app/access';
import { MIN_PASSWORD_LENGTH, PasswordPool } from '@app/credentials';
import type { TextKey } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { ReturnRequest } from '../../sign-in/login/index.js';
import { Offers, welcomeAddress } from '../invitations/index.js';
import { ACCOUNT_ADDRESS, type Page } from '../../edge/pages/index.js';
import { Sessions } from '../../edge/sessions/index.js';
import type { Parameters } from '../../edge/request/index.js';
import { newPasswordError } from './new-password.js';
import { PasswordReset } from './password-reset.js';
import type { LinkOwner } from './set-password.queries.js';

/** The form of a mailed link, on which a person chooses a password. */
@Injectable()
export class SetPasswordService {
  constructor(
    private readonly resets: PasswordReset,
    private readonly pool: PasswordPool,
    private readonly offers: Offers,
    private readonly returnRequest: ReturnRequest,
    private readonly sessions: Sessions,
    private readonly reader: RevocationReader,
  ) {}

  /** Does not consume the link, because mail scanners open links too. */
  async showLink(token: string): Promise<Page> {
    return formPage(token, await this.resets.getOwner(token));
  }

  async setPassword(form: Parameters, request: FastifyRequest): Promise<Page> {
    const token = form.get('link') ?? '';
    const owner = await this.resets.getOwner(token);
    const password = form.get('password') ?? '';
    const error = await newPasswordError(form, owner.email);
    if (error) return formPage(token, owner, error);
    const hash = await this.pool.hash(password, addressDigest(owner.email));
    const accepted = await this.resets.complete(request, token, owner, hash);
    await this.reader.read();
    this.sessions.forget(request);
    const showsWelcome = accepted !== undefined && (await this.offers.showsWelcome(accepted));
    const returnPath = await this.returnRequest.redeem(request);
    const href = showsWelcome ? welcomeAddress(accepted.portalId) : (returnPath ?? ACCOUNT_ADDRESS);
    const data = { message: 'setPassword.done', link: { href, text: 'common.signIn' } };
    const { portalId } = owner;
    return { template: './message', title: 'setPassword.title', portalId, data };
  }
}

const formPage = (link: string, { email, portalId }: LinkOwner, error?: TextKey): Page => ({
  template: './set-password',
  title: 'setPassword.title',
  portalId, // no portal of the person who is signed in here, who may be another one
  address: `/oauth/password/set?token=${encodeURIComponent(link)}`,
  status: error ? 400 : 200,
  data: { link, email, length: MIN_PASSWORD_LENGTH, error },
});
