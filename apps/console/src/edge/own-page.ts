import { Problem } from '@app/kernel';
import type { FastifyRequest } from 'fastify';

/** 403: another site or a program sent a request that only the console's own page may send. */
export const csrfRefused = (message: string): Problem => new Problem(403, 'csrf_refused', message);

/** Reached by navigation, without extra headers. Another site may link to them. */
const linkedRoutes = new Set(['/bff/login', '/bff/callback', '/bff/signed-out']);
const isDownload = (route: string): boolean => route.startsWith('/bff/download/');

/** Whether the browser displays the answer as a page. @param route template of the route */
export const isNavigation = (route: string): boolean => linkedRoutes.has(route) || isDownload(route);

/** Whether a page of another site led the browser here: a link, a form or a script. */
export const isFromOtherSite = ({ headers }: FastifyRequest): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']));

/**
 * Refuses requests that the console's own page did not send. Only browsers set `Sec-Fetch-Site`, and no other site can
 * send `x-console`, because no route answers a preflight.
 * @param route template of the route
 * @throws Problem 403 `csrf_refused`
 */
export function assertOwnPage({ headers }: FastifyRequest, route: string): void {
  if (!route.startsWith('/bff/') || linkedRoutes.has(route)) return;
  if (headers['sec-fetch-site'] !== 'same-origin')
    throw csrfRefused(
      'Only the console’s own pages may ask for this; the browser has to send Sec-Fetch-Site.',
    );
  if (!isDownload(route) && headers['x-console'] !== '1')
    throw csrfRefused('The header x-console is missing.');
}
