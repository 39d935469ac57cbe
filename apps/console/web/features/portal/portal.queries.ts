import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';

export type ConsolePortal = components['schemas']['Portal'];
export type UsedLimit = components['schemas']['PortalLimit'];

/** The portal of the session, with its plan. */
export const usePortal = () =>
  useQuery({ queryKey: ['Account_get'], queryFn: async () => (await api.GET('/v2/account')).data! });

/** The limits of the whole portal, with their use. */
export const usePortalLimits = () =>
  useQuery({ queryKey: ['Limits_list'], queryFn: async () => (await api.GET('/v2/limits')).data! });
