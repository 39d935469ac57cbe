import { Inject, Injectable } from '@nestjs/common';
import type { Actor, AuditEvent } from '@app/access';
import {
  CredentialChanges,
  generateCredential,
  readClientKeys,
  type ActingUser,
  type IdTokenAlg,
  type NewSecret,
  type RegisteredKey,
} from '@app/clients';
import type { Transaction } from '@app/database';
import { BadRequest, CLOCK, Conflict, orNotFound, SETTINGS, type Clock } from '@app/kernel';
import type { z } from 'zod';
import { AuditLog } from '../../edge/audit/index.js';
import { ClientQueries, redirectUriProblem, type ClientRow } from '../clients/index.js';
import type { Settings } from '../../config.js';
import { ClientAdminQueries, type ClientChange } from './client-admin.queries.js';
import type { ChangeClient, CreateOwnClient } from './client.schema.js';

/** The given properties of a client, parsed and valid. */
export interface ReadClient {
  name: string | undefined;
  redirectUri: string | undefined;
  /** Undefined if no further addresses were given. */
  otherRedirectUris: string[] | undefined;
  postLogoutRedirectUris: string[] | undefined;
  idTokenAlg: IdTokenAlg | undefined;
  /** Undefined if no keys were given. */
  keys: RegisteredKey[] | undefined;
}

export type NewClient = ReadClient & { name: string; redirectUri: string };

/**
 * Checks and audits callers' requests about clients; `CredentialChanges` makes the change and mails the administrators.
 */
@Injectable()
export class ClientRegistrations {
  constructor(
    private readonly clients: ClientQueries,
    private readonly admin: ClientAdminQueries,
    private readonly audit: AuditLog,
    private readonly credentials: CredentialChanges,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws BadRequest naming an address, id_token_alg or jwks */
  async read(body: Omit<ChangeClient, 'status'>): Promise<ReadClient> {
    this.#assertAllowed('redirect_uri', body.redirect_uri === undefined ? [] : [body.redirect_uri]);
    this.#assertAllowed('redirect_uris', body.redirect_uris);
    this.#assertAllowed('post_logout_redirect_uris', body.post_logout_redirect_uris);
    const [redirectUri = body.redirect_uri, ...otherUris] = body.redirect_uris ?? [];
    if (body.id_token_alg === 'ES256' && this.settings.SIGNING_ALG !== 'ES256') {
      throw BadRequest.field('id_token_alg', 'this server does not sign with ES256');
    }
    return {
      name: body.client_name,
      redirectUri,
      otherRedirectUris: body.redirect_uris && otherUris,
      postLogoutRedirectUris: body.post_logout_redirect_uris,
      idTokenAlg: body.id_token_alg,
      keys: await readKeys(body.jwks),
    };
  }

  /** @throws BadRequest naming an address, id_token_alg or jwks */
  async readNew(body: z.output<typeof CreateOwnClient>): Promise<NewClient> {
    const client = await this.read(body);
    return { ...client, name: body.client_name, redirectUri: client.redirectUri! }; // required by the schema
  }

  /** @throws BadRequest */
  #assertAllowed(field: string, redirectUris: readonly string[] = []): void {
    redirectUris.forEach((one, index) => {
      const problem = redirectUriProblem(one, this.settings.HTTP_REDIRECT_HOSTS);
      const path = field === 'redirect_uri' ? field : `${field}.${index}`;
      if (problem !== undefined) throw BadRequest.field(path, problem, 'custom');
    });
  }

  /**
   * Registers a client for the caller, with the default grants and scopes.
   * @param portalId null for an unbound one
   * @throws LimitReached
   */
  async create(
    tx: Transaction,
    { keys, ...client }: NewClient,
    portalId: number | null,
    actor: Actor,
  ): Promise<{ row: ClientRow; secret: string }> {
    const [clientId, secret] = [generateCredential(), generateCredential()];
    const now = this.clock.now();
    const owner = clientOwner(actor);
    const registration = { ...client, clientId, secret, portalId, owner };
    await this.credentials.create(tx, registration, await this.#actingUser(tx, portalId, actor), now, keys);
    await this.record(tx, actor, 'client.created', { clientId, portalId });
    return { row: orNotFound(await this.clients.find(clientId, tx), 'client'), secret };
  }

  /**
   * Changes the given properties of a client.
   * @param client the present client, locked
   * @param what the changed properties, for the audit log
   */
  async change(
    tx: Transaction,
    client: ClientRow,
    { keys, redirectUri, otherRedirectUris, ...fields }: ReadClient & Pick<ClientChange, 'status'>,
    what: string,
    actor: Actor,
  ): Promise<void> {
    const { clientId, portalId } = client;
    const now = this.clock.now();
    await this.admin.change(tx, clientId, fields, now);
    const actingUser = await this.#actingUser(tx, portalId, actor);
    if (keys) await this.credentials.replaceKeys(tx, client, keys, actingUser, now);
    if (redirectUri !== undefined) {
      const redirectUris = { redirectUri, otherRedirectUris };
      await this.credentials.setRedirectUris(tx, client, redirectUris, actingUser, now);
    }
    await this.record(tx, actor, 'client.changed', client, what);
  }

  /**
   * Rotates the secret. Of concurrent requests one succeeds, the others get 409: another rotation would invalidate the
   * secret that was just returned, or the grace period of the one before.
   * @param client as it was before the transaction
   * @throws BadRequest when it has no secret; Conflict when that has been rotated meanwhile (decision oauth 1.6)
   */
  async renewSecret(
    tx: Transaction,
    client: ClientRow,
    graceSeconds: number,
    actor: Actor,
  ): Promise<NewSecret> {
    if (client.secretHash === null)
      throw new BadRequest('client_without_secret', 'This client has no secret.');
    const actingUser = await this.#actingUser(tx, client.portalId, actor);
    const change = { graceSeconds, replaces: client.secretHash };
    const newSecret = await this.credentials.renewSecret(tx, client, change, actingUser, this.clock.now());
    if (!newSecret) {
      throw new Conflict(
        'secret_just_rotated',
        'Another request has just rotated the secret of this client.',
      );
    }
    await this.record(tx, actor, 'client.secret_regenerated', client, `grace ${graceSeconds} s`);
    return newSecret;
  }

  /**
   * The acting user for mails to the portal. For actors of other portals it is only the application, because the portal
   * must not learn their names.
   */
  async #actingUser(tx: Transaction, portalId: number | null, actor: Actor): Promise<ActingUser> {
    if (!actor.isUnbound && actor.portalId === portalId) return { accountId: actor.accountId };
    const application = await this.clients.find(actor.clientId, tx);
    return { application: application?.name ?? actor.clientId };
  }

  /** @param what the changed properties, for the audit log */
  record(
    tx: Transaction,
    actor: Actor,
    event: AuditEvent,
    client: Pick<ClientRow, 'clientId' | 'portalId'>,
    what = '',
  ): Promise<void> {
    return this.audit.record(tx, {
      event,
      clientId: client.clientId,
      portalId: client.portalId,
      accountId: actor.isUnbound ? null : actor.accountId,
      details: { by_client: actor.clientId, what },
    });
  }
}

/** The owner of an unbound client created by this actor. */
export const clientOwner = (actor: Actor): { accountId: number } | { clientId: string } =>
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
