import { createHash, randomBytes } from 'node:crypto';
import type { HttpExchange } from './exchange.js';
import type { FlowId } from './flows.js';

/** A registered client that the demo partner acts as. */
export interface PartnerClient {
  client_id: string;
  client_secret?: string | undefined;
  /** Absent for a client to which no browser returns. */
  redirect_uri?: string | undefined;
  what: string;
}

/** One attempt at a flow, and all that has happened in it. */
export interface FlowRun {
  flow: FlowId;
  client: PartnerClient;
  /** How many steps of the drawing have happened. */
  done: number;
  /** Where the browser has been sent, or is to be sent. */
  authorize?: string | undefined;
  /** The secret behind the code_challenge (RFC 7636). */
  verifier: string;
  /** The parameters that the browser brought. */
  brought: [name: string, value: string][];
  exchanges: HttpExchange[];
  /** Why it has ended before its last step. */
  refusal?: string | undefined;
}

const MAX_KEPT = 50;

/** A map that drops its oldest entries. */
export class Recent<V> {
  readonly #entries = new Map<string, V>();

  /** @returns the key: 128 random bits */
  add(value: V): string {
    const key = randomBytes(16).toString('base64url');
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_KEPT && oldest !== undefined) this.#entries.delete(oldest);
    return key;
  }

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  /** Returns a value once. */
  remove(key: string): V | undefined {
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    return value;
  }
}

export const newVerifier = (): string => randomBytes(32).toString('base64url');
export const createChallenge = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url');
