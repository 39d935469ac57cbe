import { get as getOverHttp, type IncomingMessage } from 'node:http';
import { get as getOverHttps } from 'node:https';

/** Milliseconds within which the whole answer must arrive. */
const WAIT_TIMEOUT_MS = 6_000;
/** Maximum characters of a key set; ours has two keys of a few hundred. */
const MAX_CHARACTERS = 1_000_000;

export interface KeySetAnswer {
  status: number;
  body: string;
  etag: string | undefined;
  cacheControl: string | undefined;
}

/**
 * Fetches a key set with Node's own client. Every server requests one URL from time to time, and a more capable client
 * would stay in the memory of each.
 * @param knownEtag ETag of the known set
 * @throws Error when no complete answer arrives in time
 */
export async function fetchKeySet(url: string, knownEtag: string | undefined): Promise<KeySetAnswer> {
  const get = new URL(url).protocol === 'https:' ? getOverHttps : getOverHttp;
  const headers = {
    accept: 'application/json',
    ...(knownEtag !== undefined && { 'if-none-match': knownEtag }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, signal: AbortSignal.timeout(WAIT_TIMEOUT_MS) }, resolve).on('error', reject);
  });
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) {
    body += chunk as string;
    if (body.length > MAX_CHARACTERS) throw new Error('the key set is too long');
  }
  const { etag, 'cache-control': cacheControl } = response.headers;
  return { status: response.statusCode!, body, etag, cacheControl };
}
