import type { Transaction } from '@app/database';
import { findAccount, findPortal } from '@app/identity';
import type { OutgoingMail } from '@app/mail';
import { listAdministrators } from './administrators.queries.js';
import { listRedirectUris, type RedirectUris } from './client-registry.queries.js';

/** The actor: an account of the portal, an application of another portal by its name, or the operator. */
export type ActingUser = { accountId: number } | { application: string } | 'operator';

/** Stores a mail in the transaction of the event that it reports. */
export type SendMail = (tx: Transaction, mail: OutgoingMail) => Promise<boolean>;

/**
 * Notifies every administrator of a portal when one of them approves an application, and of each new secret, key or
 * redirect_uri, with which another person could act as their application. The acting administrator gets a different
 * text.
 */
export class ApplicationMails {
  constructor(private readonly send: SendMail) {}

  /**
   * An application was approved.
   * @param accountId the approver
   */
  approved(tx: Transaction, portalId: number, { name }: { name: string }, accountId: number): Promise<void> {
    return this.#mailAll(tx, portalId, { accountId }, 'application-approved', { client: name });
  }

  /** An application of the portal was created; only the operator can create one without an address. */
  created(
    tx: Transaction,
    portalId: number,
    { name, ...client }: { name: string } & RedirectUris,
    actingUser: ActingUser,
  ): Promise<void> {
    const redirectUris = listRedirectUris(client);
    const about = redirectUris.length === 0 ? {} : { host: formatHosts(redirectUris) };
    return this.#mailAll(tx, portalId, actingUser, 'new-client', { client: name, ...about });
  }

  /**
   * An application of the portal has a new secret.
   * @param actingUser the owner of the token, possibly the application itself
   */
  secretRotated(
    tx: Transaction,
    portalId: number,
    { name }: { name: string },
    actingUser: ActingUser,
  ): Promise<void> {
    return this.#mailAll(tx, portalId, actingUser, 'secret-rotated', { client: name });
  }

  /** An application of the portal has new keys for its assertions. */
  keysReplaced(
    tx: Transaction,
    portalId: number,
    { name }: { name: string },
    actingUser: ActingUser,
  ): Promise<void> {
    return this.#mailAll(tx, portalId, actingUser, 'keys-replaced', { client: name });
  }

  /**
   * People who sign in to an application of the portal can be sent to new addresses.
   * @param options.added the new addresses
   */
  redirectUrisAdded(
    tx: Transaction,
    portalId: number,
    { name, added }: { name: string; added: readonly string[] },
    actingUser: ActingUser,
  ): Promise<void> {
    const about = { client: name, host: formatHosts(added) };
    return this.#mailAll(tx, portalId, actingUser, 'redirect-uri-changed', about);
  }

  async #mailAll(
    tx: Transaction,
    portalId: number,
    actingUser: ActingUser,
    template:
      | 'application-approved'
      | 'new-client'
      | 'secret-rotated'
      | 'keys-replaced'
      | 'redirect-uri-changed',
    about: Record<string, string>,
  ): Promise<void> {
    const portal = await findPortal(tx, portalId);
    const { personId, ...doerName } = await describeActor(tx, portalId, actingUser);
    const data = { ...about, portal: portal?.title ?? '' };
    for (const person of await listAdministrators(tx, portalId)) {
      await this.send(tx, {
        template,
        recipient: person.email,
        personId: person.personId,
        portalId,
        language: person.locale,
        data: { ...data, name: person.name, ...(person.personId === personId ? { by: 'you' } : doerName) },
      });
    }
  }
}

/** The whole address, if its scheme is an app's own and it has no host. */
/** The host of an address; the whole address if it has none, as with private schemes. */
export const displayHost = (redirectUri: string): string => URL.parse(redirectUri)?.host || redirectUri;

const formatHosts = (redirectUris: readonly string[]): string =>
  [...new Set(redirectUris.map(displayHost))].join(', ');

/** @returns the name in mails, and `personId` of an account */
async function describeActor(
  tx: Transaction,
  portalId: number,
  actingUser: ActingUser,
): Promise<({ administrator: string } | { by: 'operator' }) & { personId?: number | null | undefined }> {
  if (actingUser === 'operator') return { by: 'operator' };
  if ('application' in actingUser) return { administrator: actingUser.application };
  const account = await findAccount(tx, portalId, actingUser.accountId);
  const administrator = `${account?.first_name ?? ''} ${account?.last_name ?? ''}`.trim();
  return { personId: account?.person_id, administrator };
}
