import type { IncomingHttpHeaders } from 'node:http';
import { verifyWebhook, WebhookRefused } from '../../../clients/typescript/src/index.js';

/** Why a delivery is not authentic, by its `webhook-signature` (Standard Webhooks); undefined for one that is. */
export function findForgery(headers: IncomingHttpHeaders, body: string, secret: string): string | undefined {
  try {
    verifyWebhook(secret, { headers, body });
    return undefined;
  } catch (error) {
    if (error instanceof WebhookRefused) return error.message;
    throw error;
  }
}

/** Whether a delivery was signed with this secret over this body, within the last minute. */
export const isAuthentic = (headers: IncomingHttpHeaders, body: string, secret: string): boolean =>
  findForgery(headers, body, secret) === undefined;
