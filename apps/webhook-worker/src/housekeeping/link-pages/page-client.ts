import type { PageFacts } from '@app/catalogue';
import {
  AddressRefused,
  checkDestinationUrl,
  createCheckedConnector,
  DestinationRefused,
  type DestinationPolicy,
  type Resolve,
} from '@app/destinations';
import { Agent, buildConnector, ProxyAgent, request, type Dispatcher } from 'undici';
import { pageFacts } from './page-facts.js';

const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 3;

export interface PageClientOptions {
  policy: DestinationPolicy;
  /** Milliseconds for a page, with its redirects. */
  timeLimitMs: number;
  /** A proxy resolves names, so it has to filter addresses itself. */
  egressProxy?: string | undefined;
  resolve?: Resolve;
}

/** The page must not be requested, because of the address rules or because it is not a page. */
export class PageRefused extends Error {}

/** Reads pages named by partners, under the rules for webhooks: each hop and each address is checked. */
export class PageClient {
  readonly #dispatcher: Dispatcher;

  constructor(private readonly options: PageClientOptions) {
    const { policy, egressProxy, resolve } = options;
    this.#dispatcher = egressProxy
      ? new ProxyAgent({ uri: egressProxy, allowH2: false })
      : new Agent({
          allowH2: false,
          connect: createCheckedConnector({ policy, open: buildConnector, ...(resolve && { resolve }) }),
        });
  }

  /** @throws PageRefused when a retry is pointless; any other error when it may help */
  async read(address: string): Promise<PageFacts> {
    const signal = AbortSignal.timeout(this.options.timeLimitMs);
    try {
      const { html, finalUrl } = await this.#follow(address, signal);
      const { title, image } = pageFacts(html, finalUrl);
      return { title, image: this.#isAllowed(image) ? image : undefined };
    } catch (error) {
      throw isRefusal(error) ? new PageRefused() : error;
    }
  }

  async #follow(address: string, signal: AbortSignal): Promise<{ html: string; finalUrl: string }> {
    let finalUrl = checkDestinationUrl(address, this.options.policy);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const { statusCode, headers, body } = await request(finalUrl, {
        dispatcher: this.#dispatcher,
        signal,
        headers: { accept: 'text/html', 'user-agent': 'learning-platform-service' },
      });
      // the unfinished body is aborted, which undici reports as an error
      body.on('error', () => undefined);
      const location = headers['location'];
      if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
        body.destroy();
        finalUrl = checkDestinationUrl(new URL(location, finalUrl).href, this.options.policy);
        continue;
      }
      const type = String(headers['content-type'] ?? '');
      if (statusCode >= 500 || statusCode === 429) {
        body.destroy();
        throw new Error(`answered ${statusCode}`);
      }
      if (statusCode !== 200 || !/^(text\/html|application\/xhtml\+xml)\b/i.test(type)) {
        body.destroy();
        throw new PageRefused();
      }
      return { html: await read(body, type), finalUrl: finalUrl.href };
    }
    throw new PageRefused();
  }

  #isAllowed(image: string | undefined): boolean {
    if (image === undefined) return false;
    try {
      checkDestinationUrl(image, this.options.policy);
      return true;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

const isRefusal = (error: unknown): boolean =>
  [error, (error as { cause?: unknown }).cause].some(
    (one) => one instanceof DestinationRefused || one instanceof AddressRefused || one instanceof PageRefused,
  );

/** The beginning of the page, where its metadata is. */
async function read(body: Dispatcher.ResponseData['body'], type: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_BYTES) break;
  }
  return decoder(/charset=["']?([\w-]+)/i.exec(type)?.[1]).decode(
    Buffer.concat(chunks).subarray(0, MAX_BYTES),
  );
}

function decoder(charset = 'utf-8') {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
