import { Inject, Injectable } from '@nestjs/common';
import { allKeys, sameBytes, SETTINGS } from '@app/kernel';
import { createHmac } from 'node:crypto';
import type { Settings } from '../../config.js';

/**
 * Derives the `sid` of ID tokens from session and client, so that clients can neither correlate users nor learn the
 * session id (OpenID Connect Front-Channel Logout 3; decision oauth 3.1).
 */
@Injectable()
export class OpenidSids {
  readonly #keys: readonly Buffer[];

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.#keys = allKeys(settings).map((key) =>
      createHmac('sha256', key).update('sid of ID tokens').digest(),
    );
  }

  create(sessionId: string, clientId: string): string {
    return mac(this.#keys[0]!, sessionId, clientId).toString('base64url');
  }

  /** Accepts any configured key, so a `sid` survives key rotation. */
  matches(sid: string, sessionId: string, clientId: string): boolean {
    const bytes = Buffer.from(sid, 'base64url');
    return this.#keys.some((key) => sameBytes(bytes, mac(key, sessionId, clientId)));
  }
}

/** Ids of sessions contain no blank, so the input is unambiguous. */
const mac = (key: Buffer, sessionId: string, clientId: string): Buffer =>
  createHmac('sha256', key).update(`${sessionId} ${clientId}`).digest();
