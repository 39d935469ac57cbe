import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@app/access';
import type { AuditEvent } from '@app/audit';
import {
  generateCredential,
  readClientKeys,
  registerClient,
  replaceClientSecret,
  type NewSecret,
  type RegisteredKey,
} from '@app/clients';
import type { Transaction } from '@app/database';
import { BadRequest, CLOCK, Conflict, found, SETTINGS, type Clock } from '@app/kernel';
import { AuditLog } from '../audit/index.js';
import type { Settings } from '../config.js';
import type { Caller } from '../request/index.js';
import type { ClientRow } from './client.js';
import { ClientKeyQueries } from './client-key.queries.js';
import { ClientQueries } from './client.queries.js';
import type { ChangeClient } from './client.schema.js';
import { redirectUriProblem } from './redirect-uri.js';

/** The given properties of a client, parsed and valid. */
export interface ReadClient {
  name: string | undefined;
  redirectUri: string | undefined;
  /** Undefined if no keys were given. */
  keys: RegisteredKey[] | undefined;
}

/** Who requests it, with which token, and from where. */
export interface Asker {
  actor: Actor;
  caller: Caller;
}

/**
 * What /client and /applications have in common: parsing the properties of a client, creating one, and regenerating
 * its secret.
 */
@Injectable()
export class ClientRegistrations {
  constructor(
    private readonly clients: ClientQueries,
    private readonly keys: ClientKeyQueries,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @throws BadRequest naming redirect_uri or jwks */
  async read(body: ChangeClient): Promise<ReadClient> {
    const { client_name: name, redirect_uri: redirectUri, jwks } = body;
    const problem = redirectUri && redirectUriProblem(redirectUri, this.settings.HTTP_REDIRECT_HOSTS);
    if (problem) throw BadRequest.field('redirect_uri', problem, 'custom');
    return { name, redirectUri, keys: await readKeys(jwks) };
  }

  /**
   * Registers a client for the caller, with the default grants and scopes.
   * @param portalId null for an unbound one
   * @throws LimitReached
   */
  async create(
    tx: Transaction,
    { keys, ...client }: ReadClient & { name: string; redirectUri: string },
    portalId: number | null,
    by: Asker,
  ): Promise<{ row: ClientRow; secret: string }> {
    const { name, redirectUri } = client;
    const [clientId, secret] = [generateCredential(), generateCredential()];
    const now = this.clock.now();
    const owner = ownerOf(by.actor);
    await registerClient(tx, { clientId, secret, name, redirectUri, portalId, owner }, now);
    if (keys) await this.keys.replace(tx, clientId, keys, now);
    await this.record(tx, by, 'client.created', { clientId, portalId });
    return { row: found(await this.clients.find(clientId, tx), 'client'), secret };
  }

  /**
   * Regenerates the secret of a client. Of concurrent requests only one does: each of the others would end a secret
   * that somebody has just been shown, or the promised grace of the one before.
   * @param seen the client as it was before the transaction
   * @throws BadRequest when it has no secret; Conflict when that has been regenerated meanwhile
   */
  async renewSecret(tx: Transaction, seen: ClientRow, graceSeconds: number, by: Asker): Promise<NewSecret> {
    if (seen.secretHash === null) throw new BadRequest('client_without_secret', 'This client has no secret.');
    const made = await replaceClientSecret(
      tx,
      seen.clientId,
      graceSeconds,
      this.clock.now(),
      seen.secretHash,
    );
    if (!made) {
      throw new Conflict(
        'secret_just_rotated',
        'Another request has just rotated the secret of this client.',
      );
    }
    await this.record(tx, by, 'client.secret_regenerated', seen, `grace ${graceSeconds} s`);
    return made;
  }

  /** @param what what of the client, in words */
  record(
    tx: Transaction,
    { actor, caller }: Asker,
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

/** Whose an unbound client is that the actor makes. */
export const ownerOf = (actor: Actor): { accountId: number } | { clientId: string } =>
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
