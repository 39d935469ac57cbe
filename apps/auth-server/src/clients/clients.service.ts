import { Inject, Injectable } from '@nestjs/common';
import { RevocationReader, type Actor } from '@app/access';
import type { AuditEvent } from '@app/audit';
import { Database, type Transaction } from '@app/database';
import {
  generateCredential,
  readClientKeys,
  registerClient,
  replaceClientSecret,
  type RegisteredKey,
} from '@app/clients';
import { Revocations } from '@app/revocations';
import { findPortalByName } from '@app/identity';
import { BadRequest, CLOCK, found, type Clock } from '@app/kernel';
import { AuditLog } from '../audit/index.js';
import { SETTINGS, type Settings } from '../config.js';
import { redirectUriProblem } from './redirect-uri.js';
import { type Caller } from '../request/index.js';
import type { ClientRow } from './client.js';
import { ClientAdminQueries } from './client-admin.queries.js';
import { ClientKeyQueries } from './client-key.queries.js';
import { assertMayChange, assertMayRegenerate, assertSpecial } from './client.policy.js';
import { presentClient } from './client.presenter.js';
import { ClientQueries } from './client.queries.js';
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
export class ClientsService {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientQueries,
    private readonly queries: ClientAdminQueries,
    private readonly keys: ClientKeyQueries,
    private readonly revocations: Revocations,
    private readonly reader: RevocationReader,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(actor: Actor, { portal_name: portalName, ...page }: ListClientsQuery): Promise<ClientList> {
    assertSpecial(await this.clients.find(actor.clientId));
    const { total, hits } =
      portalName === undefined
        ? await this.queries.unboundOf(ownerOf(actor), page)
        : await this.queries.ofPortal(await this.#portalId(portalName), page);
    return { total, hits: hits.map(presentClient) };
  }

  /** @throws LimitReached */
  async create(actor: Actor, body: CreateClient, caller: Caller): Promise<ClientWithSecret> {
    assertSpecial(await this.clients.find(actor.clientId));
    this.#assertRedirectUri(body.redirect_uri);
    const keys = await readKeys(body.jwks);
    const portalId = body.portal_name === undefined ? null : await this.#portalId(body.portal_name);
    const clientId = generateCredential();
    const secret = generateCredential();
    const now = this.clock.now();
    return this.database.write(async (tx) => {
      const owner = ownerOf(actor);
      const registration = {
        clientId,
        secret,
        name: body.client_name,
        redirectUri: body.redirect_uri,
        portalId,
      };
      await registerClient(tx, { ...registration, owner }, now);
      if (keys) await this.keys.replace(tx, clientId, keys, now);
      await this.#record(tx, caller, actor, 'client.created', { clientId, portalId });
      const row = await this.queries.lock(tx, clientId);
      return { ...presentClient(row!), client_secret: secret };
    });
  }

  async change(actor: Actor, clientId: string, body: ChangeClient, caller: Caller): Promise<ClientAnswer> {
    this.#assertRedirectUri(body.redirect_uri);
    const keys = await readKeys(body.jwks);
    const application = await this.clients.find(actor.clientId);
    const after = await this.database.write(async (tx) => {
      const client = found(await this.queries.lock(tx, clientId), 'client');
      assertMayChange(actor, application, client);
      const now = this.clock.now();
      const { client_name: name, redirect_uri: redirectUri, status } = body;
      await this.queries.change(tx, clientId, { name, redirectUri, status }, now);
      if (keys) await this.keys.replace(tx, clientId, keys, now);
      if (status === 0 && client.status === 1) {
        await this.revocations.takeAwayRights(tx, { clientId }, { endFamilies: true, because: 'client off' });
      }
      await this.#record(tx, caller, actor, 'client.changed', client, Object.keys(body).join(' '));
      return this.queries.lock(tx, clientId);
    });
    await this.reader.read();
    return presentClient(after!);
  }

  async remove(actor: Actor, clientId: string, caller: Caller): Promise<void> {
    const application = await this.clients.find(actor.clientId);
    await this.database.write(async (tx) => {
      const client = found(await this.queries.lock(tx, clientId), 'client');
      assertMayChange(actor, application, client);
      await this.revocations.takeAwayRights(
        tx,
        { clientId },
        { endFamilies: true, because: 'client deleted' },
      );
      await this.queries.remove(tx, client, this.clock.now());
      await this.#record(tx, caller, actor, 'client.deleted', client);
    });
    await this.reader.read();
  }

  async regenerate(
    actor: Actor,
    clientId: string,
    { grace_seconds: grace }: RegenerateSecret,
    caller: Caller,
  ): Promise<ClientWithSecret> {
    const application = await this.clients.find(actor.clientId);
    return this.database.write(async (tx) => {
      const client = found(await this.queries.lock(tx, clientId), 'client');
      assertMayRegenerate(actor, application, client);
      if (client.secretHash === null)
        throw new BadRequest('client_without_secret', 'This client has no secret.');
      const secret = await replaceClientSecret(tx, clientId, grace, this.clock.now());
      await this.#record(tx, caller, actor, 'client.secret_regenerated', client, `grace ${grace} s`);
      return { ...presentClient(client), client_secret: secret };
    });
  }

  #assertRedirectUri(text: string | undefined): void {
    const problem = text && redirectUriProblem(text, this.settings.HTTP_REDIRECT_HOSTS);
    if (problem) throw BadRequest.field('redirect_uri', problem, 'custom');
  }

  async #portalId(name: string): Promise<number> {
    const portal = await findPortalByName(this.database, name);
    if (!portal) throw BadRequest.field('portal_name', 'no such portal');
    return portal.id;
  }

  #record(
    tx: Transaction,
    caller: Caller,
    actor: Actor,
    event: AuditEvent,
    client: Pick<ClientRow, 'clientId' | 'portalId'>,
    what = '',
  ): Promise<void> {
    return this.audit.record(tx, caller, {
      event,
      clientId: client.clientId,
      portalId: client.portalId,
      accountId: actor.isUnbound ? null : actor.accountId,
      details: { by_client: actor.clientId, what },
    });
  }
}

const ownerOf = (actor: Actor): { accountId: number } | { clientId: string } =>
  actor.isUnbound ? { clientId: actor.clientId } : { accountId: actor.accountId };

async function readKeys(jwks: string | undefined): Promise<RegisteredKey[] | undefined> {
  if (jwks === undefined) return undefined;
  try {
    return await readClientKeys(jwks);
  } catch (error) {
    if (error instanceof RangeError) throw BadRequest.field('jwks', error.message);
    throw error;
  }
}
