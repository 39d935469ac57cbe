import { maxEntries } from '@app/kernel';
import { LRUCache } from 'lru-cache';
import { Agent, buildConnector, Dispatcher, Pool, ProxyAgent } from 'undici';
import {
  checkDestinationUrl,
  createCheckedConnector,
  DestinationPolicy,
  DestinationRefused,
  Resolve,
} from '@app/destinations';
import { DELIVERY_LIMITS, DeliveryAnswer, DeliveryLimits } from './delivery-answer.js';
import { connectionError } from './delivery-errors.js';
import { Exchange } from './exchange.js';
import { withoutContinue } from './interim-answers.js';

export interface DeliveryRequest {
  url: string;
  headers: Record<string, string>;
  body: Uint8Array;
  /** Called before the request is written; false cancels the attempt. */
  mayWrite?: () => boolean;
}

export interface DeliveryClientOptions {
  policy: DestinationPolicy;
  limits?: Partial<DeliveryLimits>;
  /** A proxy resolves names, so it has to filter addresses itself. */
  egressProxy?: string | undefined;
  resolve?: Resolve;
  tls?: { ca: string };
}

/** Connections to one receiver behind the proxy. */
const throughProxy = (origin: URL, options: object): Dispatcher => {
  const { connect } = options as { connect: buildConnector.connector };
  return new Pool(origin, { ...options, connect: withoutContinue(connect) });
};

const KEEP_ALIVE_MS = 30_000;
const JUDGED = 10_000;

/** Posts deliveries (contract 5.8): never follows a redirect, never uses a proxy from the environment, never throws. */
export class DeliveryClient {
  readonly #limits: DeliveryLimits;
  readonly #policy: DestinationPolicy;
  readonly #dispatcher: Dispatcher;
  /** The rules never change while a process runs. */
  readonly #judged = new LRUCache<string, { origin: string; path: string }>(maxEntries(JUDGED));

  constructor({ policy, limits, egressProxy, resolve, tls }: DeliveryClientOptions) {
    this.#limits = { ...DELIVERY_LIMITS, ...limits };
    this.#policy = policy;
    const common = {
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: this.#limits.headerBytes,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      // undici's own timers measure idleness, which a trickling answer never reaches: ours is the limit.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.#dispatcher = egressProxy
      ? new ProxyAgent({
          ...common,
          uri: egressProxy,
          factory: throughProxy,
          ...(tls && { requestTls: tls }),
        })
      : new Agent({
          ...common,
          connect: withoutContinue(
            createCheckedConnector({
              policy,
              open: buildConnector,
              timeoutMs: this.#limits.connectMs,
              ...(resolve && { resolve }),
              ...(tls && { tls }),
            }),
          ),
        });
  }

  /** One attempt. The URL is checked again, because the rules may have changed since it was stored. */
  post({ url, headers, body, mayWrite }: DeliveryRequest): Promise<DeliveryAnswer> {
    const exchange = new Exchange(url, this.#limits, mayWrite);
    try {
      this.#dispatcher.dispatch(
        {
          ...this.#judge(url),
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        },
        exchange,
      );
    } catch (error) {
      exchange.fail(error instanceof DestinationRefused ? 'address_refused' : connectionError(error));
    }
    return exchange.answer;
  }

  #judge(url: string): { origin: string; path: string } {
    const judgement = this.#judged.get(url);
    if (judgement) return judgement;
    const { origin, pathname, search } = checkDestinationUrl(url, this.#policy);
    const destination = { origin, path: pathname + search };
    this.#judged.set(url, destination);
    return destination;
  }

  /** Ends idle and running connections. */
  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}
