import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database, type Transaction } from '@app/database';
import { CLOCK, Forbidden, found, type Clock } from '@app/kernel';
import { ApplicationMails } from '../application-mails/index.js';
import type { PortalsClient } from '../approvals/index.js';
import {
  ClientQueries,
  ClientRegistrations,
  isClientId,
  isOfItself,
  permitItself,
  type ClientRow,
  type RegenerateSecret,
} from '../clients/index.js';
import type { Caller } from '../request/index.js';
import { ApplicationQueries } from './application.queries.js';
import { presentApplication } from './application.presenter.js';
import type { ApplicationWithSecret, CreateApplication } from './application.schema.js';
import { FreshLogin } from './fresh-login.js';

/** Applications that belong to the token's portal: made, and given a new secret, by its administrators. */
@Injectable()
export class OwnApplicationsService {
  constructor(
    private readonly database: Database,
    private readonly queries: ApplicationQueries,
    private readonly clients: ClientQueries,
    private readonly registrations: ClientRegistrations,
    private readonly mails: ApplicationMails,
    private readonly freshLogin: FreshLogin,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Registers a client that is bound to the portal, and so acts there as an administrator: all administrators hear of it.
   * @throws BadRequest naming the field, Forbidden, LimitReached
   */
  async create(actor: Actor, body: CreateApplication, caller: Caller): Promise<ApplicationWithSecret> {
    await this.freshLogin.assert(actor);
    const client = await this.registrations.read(body);
    const given = { ...client, name: body.client_name, redirectUri: body.redirect_uri };
    const { portalId, accountId } = actor;
    return this.database.write(async (tx) => {
      await this.#holdAdministrator(tx, actor);
      const { row, secret } = await this.registrations.create(tx, given, portalId, { actor, caller });
      await this.mails.made(tx, portalId, given, accountId);
      return this.#answer(tx, { portalId, clientId: row.clientId }, secret);
    });
  }

  /**
   * Gives the application a new secret; so long as `grace_seconds` say the old one works too. All administrators hear
   * of it.
   * @throws NotFound for one that the portal does not know, Forbidden, BadRequest, Conflict
   */
  async rotateSecret(
    actor: Actor,
    clientId: string,
    { grace_seconds: grace }: RegenerateSecret,
    caller: Caller,
  ): Promise<ApplicationWithSecret> {
    const place = { portalId: actor.portalId, clientId };
    const seen = await this.#own(place);
    if (actor.clientId === clientId) permitItself(actor, seen);
    if (!isOfItself(actor, seen)) await this.freshLogin.assert(actor);
    return this.database.write(async (tx) => {
      const made = await this.registrations.renewSecret(tx, seen, grace, { actor, caller });
      await this.#holdAdministrator(tx, actor);
      await this.mails.secretRotated(tx, actor.portalId, seen, actor.accountId);
      return this.#answer(tx, place, made.secret);
    });
  }

  /** @throws NotFound; Forbidden for one that the portal has let in, but that is not its own */
  async #own(place: PortalsClient): Promise<ClientRow> {
    const row = isClientId(place.clientId) ? await this.clients.find(place.clientId) : undefined;
    if (row?.portalId === place.portalId) return row;
    const client = row && (await this.queries.client(place));
    found(client?.isKnown ? client : undefined, 'application');
    throw new Forbidden(
      'not_own_application',
      'This application does not belong to the portal; only its owner can rotate its secret.',
    );
  }

  /** @throws Forbidden when the account is no administrator's any more */
  async #holdAdministrator(tx: Transaction, { portalId, accountId }: Actor): Promise<void> {
    if (await this.queries.holdAdministrator(tx, portalId, accountId)) return;
    throw new Forbidden('administrator_required', 'This needs the role Administrator.');
  }

  async #answer(tx: Transaction, place: PortalsClient, secret: string): Promise<ApplicationWithSecret> {
    const application = found(await this.queries.find(place, this.clock.now(), tx), 'application');
    return { ...presentApplication(application), client_secret: secret };
  }
}
