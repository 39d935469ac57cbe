import { assertAllowed, type Actor } from '@app/access';
import { Forbidden, NotFound } from '@app/kernel';
import type { ClientRow } from '../clients/index.js';

/** Only applications with special permissions may list and create clients (specification, GET and POST /client). */
export function assertSpecial(application: ClientRow | undefined): void {
  if (!application?.isSpecial || application.status !== 1) {
    throw new Forbidden('special_permission_required', 'This needs an application with special permissions.');
  }
}

/**
 * Whether the token was obtained through client_credentials: its subject is the application outside any portal, or the
 * service account in the client's own row. The name of an account proves nothing.
 * @param application the client that the token was issued to
 */
const isApplication = (actor: Actor, application: ClientRow | undefined): boolean =>
  actor.isUnbound || application?.serviceAccountId === actor.accountId;

/**
 * Whether the token's subject (account, or application for itself) owns the client. A bound client acts as an
 * administrator of its portal, so it belongs to the current administrators, regardless of who created it.
 */
const owns = (actor: Actor, client: ClientRow): boolean =>
  client.portalId === null &&
  (actor.isUnbound
    ? client.ownerClientId === actor.clientId
    : client.ownerAccountId === actor.accountId && client.ownerAccountId !== null);

/** Whether a client acts on itself, with a token that does not come from a person. */
export const isActingOnItself = (actor: Actor, client: ClientRow): boolean =>
  isApplication(actor, client) && actor.clientId === client.clientId;

/**
 * A client needs all of its scopes to change itself. Otherwise the holder of a narrowed token could gain scopes by
 * rotating the secret, or by registering their own keys or URL.
 * @throws Forbidden
 */
export function assertHasAllScopes(actor: Actor, { scopes }: ClientRow): void {
  const missing = scopes.find((scope) => !actor.may(scope));
  if (missing === undefined) return;
  throw new Forbidden('insufficient_scope', 'This needs a token with all scopes of the application.', {
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"` },
  });
}

/**
 * Allows the client itself, its owner, a special application, and its portal's administrators (contract 3.46 and 3.47).
 * @throws NotFound for others; Forbidden for the client itself without all of its scopes, and for others without
 *   app.write
 */
export function assertMayChange(actor: Actor, application: ClientRow | undefined, client: ClientRow): void {
  const isItself = isActingOnItself(actor, client);
  const isAdministrator =
    !actor.isUnbound && actor.isAdministrator && client.portalId === actor.claims.portal_id;
  if (!isItself && !owns(actor, client) && !application?.isSpecial && !isAdministrator)
    throw new NotFound('client');
  if (isItself) assertHasAllScopes(actor, client);
  else assertAllowed(actor, { scope: 'app.write', portal: 'optional' });
}

/**
 * Allows the application itself, or a special one, with a token that does not come from a person (specification,
 * regenerate-secret).
 * @throws Forbidden, NotFound
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
  if (isItself) assertHasAllScopes(actor, client);
  else assertAllowed(actor, { scope: 'app.write', portal: 'optional' });
}
