import { webhookSecretContext } from '@app/contracts';
import { Sealer } from '@app/kernel';
import { randomBytes } from 'node:crypto';

/** A new secret in the form of Standard Webhooks; the key is its 32 random bytes. */
export const generateWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Standard Webhooks, "Signature scheme": `whsec_` + base64 means the decoded bytes. */
export function signingKeyOf(secret: string): Buffer {
  const encoded = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(
    secret,
  )?.[1];
  return encoded === undefined ? Buffer.from(secret) : Buffer.from(encoded, 'base64');
}

/** Seals and opens the secrets of webhooks, each for its own webhook alone. */
export class WebhookSecrets {
  readonly #sealer: Sealer;

  /** @param key SECRETS_KEY: 32 bytes in base64. @throws RangeError when it is of another length */
  constructor(key: string) {
    this.#sealer = new Sealer(key);
  }

  seal(webhookId: number, secret: string): Buffer {
    return this.#sealer.seal(secret, webhookSecretContext(webhookId));
  }

  /** Undefined if it was altered, or sealed with a different key or for a different webhook. */
  open(webhookId: number, sealed: Buffer): string | undefined {
    return this.#sealer.tryOpen(sealed, webhookSecretContext(webhookId));
  }
}
