import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import { Database, type Transaction } from '@app/database';
import type { RepeatGuard } from '@app/http';
import { CLOCK, Forbidden, orNotFound, type Clock } from '@app/kernel';
import type { PortalsClient } from '../approvals/index.js';
import {
  ClientRegistrations,
  isActingOnItself,
  assertHasAllScopes,
  type RegenerateSecret,
} from '../registration/index.js';
import { ClientQueries, isClientId, type ClientRow } from '../clients/index.js';
import { ApplicationQueries } from './application.queries.js';
import { presentApplication } from './application.presenter.js';
import type { ApplicationWithSecret, CreateApplication } from './application.schema.js';
import { FreshLoginGuard } from './fresh-login-guard.js';

/** Applications that belong to the token's portal: its administrators register them and rotate their secrets. */
@Injectable()
export class OwnApplicationsService implements RepeatGuard {
  constructor(
    private readonly database: Database,
    private readonly queries: ApplicationQueries,
    private readonly clients: ClientQueries,
    private readonly registrations: ClientRegistrations,
    private readonly freshLogin: FreshLoginGuard,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Registers a client that is bound to the portal and so acts as an administrator there; mails all administrators.
   * @throws BadRequest naming the field, Forbidden, LimitReached
   */
  async create(actor: Actor, body: CreateApplication): Promise<ApplicationWithSecret> {
    await this.freshLogin.assert(actor);
    const client = await this.registrations.readNew(body);
    const { portalId } = actor;
    return this.database.write(async (tx) => {
      await this.#lockAdministrator(tx, actor);
      const { row, secret } = await this.registrations.create(tx, client, portalId, actor);
      return this.#answer(tx, { portalId, clientId: row.clientId }, secret);
    });
  }

  /**
   * Rotates the secret; the old one keeps working for `grace_seconds`. Mails all administrators.
   * @throws NotFound when the portal has no relation to the client, Forbidden, BadRequest, Conflict
   */
  async rotateSecret(
    actor: Actor,
    clientId: string,
    { grace_seconds: grace }: RegenerateSecret,
  ): Promise<ApplicationWithSecret> {
    const target = { portalId: actor.portalId, clientId };
    const application = await this.#getOwn(target);
    await this.#permitRotation(actor, application);
    return this.database.write(async (tx) => {
      const newSecret = await this.registrations.renewSecret(tx, application, grace, actor);
      await this.#lockAdministrator(tx, actor);
      return this.#answer(tx, target, newSecret.secret);
    });
  }

  /**
   * An idempotent repetition returns a secret only to an actor who may create one now.
   * @throws NotFound, Forbidden
   */
  async assertMayRepeat(actor: Actor, { clientId }: Readonly<Record<string, string>>): Promise<void> {
    if (clientId === undefined) return this.freshLogin.assert(actor);
    return this.#permitRotation(actor, await this.#getOwn({ portalId: actor.portalId, clientId }));
  }

  /** @throws Forbidden */
  async #permitRotation(actor: Actor, application: ClientRow): Promise<void> {
    if (actor.clientId === application.clientId) assertHasAllScopes(actor, application);
    if (!isActingOnItself(actor, application)) await this.freshLogin.assert(actor);
  }

  /** @throws NotFound; Forbidden for a connected application that does not belong to the portal */
  async #getOwn(target: PortalsClient): Promise<ClientRow> {
    const row = isClientId(target.clientId) ? await this.clients.find(target.clientId) : undefined;
    if (row?.portalId === target.portalId) return row;
    const client = row && (await this.queries.client(target));
    orNotFound(client?.isKnown ? client : undefined, 'application');
    throw new Forbidden(
      'not_own_application',
      'This application does not belong to the portal; only its owner can rotate its secret.',
    );
  }

  /** @throws Forbidden when the account is no longer an administrator's */
  async #lockAdministrator(tx: Transaction, { portalId, accountId }: Actor): Promise<void> {
    if (await this.queries.lockAdministrator(tx, portalId, accountId)) return;
    throw new Forbidden('administrator_required', 'This needs the role Administrator.');
  }

  async #answer(tx: Transaction, target: PortalsClient, secret: string): Promise<ApplicationWithSecret> {
    const application = orNotFound(await this.queries.find(target, this.clock.now(), tx), 'application');
    return { ...presentApplication(application), client_secret: secret };
  }
}
