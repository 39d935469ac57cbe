import { Inject, Injectable } from '@nestjs/common';
import { allKeys, sameBytes, SETTINGS } from '@app/kernel';
import { createHmac } from 'node:crypto';
import type { Settings } from '../../config.js';

/**
 * The `sid` of ID tokens: what stands for a session towards one client. Two clients cannot compare theirs, and
 * none learns the session's id (OpenID Connect Front-Channel Logout 3; decision oauth 3.1).
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

  /** Whether `sid` stands for this session towards this client, be it made with another of the keys. */
  matches(sid: string, sessionId: string, clientId: string): boolean {
    const bytes = Buffer.from(sid, 'base64url');
    return this.#keys.some((key) => sameBytes(bytes, mac(key, sessionId, clientId)));
  }
}

/** A session's id has no blank. */
const mac = (key: Buffer, sessionId: string, clientId: string): Buffer =>
  createHmac('sha256', key).update(`${sessionId} ${clientId}`).digest();
