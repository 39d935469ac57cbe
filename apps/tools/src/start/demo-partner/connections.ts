import { createHash, randomBytes } from 'node:crypto';

/** A registered client that the demo partner acts as. */
export interface PartnerClient {
  client_id: string;
  client_secret?: string | undefined;
  redirect_uri: string;
  what: string;
}

/** A request that was made, and its answer, for display. */
export interface PartnerExchange {
  title: string;
  why: string;
  curl: string;
  status: number;
  answer: unknown;
}

/** The result of one return from the authorization server. */
export interface Connection {
  client: string;
  /** The parameters that the browser brought. */
  brought: [name: string, value: string][];
  /** Why a real application would have refused. */
  warning?: string | undefined;
  exchanges: PartnerExchange[];
  token?: string | undefined;
}

/**
 * A request started here: the state belongs to one browser, the verifier to one code (RFC 9700 4.7, RFC
 * 7636).
 */
export interface Started {
  client: PartnerClient;
  verifier: string;
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

/** Quotes one word for a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./:@=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as a curl command. */
export function formatCurl(url: string, options: { form?: URLSearchParams; token?: string } = {}): string {
  const lines = [`curl ${quoted(url)}`];
  if (options.token !== undefined) lines.push(`-H ${quoted(`Authorization: Bearer ${options.token}`)}`);
  for (const [name, value] of options.form ?? []) {
    const isPlain = /^[\w./:@,-]*$/.test(value);
    lines.push(isPlain ? `-d ${name}=${value}` : `--data-urlencode ${quoted(`${name}=${value}`)}`);
  }
  return lines.join(' \\\n  ');
}
