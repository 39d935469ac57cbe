import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';
import { ifMatch, withEtag } from '../../api/conditional.js';

export type KeyDefinition = components['schemas']['ConfigurationDefinition'];
export type PortalConfiguration = components['schemas']['Configuration'];
export type KeyValue = PortalConfiguration[string];

const configurationQuery = queryOptions({
  queryKey: ['Configuration_get'],
  queryFn: () => withEtag(api.GET('/v2/configuration')),
});

/** The values that are set for the portal. */
export const useConfiguration = () => useQuery({ ...configurationQuery, select: ({ data }) => data });

/** The keys that the service reads, which are the same for every portal. */
export const useKeyDefinitions = () =>
  useQuery({
    queryKey: ['Configuration_definitions'],
    queryFn: async () => (await api.GET('/v2/configuration/definitions')).data!,
    staleTime: Infinity,
  });

/** A value as JSON, so that texts and numbers differ; empty for a key that is not set. */
export const showValue = (pairs: PortalConfiguration, key: string): string =>
  Object.hasOwn(pairs, key) ? JSON.stringify(pairs[key]) : '';

/** Functions that read a key before a change and send the change, without changing other keys. */
export function useKeyChange(key: string) {
  const queries = useQueryClient();
  return {
    toValues: (pairs: PortalConfiguration) => ({ value: showValue(pairs, key) }),
    read: () => queries.fetchQuery({ ...configurationQuery, staleTime: 0 }),
    send: async (value: KeyValue, etag: string | undefined): Promise<PortalConfiguration> => {
      const params = { header: ifMatch(etag) };
      const saved = await withEtag(api.PUT('/v2/configuration', { body: { [key]: value }, params }));
      queries.setQueryData(configurationQuery.queryKey, saved);
      return saved.data;
    },
  };
}
