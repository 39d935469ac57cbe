import { useQuery } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';

export type ConsolePortal = components['schemas']['Portal'];

/** The portal of the session, with its plan. */
export const usePortal = () =>
  useQuery({ queryKey: ['Account_get'], queryFn: async () => (await api.GET('/v2/account')).data! });
