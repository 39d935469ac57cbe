import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client.js';

const FOUND = 8;

/** A person, closed or not; undefined sends no request. */
export const usePerson = (userId: number | undefined) =>
  useQuery({
    queryKey: ['Users_get', userId],
    queryFn: async () => {
      const params = { path: { userId: userId! }, query: { closed: 'all' as const } };
      return (await api.GET('/v2/users/{userId}', { params })).data!;
    },
    enabled: userId !== undefined,
  });

/** People whose name or address begins with the text; undefined sends no request. */
export const useFoundPeople = (text: string | undefined) =>
  useQuery({
    queryKey: ['Users_list', 'found', text],
    queryFn: async () => {
      const query = { limit: FOUND, status: true, ...(text && { q: text }) };
      const { hits } = (await api.GET('/v2/users', { params: { query } })).data!;
      return hits.map(({ id, full_name: name, email }) => ({ id, name, detail: email }));
    },
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
  });
