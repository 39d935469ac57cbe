/** A public key that verifies access tokens. */
export interface VerificationKey {
  kid: string;
  alg: string;
  /** SPKI. */
  pem: string;
}

/** The source of verification keys: the published key set, or the server's own. */
export interface KeySource {
  /** Whether there are keys to verify with, as recent as this source requires. */
  readonly isLoaded: boolean;
  find(kid: string): Promise<VerificationKey | undefined>;
  refresh(): Promise<void>;
}

export const KEY_SOURCE = Symbol('KeySource');
