import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';

export type KeyDefinition = components['schemas']['ConfigurationDefinition'];
export type PortalConfiguration = components['schemas']['Configuration'];

const CONFIGURATION = ['Configuration_get'];

export const useConfiguration = () =>
  useQuery({
    queryKey: CONFIGURATION,
    queryFn: async () => (await api.GET('/v2/configuration')).data!,
  });

/** The keys that the service reads; they are the same for every portal. */
export const useKeyDefinitions = () =>
  useQuery({
    queryKey: ['Configuration_definitions'],
    queryFn: async () => (await api.GET('/v2/configuration/definitions')).data!,
    staleTime: Infinity,
  });

/** Sets the keys that are sent; the others stay, so no other change is lost. */
export function useSetConfiguration() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: PortalConfiguration) => (await api.PUT('/v2/configuration', { body })).data!,
    onSuccess: (saved) => queries.setQueryData(CONFIGURATION, saved),
  });
}
