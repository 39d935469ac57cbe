import { Client } from '@opensearch-project/opensearch';
import { ConfigError } from '@app/kernel';
import type { OpenSearchConnection } from '@app/catalogue';

/**
 * A client that fails soon: it neither retries nor asks the cluster for its nodes, since Postgres can answer instead.
 * @param timeoutMs milliseconds that a request may take
 * @throws ConfigError when no node is named, or a password without a user
 */
export function createOpenSearchClient(settings: OpenSearchConnection, timeoutMs: number): Client {
  const { OPENSEARCH_URLS: nodes, OPENSEARCH_USERNAME: username, OPENSEARCH_PASSWORD: password } = settings;
  if (nodes.length === 0) throw new ConfigError('OPENSEARCH_URLS is missing: SEARCH_ENGINE is opensearch.');
  if ((username === undefined) !== (password === undefined))
    throw new ConfigError('OPENSEARCH_USERNAME and OPENSEARCH_PASSWORD belong together.');
  return new Client({
    nodes,
    requestTimeout: timeoutMs,
    maxRetries: 0,
    ...(username !== undefined && password !== undefined ? { auth: { username, password } } : {}),
    ...(settings.OPENSEARCH_CA === undefined ? {} : { ssl: { ca: settings.OPENSEARCH_CA } }),
  });
}
