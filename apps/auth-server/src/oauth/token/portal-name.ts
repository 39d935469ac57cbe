import type { Client } from '../../applications/clients/index.js';
import { InvalidRequest } from '../../edge/errors/index.js';

/** portal_name is required from unbound clients and refused from bound ones. @throws InvalidRequest */
export function assertPortalName(request: { portal_name?: string | undefined }, client: Client): void {
  if (client.portalId === null && request.portal_name === undefined)
    throw InvalidRequest.missing('portal_name');
  if (client.portalId !== null && request.portal_name !== undefined) {
    throw new InvalidRequest('portal_name must not be sent by a client that is bound to a portal.');
  }
}
