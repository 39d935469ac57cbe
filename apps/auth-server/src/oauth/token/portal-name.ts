import type { Reader } from '@app/database';
import { findPortalByName } from '@app/identity';
import type { Client } from '../../applications/clients/index.js';
import { InvalidRequest } from '../../edge/errors/index.js';

interface PortalRequest {
  portal_name?: string | undefined;
}

/** portal_name is required from unbound clients and refused from bound ones. @throws InvalidRequest */
export function assertPortalName(request: PortalRequest, client: Client): void {
  if (client.portalId === null && request.portal_name === undefined)
    throw InvalidRequest.missing('portal_name');
  if (client.portalId !== null && request.portal_name !== undefined) {
    throw new InvalidRequest('portal_name must not be sent by a client that is bound to a portal.');
  }
}

/**
 * The portal of a bound client, or the one that an unbound client names. Issuing checks whether that portal has
 * approved the client, this function does not.
 */
export async function findRequestedPortalId(
  reader: Reader,
  request: PortalRequest,
  { portalId }: Client,
): Promise<number | undefined> {
  if (portalId !== null) return portalId;
  return (await findPortalByName(reader, request.portal_name ?? ''))?.id;
}
