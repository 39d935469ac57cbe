import { Client, errors } from '@opensearch-project/opensearch';
import { ConfigError } from '@app/kernel';
import type { OpenSearchConnection } from '@app/catalogue';

/**
 * A client that fails fast: it neither retries nor discovers the cluster's nodes, because Postgres can answer instead.
 * @param timeoutMs milliseconds that a request may take
 * @throws ConfigError when no node is named, or a password without a user
 */
export function createOpenSearchClient(settings: OpenSearchConnection, timeoutMs: number): Client {
  const { OPENSEARCH_URLS: nodes, OPENSEARCH_USERNAME: username, OPENSEARCH_PASSWORD: password } = settings;
  if (nodes.length === 0) throw new ConfigError('OPENSEARCH_URLS is missing: SEARCH_ENGINE is opensearch.');
  if ((username === undefined) !== (password === undefined))
    throw new ConfigError('OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD belong together.');
  const client = new Client({
    nodes,
    requestTimeout: timeoutMs,
    maxRetries: 0,
    ...(username !== undefined && password !== undefined ? { auth: { username, password } } : {}),
    ...(settings.OPENSEARCH_CA === undefined ? {} : { ssl: { ca: settings.OPENSEARCH_CA } }),
  });
  client.on('response', (error, { meta }) => {
    // null is possible, although the client's types do not say so
    if (error as Error | null) error.message = explained(error, meta.connection?.url);
  });
  return client;
}

/** The client's message, with the name of the setting to check if the message does not say it. */
function explained(error: Error, url: URL | undefined): string {
  const { message } = error;
  if (error instanceof errors.ResponseError && error.statusCode === 401)
    return 'OpenSearch does not know OPENSEARCH_USERNAME with this OPENSEARCH_PASSWORD (401)';
  if (!(error instanceof errors.ConnectionError)) return message;
  if (/altnames/.test(message))
    return `OPENSEARCH_URLS names a host that its certificate does not: ${message}`;
  if (/certificate|signature/.test(message))
    return `OPENSEARCH_CA has not signed its certificate: ${message}`;
  return message === 'socket hang up' && url?.protocol === 'http:'
    ? `${message} (OPENSEARCH_URLS says http: is it https?)`
    : message;
}
