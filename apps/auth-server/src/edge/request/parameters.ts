import { prototypeNames } from '@app/http';
import { nameParts, percentDecoded } from '@app/kernel';
import type { FastifyRequest } from 'fastify';
import { InvalidRequest } from '../errors/index.js';

/** Parameters of an OAuth request: each name once, each value a clean text. */
export type Parameters = ReadonlyMap<string, string>;

/** The value is undefined when it cannot be decoded; then the name is not decoded either. */
type DecodedPair = [name: string, value: string | undefined];

/** Name and value pairs of an urlencoded text, in order. */
export function* decodedPairs(text: string): Generator<DecodedPair> {
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equalsAt = pair.indexOf('=');
    const [name, value] = equalsAt < 0 ? [pair, ''] : [pair.slice(0, equalsAt), pair.slice(equalsAt + 1)];
    const [decodedName, decodedValue] = [decode(name), decode(value)];
    yield decodedName === undefined ? [name, undefined] : [decodedName, decodedValue];
  }
}

const decode = (text: string): string | undefined => percentDecoded(text.replaceAll('+', ' '));

/**
 * The same, but requires UTF-8.
 * @throws InvalidRequest
 */
export function* strictPairs(text: string): Generator<[name: string, value: string]> {
  for (const [name, value] of decodedPairs(text)) {
    if (value === undefined)
      throw new InvalidRequest('The request contains invalid percent-encoding or is not UTF-8.');
    yield [name, value];
  }
}

/** Maximum number of pairs in a form; our own forms have a dozen. */
const MAX_PAIRS = 1_000;

/**
 * A form body, with its names unchanged; the values of a repeated name are a list, so that the repetition can be
 * refused.
 * @throws InvalidRequest when there are more than 1,000 pairs
 */
export function oauthForm(pairs: Iterable<readonly [name: string, value: string]>): Record<string, unknown> {
  const valuesOf = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of pairs) {
    if ((count += 1) > MAX_PAIRS) throw new InvalidRequest(`The body has more than ${MAX_PAIRS} parameters.`);
    if (prototypeNames.has(name)) continue;
    const values = valuesOf.get(name);
    if (values) values.push(value);
    else valuesOf.set(name, [value]);
  }
  return Object.fromEntries(
    [...valuesOf].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

const isClean = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/**
 * Reads known parameters from name and value pairs; unknown names are ignored (RFC 6749 3.2).
 * @param emptyIsAbsent whether an empty value counts as not sent: in forms and queries, but not in JSON, which has null
 * @throws InvalidRequest when a known one is repeated or contains NUL or broken characters
 */
export function readParameters(
  pairs: Iterable<readonly [string, unknown]>,
  names: ReadonlySet<string>,
  emptyIsAbsent: boolean,
): Parameters {
  const parameters = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, value] of pairs) {
    const plain = name.replace(/\[\d*\]$/, '');
    if (!names.has(plain)) continue;
    if (plain !== name || seen.has(plain) || Array.isArray(value)) {
      throw new InvalidRequest(`The parameter ${plain} must be sent once, as text.`);
    }
    seen.add(plain);
    if (value === null) continue; // typed clients send null for unset fields
    if (typeof value !== 'string') throw new InvalidRequest(`The parameter ${plain} must be text.`);
    if (!isClean(value))
      throw new InvalidRequest(`The parameter ${plain} contains characters that are not allowed.`);
    if (value !== '' || !emptyIsAbsent) parameters.set(plain, value);
  }
  return parameters;
}

/**
 * The known parameters of a query.
 * @throws InvalidRequest when it is not UTF-8, or {@link readParameters} refuses it
 */
export function queryParameters(
  { url }: Pick<FastifyRequest, 'url'>,
  names: ReadonlySet<string>,
): Parameters {
  const queryAt = url.indexOf('?');
  return readParameters(queryAt < 0 ? [] : strictPairs(url.slice(queryAt + 1)), names, true);
}

/**
 * The known parameters of a body in any of the three types.
 * @throws InvalidRequest when it is not an object, or {@link readParameters} refuses it
 */
export function bodyParameters(
  request: Pick<FastifyRequest, 'body' | 'headers'>,
  names: ReadonlySet<string>,
): Parameters {
  const { body } = request;
  if (body === undefined) return new Map();
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new InvalidRequest('The body must be an object.');
  }
  const type = request.headers['content-type'] ?? '';
  const isJson = /^application\/([\w.+-]+\+)?json/i.test(type);
  return readParameters(Object.entries(body), names, !isJson);
}

/**
 * Whether the URL contains one of these parameters, in any encoding: secrets must not be in a query (RFC 6749 2.3.1).
 */
export function hasQueryParameter(request: Pick<FastifyRequest, 'url'>, names: readonly string[]): boolean {
  const queryAt = request.url.indexOf('?');
  if (queryAt < 0) return false;
  const queryNames = new Set(
    request.url
      .slice(queryAt + 1)
      .split('&')
      .flatMap(nameParts),
  );
  return names.some((name) => queryNames.has(name));
}

/** All Authorization headers of the request, of which Node itself keeps only the first. */
export function authorizationHeaders(request: Pick<FastifyRequest, 'raw'>): string[] {
  const { rawHeaders } = request.raw;
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'authorization',
  );
}
