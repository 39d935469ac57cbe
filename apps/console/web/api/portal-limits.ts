import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../clients/typescript/src/generated/resource-api.js';
import { api } from './client.js';

export type PortalLimit = components['schemas']['PortalLimit'];

/** The limits of the whole portal, with their use. */
export const usePortalLimits = (
  timing: { staleTime?: number; refetchInterval?: () => number | false } = {},
) =>
  useQuery({
    queryKey: ['Limits_list'],
    queryFn: async () => (await api.GET('/v2/limits')).data!,
    ...timing,
  });
