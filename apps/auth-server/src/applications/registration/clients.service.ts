import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader, type Actor, Revocations } from '@app/access';
import { Database } from '@app/database';
import type { RepeatGuard } from '@app/http';
import { findPortalByName } from '@app/identity';
import { BadRequest, CLOCK, orNotFound, type Clock } from '@app/kernel';
import { ClientQueries, isClientId } from '../clients/index.js';
import { ClientAdminQueries } from './client-admin.queries.js';
import { ClientRegistrations, clientOwner } from './client-registrations.service.js';
import { assertMayChange, assertMayRegenerate, assertSpecial } from './client.policy.js';
import { presentClient } from './client.presenter.js';
import type {
  ChangeClient,
  ClientAnswer,
  ClientList,
  ClientWithSecret,
  CreateClient,
  ListClientsQuery,
  RegenerateSecret,
} from './client.schema.js';

/** OAuth clients as their owners manage them (specification, /client). */
@Injectable()
export class ClientsService implements RepeatGuard {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientQueries,
    private readonly queries: ClientAdminQueries,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly registrations: ClientRegistrations,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(actor: Actor, { portal_name: portalName, ...page }: ListClientsQuery): Promise<ClientList> {
    assertSpecial(await this.clients.find(actor.clientId));
    const { total, hits } =
      portalName === undefined
        ? await this.queries.listUnbound(clientOwner(actor), page)
        : await this.queries.listByPortal(await this.#portalId(portalName), page);
    return { total, hits: hits.map(presentClient) };
  }

  /** @throws LimitReached */
  async create(actor: Actor, body: CreateClient): Promise<ClientWithSecret> {
    assertSpecial(await this.clients.find(actor.clientId));
    const client = await this.registrations.readNew(body);
    const portalId = body.portal_name === undefined ? null : await this.#portalId(body.portal_name);
    return this.database.write(async (tx) => {
      const { row, secret } = await this.registrations.create(tx, client, portalId, actor);
      return { ...presentClient(row), client_secret: secret };
    });
  }

  /**
   * An idempotent repetition returns a secret only to an actor who may create one now.
   * @throws NotFound, Forbidden
   */
  async assertMayRepeat(actor: Actor, { clientId }: Readonly<Record<string, string>>): Promise<void> {
    const application = await this.clients.find(actor.clientId);
    if (clientId === undefined) return assertSpecial(application);
    const client = isClientId(clientId) ? await this.clients.find(clientId) : undefined;
    assertMayRegenerate(actor, application, orNotFound(client, 'client'));
  }

  async change(actor: Actor, clientId: string, body: ChangeClient): Promise<ClientAnswer> {
    const fields = await this.registrations.read(body);
    const application = await this.clients.find(actor.clientId);
    const after = await this.database.write(async (tx) => {
      const client = orNotFound(await this.queries.lock(tx, clientId), 'client');
      assertMayChange(actor, application, client);
      const { status } = body;
      if (status === 0 && client.status === 1) {
        await this.revocations.revokeRights(tx, { clientId }, { endFamilies: true, because: 'client off' });
      }
      const what = Object.keys(body).join(' ');
      await this.registrations.change(tx, client, { ...fields, status }, what, actor);
      return this.queries.lock(tx, clientId);
    });
    await this.reader.read();
    return presentClient(after!);
  }

  async remove(actor: Actor, clientId: string): Promise<void> {
    const application = await this.clients.find(actor.clientId);
    await this.database.write(async (tx) => {
      const client = orNotFound(await this.queries.lock(tx, clientId), 'client');
      assertMayChange(actor, application, client);
      await this.revocations.revokeRights(tx, { clientId }, { endFamilies: true, because: 'client deleted' });
      await this.queries.remove(tx, client, this.clock.now());
      await this.registrations.record(tx, actor, 'client.deleted', client);
    });
    await this.reader.read();
  }

  async regenerate(
    actor: Actor,
    clientId: string,
    { grace_seconds: grace }: RegenerateSecret,
  ): Promise<ClientWithSecret> {
    const application = await this.clients.find(actor.clientId);
    const known = isClientId(clientId) ? await this.clients.find(clientId) : undefined;
    return this.database.write(async (tx) => {
      const client = orNotFound(known && (await this.queries.lock(tx, clientId)), 'client');
      assertMayRegenerate(actor, application, client);
      const { secret } = await this.registrations.renewSecret(tx, known!, grace, actor);
      return { ...presentClient(client), client_secret: secret };
    });
  }

  async #portalId(name: string): Promise<number> {
    const portal = await findPortalByName(this.database, name);
    if (!portal) throw BadRequest.field('portal_name', 'no such portal');
    return portal.id;
  }
}
