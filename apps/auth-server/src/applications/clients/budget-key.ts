import { toNetwork } from '@app/http';
import type { PresentedClient } from './presented-client.js';

/**
 * The key under which requests of an authenticated client are counted. Anyone can pose as a client without a secret, so
 * its requests are counted by network (/24 or /64) as well. No client_id contains a space.
 */
export const createBudgetKey = ({ clientId, secret }: PresentedClient, ip: string): string =>
  secret === undefined ? `${clientId} ${toNetwork(ip)}` : clientId;
