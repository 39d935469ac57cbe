import { Inject, Injectable } from '@nestjs/common';
import { addressDigest } from '@app/identity';
import { RevocationReader } from '@app/access';
import { MIN_PASSWORD_LENGTH, PasswordPool } from '@app/credentials';
import { CLOCK, type Clock } from '@app/kernel';
import type { TextKey } from '@app/texts';
import type { FastifyRequest } from 'fastify';
import { PageError, type Page } from '../../edge/pages/index.js';
import type { Parameters } from '../../edge/request/index.js';
import { Sessions } from '../../edge/sessions/index.js';
import { newPasswordError } from '../set-password/index.js';
import { AddressUndo } from './address-undo.js';
import { AddressQueries, type FormerAddress } from './address.queries.js';

/**
 * The link mailed to a former address. With it, the reader of that mailbox takes the account back, whatever has
 * happened to it since. It needs no login, because the owner may be locked out, and no second factor that was added
 * later.
 */
@Injectable()
export class AddressUndoService {
  constructor(
    private readonly queries: AddressQueries,
    private readonly undoing: AddressUndo,
    private readonly pool: PasswordPool,
    private readonly sessions: Sessions,
    private readonly reader: RevocationReader,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Does not consume the link.
   * @throws PageError 400 for an invalid link
   */
  async show(token: string): Promise<Page> {
    return undoPage(token, await this.#former(token));
  }

  /** @throws PageError 400 for an invalid link; Unavailable when argon2 is busy */
  async undo(form: Parameters, request: FastifyRequest): Promise<Page> {
    const token = form.get('link') ?? '';
    const former = await this.#former(token);
    const error = await newPasswordError(form, former.email);
    if (error) return undoPage(token, former, error);
    const hash = await this.pool.hash(form.get('password') ?? '', addressDigest(former.email));
    if (!(await this.undoing.save(request, token, former, hash))) throw deadLink();
    await this.reader.read();
    this.sessions.forget(request);
    const data = { message: 'address.undo.done', link: { href: '/oauth/account', text: 'common.signIn' } };
    return { template: './message', title: 'address.undo.title', portalId: null, data };
  }

  async #former(token: string): Promise<FormerAddress> {
    const former = await this.queries.findFormer(token, this.clock.now());
    if (!former) throw deadLink();
    return former;
  }
}

const undoPage = (link: string, { email }: FormerAddress, error?: TextKey): Page => ({
  template: './undo-address',
  title: 'address.undo.title',
  portalId: null, // no portal of the person who is signed in here, who may be another one
  address: `/oauth/account/address/undo?token=${encodeURIComponent(link)}`,
  status: error ? 400 : 200,
  data: { link, email, length: MIN_PASSWORD_LENGTH, error },
});

const deadLink = (): PageError => new PageError('address.undo.linkDead');
