import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { HookReceiver } from '../../load/hook-receiver.js';
import type { BenchPortal, LoadOptions } from './load-options.js';

/** Milliseconds between an answer and the next request of its kind. */
const PAUSE_MS = 25;
/** Milliseconds after which an answer or a webhook counts as missing. */
const WAIT_TIMEOUT_MS = 30_000;

export const requestKinds = ['GET /v2/me', 'a search', 'POST /v2/users', 'client_credentials'] as const;
export const WEBHOOK = 'change to webhook';
export const kinds = [...requestKinds, WEBHOOK] as const;
export type NeighbourKind = (typeof kinds)[number];

/** Milliseconds of each request, by kind; what was refused or never came counts as {@link WAIT_TIMEOUT_MS}. */
export type Times = Record<NeighbourKind, number[]>;

export interface Measurements {
  times: Times;
  /** The number of each failure, such as `a search: 503`. */
  failures: Record<string, number>;
}

/** An ordinary portal, whose latency is measured under the load of others. */
export class Neighbour {
  readonly #agent = new Agent({ headersTimeout: WAIT_TIMEOUT_MS, bodyTimeout: WAIT_TIMEOUT_MS });
  /** Changes whose webhook is awaited. */
  readonly #changes = new Set<Promise<void>>();
  #people = 0;

  constructor(
    private readonly connection: Pick<LoadOptions, 'auth' | 'api'> & Pick<BenchPortal, 'client' | 'token'>,
    private readonly receiver: HookReceiver,
  ) {}

  /** Repeats each kind of request, at least once. The times of webhooks are complete after {@link waitForWebhooks}. */
  async measure(seconds: number): Promise<Measurements> {
    const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]])) as unknown as Times;
    const measurements: Measurements = { times, failures: {} };
    const endsAt = performance.now() + seconds * 1_000;
    await Promise.all(
      requestKinds.map(async (kind) => {
        do {
          await this.#measureRequest(kind, measurements);
          await pause(PAUSE_MS);
        } while (performance.now() < endsAt);
      }),
    );
    return measurements;
  }

  async waitForWebhooks(): Promise<void> {
    await Promise.all(this.#changes);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #measureRequest(kind: (typeof requestKinds)[number], measurements: Measurements): Promise<void> {
    const begin = performance.now();
    const { status, text } = await this.#send(kind);
    const isGood = status >= 200 && status < 300;
    if (!isGood) countFailure(measurements, `${kind}: ${status || 'no answer'}`);
    measurements.times[kind].push(isGood ? performance.now() - begin : WAIT_TIMEOUT_MS);
    if (kind !== 'POST /v2/users') return;
    if (!isGood) return void measurements.times[WEBHOOK].push(WAIT_TIMEOUT_MS);
    const { id } = JSON.parse(text) as { id: number };
    const change = this.#await(id, begin, measurements).finally(() => this.#changes.delete(change));
    this.#changes.add(change);
  }

  async #await(id: number, begin: number, measurements: Measurements): Promise<void> {
    const waiting = new AbortController();
    const missing = pause(WAIT_TIMEOUT_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    const arrivedAt = await Promise.race([this.receiver.arrival(id), missing]);
    waiting.abort();
    if (arrivedAt === undefined) countFailure(measurements, WEBHOOK);
    measurements.times[WEBHOOK].push(arrivedAt === undefined ? WAIT_TIMEOUT_MS : arrivedAt - begin);
  }

  /** @returns status 0 when there was no answer */
  async #send(kind: (typeof requestKinds)[number]): Promise<{ status: number; text: string }> {
    const { url, ...init } = this.#createRequest(kind);
    try {
      const { statusCode, body } = await request(url, { dispatcher: this.#agent, ...init });
      return { status: statusCode, text: await body.text() };
    } catch {
      return { status: 0, text: '' };
    }
  }

  #createRequest(kind: (typeof requestKinds)[number]) {
    const { auth, api, client, token } = this.connection;
    const authorization = `Bearer ${token}`;
    switch (kind) {
      case 'GET /v2/me':
        return { url: `${api}/v2/me`, headers: { authorization } };
      case 'a search':
        return { url: `${api}/v2/learning-objects?premium=true&keyword=team`, headers: { authorization } };
      case 'POST /v2/users': {
        const email = `new-${process.pid}-${(this.#people += 1)}@neighbour.example`;
        return {
          url: `${api}/v2/users`,
          method: 'POST' as const,
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ email, first_name: 'Ana', last_name: 'Silva', send_login_email: false }),
        };
      }
      case 'client_credentials': {
        return {
          url: `${auth}/oauth/token`,
          method: 'POST' as const,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ grant_type: 'client_credentials', ...client }).toString(),
        };
      }
    }
  }
}

function countFailure({ failures }: Measurements, what: string): void {
  failures[what] = (failures[what] ?? 0) + 1;
}
