import type { Actor } from '@app/access';
import type { FastifyRequest } from 'fastify';
import { toNetwork } from '../edge/network.js';

/**
 * Names the owner of the memory that a request takes: the portal of its token. Without a token, or with one that has no
 * portal, the network (/24 or /64). Known once the guards have run.
 */
export const requestOwner = ({ actor, ip }: FastifyRequest & { actor?: Actor }): string =>
  actor?.claims.portal_id === undefined ? `network ${toNetwork(ip)}` : `portal ${actor.claims.portal_id}`;
