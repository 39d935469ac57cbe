import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { launchKeyContext, retiredLaunchKeys, signatureKey, type SignaturePurpose } from '@app/catalogue';
import { Database } from '@app/database';
import { allKeys, LOGGER, sameBytes, Sealer, SETTINGS, type Logger } from '@app/kernel';
import { createHmac } from 'node:crypto';
import type { Settings } from '../config.js';

/** Signs URLs and packages, with a separate key for each purpose. */
@Injectable()
export class Signer implements OnModuleInit {
  /** The first key signs; the others are still accepted. */
  readonly #keys: Record<SignaturePurpose, Buffer[]>;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const keysFor = (purpose: SignaturePurpose) => allKeys(settings).map((key) => signatureKey(key, purpose));
    this.#keys = { preview: keysFor('preview'), launch: keysFor('launch') };
  }

  /**
   * Loads former keys. Packages are signed for years, so an exchange of SECRETS_KEY leaves the old key in the database.
   */
  async onModuleInit(): Promise<void> {
    const sealer = Sealer.of(this.settings);
    for (const { fingerprint, keySealed } of await retiredLaunchKeys(this.database)) {
      const key = sealer.tryOpen(keySealed, launchKeyContext(fingerprint));
      if (key === undefined) this.logger.error({ fingerprint }, 'a retired launch key cannot be opened');
      else this.#keys.launch.push(Buffer.from(key, 'base64'));
    }
  }

  sign(purpose: SignaturePurpose, text: string): string {
    return signature(this.#keys[purpose][0]!, text);
  }

  isSigned(purpose: SignaturePurpose, text: string, givenSignature: string): boolean {
    return this.#keys[purpose].some((key) =>
      sameBytes(Buffer.from(signature(key, text)), Buffer.from(givenSignature)),
    );
  }
}

const signature = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url');
