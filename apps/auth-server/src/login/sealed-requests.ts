import { Inject, Injectable } from '@nestjs/common';
import { Sealer, SETTINGS } from '@app/kernel';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Settings } from '../config.js';
import type { LoginRequest } from './login-request.js';

/** A request of somebody who has not signed in: it stands in the form of the login page, and nowhere else. */
export interface UnkeptRequest<T extends LoginRequest = LoginRequest> {
  /** The id under which it is kept once somebody signs in; no browser sees it before. */
  transactionId: string;
  expiresAt: Date;
  request: T;
  accountId: null;
}

const Envelope = z.object({ transactionId: z.string(), expiresAt: z.number(), request: z.unknown() });

/**
 * Requests sealed for the one browser that they came from, so that those of strangers take no room on the server: the
 * login page carries its own in a hidden field (a cookie would be too small for it).
 */
@Injectable()
export class SealedRequests {
  readonly #sealer: Sealer;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const key = createHmac('sha256', Buffer.from(settings.SECRETS_KEY, 'base64'))
      .update('authorization requests')
      .digest('base64');
    this.#sealer = new Sealer(key);
  }

  seal({ transactionId, expiresAt, request }: UnkeptRequest, browserId: string): string {
    const plain = JSON.stringify({ transactionId, expiresAt: expiresAt.getTime(), request });
    return this.#sealer.seal(plain, browserId).toString('base64url');
  }

  /** @returns undefined for what was not sealed by us for this browser. */
  open(sealed: string, browserId: string): UnkeptRequest | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.toString('base64url') !== sealed) return undefined; // one request has one spelling
    try {
      const plain = this.#sealer.open(bytes, browserId);
      const { transactionId, expiresAt, request } = Envelope.parse(JSON.parse(plain));
      return {
        transactionId,
        expiresAt: new Date(expiresAt),
        request: request as LoginRequest,
        accountId: null,
      };
    } catch {
      return undefined;
    }
  }
}
