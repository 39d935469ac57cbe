import type { Actor } from '@app/access';
import type { FastifyRequest } from 'fastify';
import { toNetwork } from '../edge/network.js';

/**
 * The owner of the memory that a request uses: the portal of its token; without a token or a portal, the network (/24
 * or /64). Known once the guards have run.
 */
export const requestOwner = ({ actor, ip }: FastifyRequest & { actor?: Actor }): string =>
  actor?.claims.portal_id === undefined ? `network ${toNetwork(ip)}` : `portal ${actor.claims.portal_id}`;
