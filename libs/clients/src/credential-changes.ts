import type { Transaction } from '@app/database';
import { enqueueMail } from '@app/mail';
import { ApplicationMails, type ActingUser } from './application-mails.js';
import type { RegisteredKey } from './client-keys.js';
import { assertFewKeys, upsertKey, replaceKeys } from './client-keys.queries.js';
import {
  upsertClientFromFile,
  registerClient,
  replaceRedirectUris,
  type ClientFromFile,
  type ClientRegistration,
  type RedirectUris,
} from './client-registry.queries.js';
import { replaceClientSecret, type NewSecret } from './client-secrets.queries.js';

/** The part of a client that mails mention. */
export interface NamedClient {
  clientId: string;
  name: string;
  /** Null: an unbound client, which belongs to no portal and causes no mail. */
  portalId: number | null;
}

/**
 * All credential changes go through this class, so administrators are always mailed: the first credentials, a new
 * secret, new keys, a new redirect_uri.
 */
export class CredentialChanges {
  constructor(private readonly mails: ApplicationMails) {}

  /**
   * Registers a client, with a service account if it is bound.
   * @param keys for service_jwt
   * @throws ConfigError when it may not have special permissions; LimitReached; a unique violation when the client_id
   *   is taken
   */
  async create(
    tx: Transaction,
    client: ClientRegistration,
    actingUser: ActingUser,
    now: Date,
    keys?: readonly RegisteredKey[],
  ): Promise<void> {
    await registerClient(tx, client, now);
    if (keys) await replaceKeys(tx, client.clientId, keys, now);
    if (client.portalId !== null) await this.mails.created(tx, client.portalId, client, actingUser);
  }

  /**
   * Registers or updates a client; for bootstrap files.
   * @param actingUser null for a client that is created with its portal, which has no administrators yet
   * @throws ConfigError when it may not have special permissions; Error when the client belongs to another portal
   */
  async apply(
    tx: Transaction,
    client: ClientRegistration,
    actingUser: ActingUser | null,
    now: Date,
  ): Promise<Pick<ClientFromFile, 'outcome' | 'lostScopes'>> {
    const applied = await upsertClientFromFile(tx, client, now);
    const { portalId, name } = client;
    if (portalId === null || actingUser === null) return applied;
    if (applied.outcome === 'created') await this.mails.created(tx, portalId, client, actingUser);
    if (applied.hasOtherSecret) await this.mails.secretRotated(tx, portalId, client, actingUser);
    await this.#mailOfAdded(tx, { portalId, name }, applied.newRedirectUris, actingUser);
    return applied;
  }

  /**
   * Replaces the first address of a client, and the others if they are given. Sends no mail if addresses are only
   * removed, because that gives no access.
   * @returns whether they have changed
   */
  async setRedirectUris(
    tx: Transaction,
    client: NamedClient,
    redirectUris: RedirectUris,
    actingUser: ActingUser,
    now: Date,
  ): Promise<boolean> {
    const { areOther, added } = await replaceRedirectUris(tx, client.clientId, redirectUris, now);
    await this.#mailOfAdded(tx, client, added, actingUser);
    return areOther;
  }

  async #mailOfAdded(
    tx: Transaction,
    { portalId, name }: Pick<NamedClient, 'portalId' | 'name'>,
    added: readonly string[],
    actingUser: ActingUser,
  ): Promise<void> {
    if (added.length === 0 || portalId === null) return;
    await this.mails.redirectUrisAdded(tx, portalId, { name, added }, actingUser);
  }

  async replaceKeys(
    tx: Transaction,
    client: NamedClient,
    keys: readonly RegisteredKey[],
    actingUser: ActingUser,
    now: Date,
  ): Promise<void> {
    await replaceKeys(tx, client.clientId, keys, now);
    if (client.portalId !== null) await this.mails.keysReplaced(tx, client.portalId, client, actingUser);
  }

  /**
   * Adds keys; one of the same kid is replaced.
   * @throws LimitReached when the client has too many
   */
  async addKeys(
    tx: Transaction,
    client: NamedClient,
    keys: readonly RegisteredKey[],
    actingUser: ActingUser,
    now: Date,
  ): Promise<void> {
    for (const key of keys) await upsertKey(tx, client.clientId, key, now);
    await assertFewKeys(tx, client.clientId);
    if (client.portalId !== null) await this.mails.keysReplaced(tx, client.portalId, client, actingUser);
  }

  /**
   * Rotates a client's secret.
   * @param options.graceSeconds for which the current one keeps working; 0: it stops immediately
   * @param options.replaces hash of the secret that the caller expects to replace; null: any secret
   * @returns undefined when the client is gone, has no secret, or its secret is not `replaces`
   */
  async renewSecret(
    tx: Transaction,
    client: NamedClient,
    { graceSeconds, replaces }: { graceSeconds: number; replaces: Buffer | null },
    actingUser: ActingUser,
    now: Date,
  ): Promise<NewSecret | undefined> {
    const replacement = await replaceClientSecret(tx, client.clientId, graceSeconds, now, replaces);
    if (replacement && client.portalId !== null)
      await this.mails.secretRotated(tx, client.portalId, client, actingUser);
    return replacement;
  }
}

/** For programs that operators run outside the servers: their mails do not count towards the portal's limit. */
export const operatorsCredentials = new CredentialChanges(
  new ApplicationMails((tx, mail) => enqueueMail(tx, mail, true)),
);
