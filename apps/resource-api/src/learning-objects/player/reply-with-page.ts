import type { ShownBrand } from '@app/branding';
import type { Language } from '@app/texts';
import type { FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { OpenedPage } from './opened.js';
import type { Part } from './parts.js';
import { playerPage, playerPolicy, refusalPage } from './player-page.js';

/** Sends a player page that any partner may frame and that has no origin. */
export function replyWithPlayer(
  reply: FastifyReply,
  page: OpenedPage,
  parts: ReadonlyMap<number, Part>,
  brand: ShownBrand | undefined,
): void {
  const nonce = randomBytes(16).toString('base64url');
  send(reply, 200, playerPolicy(page.items, parts, nonce), playerPage(page, parts, nonce, brand));
}

/** Sends a page that explains why there is no content. */
export function replyWithRefusal(
  reply: FastifyReply,
  status: number,
  language: Language,
  words: { title: string; text: string },
  brand: ShownBrand | undefined,
): void {
  send(reply, status, playerPolicy([], new Map(), 'none'), refusalPage(language, words, brand));
}

function send(reply: FastifyReply, status: number, policy: string, page: string): void {
  void reply
    .status(status)
    .removeHeader('x-frame-options')
    .headers({
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    .send(page);
}
