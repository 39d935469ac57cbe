import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';

export type KeyDefinition = components['schemas']['ConfigurationDefinition'];
export type PortalConfiguration = components['schemas']['Configuration'];

const configurationQuery = queryOptions({
  queryKey: ['Configuration_get'],
  queryFn: async () => {
    const { data, response } = await api.GET('/v2/configuration');
    return { pairs: data!, etag: response.headers.get('etag') ?? undefined };
  },
});

/** The values that are set for the portal, with their ETag. */
export const useConfiguration = () => useQuery(configurationQuery);

/** Reads the configuration as it is now. */
export function useReadConfiguration() {
  const queries = useQueryClient();
  return () => queries.fetchQuery({ ...configurationQuery, staleTime: 0 });
}

/** The keys that the service reads; they are the same for every portal. */
export const useKeyDefinitions = () =>
  useQuery({
    queryKey: ['Configuration_definitions'],
    queryFn: async () => (await api.GET('/v2/configuration/definitions')).data!,
    staleTime: Infinity,
  });

interface Update {
  body: PortalConfiguration;
  etag: string | undefined;
}

/** Sets the keys that are sent; the others stay. */
export function useSetConfiguration() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, etag }: Update) => {
      const header = etag ? { 'If-Match': etag } : {};
      const { data, response } = await api.PUT('/v2/configuration', { body, params: { header } });
      return { pairs: data!, etag: response.headers.get('etag') ?? undefined };
    },
    onSuccess: (saved) => queries.setQueryData(configurationQuery.queryKey, saved),
  });
}
