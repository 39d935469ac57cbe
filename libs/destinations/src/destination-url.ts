import { isIP } from 'node:net';
import { DestinationPolicy } from './policy.js';

/** Why a URL is not allowed as a destination; `message` is for the partner and never repeats the URL. */
export class DestinationRefused extends Error {
  override readonly name = 'DestinationRefused';
}

const MAX_LENGTH = 2048;
const MIN_UNPRIVILEGED_PORT = 1024;
const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** Ports of services that would act on a request that only looks like HTTP. */
const refusedPorts = new Set([
  2049, 2375, 2376, 3306, 5432, 5672, 6379, 6443, 9092, 9200, 10250, 11211, 27017,
]);

const REFUSED_NAMES = ['localhost', 'metadata.goog'];
const REFUSED_SUFFIXES = [
  '.localhost',
  '.local',
  '.internal',
  '.svc',
  '.cluster.local',
  '.home.arpa',
  '.onion',
];

/**
 * Parses `raw` once and checks everything that can be checked without DNS.
 * @returns the parsed URL; store and send its `href`, never `raw`
 * @throws DestinationRefused
 */
export function checkDestinationUrl(raw: string, policy: DestinationPolicy): URL {
  assertPlainText(raw);
  const url = parse(raw);
  assertNoHiddenParts(url);
  const host = normalizeHost(url);
  if (policy.allowedHosts.has(host)) return url;
  assertPort(url);
  if (isIP(host)) assertPublicLiteral(host, policy);
  else assertPublicName(host, policy);
  return url;
}

/** The host without brackets and without the one trailing dot of an absolute name. */
export function normalizeHost(url: URL): string {
  return bareHost(url.hostname);
}

export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

function assertPlainText(raw: string): void {
  if (raw.length > MAX_LENGTH) throw new DestinationRefused(`must be at most ${MAX_LENGTH} characters`);
  // Parsers disagree about these: one drops them, another ends the host there.
  if (/[\u0000-\u001f\u007f-\u009f\s\\]/u.test(raw)) {
    throw new DestinationRefused('must not contain whitespace, control characters or backslashes');
  }
}

function parse(raw: string): URL {
  const url = URL.parse(raw);
  if (url === null) throw new DestinationRefused('must be an absolute http or https URL');
  return url;
}

function assertNoHiddenParts(url: URL): void {
  if (!(url.protocol in DEFAULT_PORTS)) throw new DestinationRefused('must be an http or https URL');
  if (url.username !== '' || url.password !== '')
    throw new DestinationRefused('must not contain credentials');
  if (url.href.includes('#')) throw new DestinationRefused('must not contain a fragment');
  if (url.href.length > MAX_LENGTH) throw new DestinationRefused(`must be at most ${MAX_LENGTH} characters`);
}

function assertPort(url: URL): void {
  if (url.port === '') return;
  const port = Number(url.port);
  const allowed = Object.values(DEFAULT_PORTS).includes(port) || port >= MIN_UNPRIVILEGED_PORT;
  if (!allowed || refusedPorts.has(port)) throw new DestinationRefused('must not use this port');
}

function assertPublicLiteral(host: string, policy: DestinationPolicy): void {
  if (!policy.isPublicAddress(host)) throw new DestinationRefused('must be reachable on the public internet');
}

function assertPublicName(host: string, policy: DestinationPolicy): void {
  const refused =
    !host.includes('.') ||
    REFUSED_NAMES.includes(host) ||
    REFUSED_SUFFIXES.some((suffix) => host.endsWith(suffix)) ||
    policy.ownDomains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  if (refused) throw new DestinationRefused('must be reachable on the public internet');
}
