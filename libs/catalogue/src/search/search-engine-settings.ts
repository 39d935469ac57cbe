import { setting } from '@app/kernel';
import { z } from 'zod';

/** Settings of the search engine, for every app that searches or indexes. */
export const searchEngineSettings = {
  SEARCH_ENGINE: z
    .enum(['postgres', 'opensearch'])
    .default('postgres')
    .describe(
      'The engine of catalogue searches; while OpenSearch is unavailable or behind, Postgres answers.',
    ),
  OPENSEARCH_URLS: setting.list
    .pipe(z.array(z.url({ protocol: /^https?$/ })))
    .default([])
    .describe('Nodes of the OpenSearch cluster, comma-separated, such as https://search-1:9200.'),
  OPENSEARCH_USERNAME: z.string().optional().describe('User name at OpenSearch.'),
  OPENSEARCH_PASSWORD: z.string().optional().describe('The password of that user.').meta({ secret: true }),
  OPENSEARCH_CA: z
    .string()
    .optional()
    .describe('Certificate authority of the cluster, in PEM; by default those that Node.js trusts.'),
  OPENSEARCH_INDEX: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,62}$/, 'must be up to 63 small letters, digits, - and _')
    .default('learning-objects')
    .describe('Name of the alias; the indexes behind it begin with it.'),
};

const schema = z.object(searchEngineSettings);
export type SearchEngineSettings = z.output<typeof schema>;

/** The settings that a client of OpenSearch is made from. */
export type OpenSearchConnection = Pick<
  SearchEngineSettings,
  'OPENSEARCH_URLS' | 'OPENSEARCH_USERNAME' | 'OPENSEARCH_PASSWORD' | 'OPENSEARCH_CA'
>;
