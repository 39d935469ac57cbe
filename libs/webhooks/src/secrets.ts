import { webhookSecretContext } from '@app/contracts';
import { Sealer, type SecretsKeys } from '@app/kernel';
import { randomBytes } from 'node:crypto';

/** A new secret in the Standard Webhooks format; the key is its 32 random bytes. */
export const generateWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Standard Webhooks, "Signature scheme": `whsec_` + base64 means the decoded bytes. */
export function parseSigningKey(secret: string): Buffer {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(
    secret,
  )?.[1];
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
}

/** Seals and opens webhook secrets, each bound to its own webhook. */
export class WebhookSecrets {
  readonly #sealer: Sealer;

  /** @throws RangeError if a key has another length than 32 bytes */
  constructor(keys: SecretsKeys) {
    this.#sealer = Sealer.of(keys);
  }

  seal(webhookId: number, secret: string): Buffer {
    return this.#sealer.seal(secret, webhookSecretContext(webhookId));
  }

  /** Undefined if it was altered, or sealed with a different key or for a different webhook. */
  open(webhookId: number, sealed: Buffer): string | undefined {
    return this.#sealer.tryOpen(sealed, webhookSecretContext(webhookId));
  }
}
