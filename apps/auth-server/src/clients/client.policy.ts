import { permit, type Actor } from '@app/access';
import { Forbidden, NotFound } from '@app/kernel';
import type { ClientRow } from './client.js';

/** Only applications with special permissions list and create (specification, GET and POST /client). */
export function assertSpecial(application: ClientRow | undefined): void {
  if (!application?.isSpecial || application.status !== 1) {
    throw new Forbidden('special_permission_required', 'This needs an application with special permissions.');
  }
}

/**
 * Whether the token was obtained through client_credentials: its subject is the application outside any portal, or the
 * service account that the client's own row names. What an account calls itself proves nothing.
 * @param application the client that the token was issued to.
 */
const isApplication = (actor: Actor, application: ClientRow | undefined): boolean =>
  actor.isUnbound || application?.serviceAccountId === actor.accountId;

/**
 * Whether the token's subject (account, or application for itself) owns the client. One that is bound acts as an
 * administrator of its portal: it belongs to whoever is one now, whoever made it.
 */
const owns = (actor: Actor, client: ClientRow): boolean =>
  client.portalId === null &&
  (actor.isUnbound
    ? client.ownerClientId === actor.clientId
    : client.ownerAccountId === actor.accountId && client.ownerAccountId !== null);

/** Whether a client acts on itself, with a token that no person gave. */
export const isOfItself = (actor: Actor, client: ClientRow): boolean =>
  isApplication(actor, client) && actor.clientId === client.clientId;

/**
 * What a client does to itself takes the whole of its rights: who holds a narrowed token must not come to more by
 * making a secret anew, or by registering keys or an address of their own.
 * @throws Forbidden
 */
export function permitItself(actor: Actor, { scopes }: ClientRow): void {
  const missing = scopes.find((scope) => !actor.may(scope));
  if (missing === undefined) return;
  throw new Forbidden('insufficient_scope', 'This needs a token with all scopes of the application.', {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` },
  });
}

/**
 * Itself, its owner, a special application, or an administrator of the portal it is bound to may change a client; to
 * anybody else it does not exist. Others than itself need the scope app.write, itself all that it has.
 */
export function assertMayChange(actor: Actor, application: ClientRow | undefined, client: ClientRow): void {
  const isItself = isOfItself(actor, client);
  const isAdministrator =
    !actor.isUnbound && actor.isAdministrator && client.portalId === actor.claims.portal_id;
  if (!isItself && !owns(actor, client) && !application?.isSpecial && !isAdministrator)
    throw new NotFound('client');
  if (isItself) permitItself(actor, client);
  else permit(actor, { scope: 'app.write', portal: 'optional' });
}

/**
 * A secret is made anew by the application itself or by a special one, with a token that no person gave
 * (specification, regenerate-secret).
 */
export function assertMayRegenerate(
  actor: Actor,
  application: ClientRow | undefined,
  client: ClientRow,
): void {
  if (!isApplication(actor, application)) {
    throw new Forbidden(
      'application_token_required',
      'This needs a token obtained through client_credentials.',
    );
  }
  const isItself = actor.clientId === client.clientId;
  if (!isItself && !application?.isSpecial) throw new NotFound('client');
  if (isItself) permitItself(actor, client);
  else permit(actor, { scope: 'app.write', portal: 'optional' });
}
