import { Inject, Injectable } from '@nestjs/common';
import { sameBytes, SETTINGS } from '@app/kernel';
import { createHmac, hkdfSync } from 'node:crypto';
import type { Settings } from '../config.js';

/** What a signature is for: a signature for one purpose is never valid for another. */
export type Purpose = 'preview' | 'launch';

/** Signs what leaves the service in URLs and packages, with a separate key for each purpose. */
@Injectable()
export class Signer {
  readonly #keys: Record<Purpose, Buffer>;

  constructor(@Inject(SETTINGS) settings: Settings) {
    const secret = Buffer.from(settings.SECRETS_KEY, 'base64');
    const keyFor = (purpose: Purpose) =>
      Buffer.from(hkdfSync('sha256', secret, '', `${purpose} signature`, 32));
    this.#keys = { preview: keyFor('preview'), launch: keyFor('launch') };
  }

  sign(purpose: Purpose, text: string): string {
    return createHmac('sha256', this.#keys[purpose]).update(text).digest('base64url');
  }

  isSigned(purpose: Purpose, text: string, signature: string): boolean {
    return sameBytes(Buffer.from(this.sign(purpose, text)), Buffer.from(signature));
  }
}
