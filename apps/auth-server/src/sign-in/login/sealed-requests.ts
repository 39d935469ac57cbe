import { Inject, Injectable } from '@nestjs/common';
import { allKeys, Sealer, SETTINGS } from '@app/kernel';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Settings } from '../../config.js';
import type { LoginRequest } from './login-request.js';

/** A request before the sign-in: it exists only in the form of the login page. */
export interface SealedRequest<T extends LoginRequest = LoginRequest> {
  /** The id under which it is stored after a sign-in; no browser sees it before. */
  transactionId: string;
  expiresAt: Date;
  request: T;
  accountId: null;
}

const Envelope = z.object({ transactionId: z.string(), expiresAt: z.number(), request: z.unknown() });

/**
 * Seals requests for the browser that sent them, so that requests without a login take no space on the server. The
 * login page carries the request in a hidden field, because it is too large for a cookie.
 */
@Injectable()
export class SealedRequests {
  readonly #sealer: Sealer;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.#sealer = new Sealer(
      allKeys(settings).map((key) => createHmac('sha256', key).update('authorization requests').digest()),
    );
  }

  seal({ transactionId, expiresAt, request }: SealedRequest, browserId: string): string {
    const plain = JSON.stringify({ transactionId, expiresAt: expiresAt.getTime(), request });
    return this.#sealer.seal(plain, browserId).toString('base64url');
  }

  /** @returns undefined unless this server sealed it for this browser */
  open(sealed: string, browserId: string): SealedRequest | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.toString('base64url') !== sealed) return undefined; // rejects alternative encodings of the same request
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
