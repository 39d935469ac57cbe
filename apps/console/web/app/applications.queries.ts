import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { auth } from '../api/client.js';

const FOUND = 8;

/** Applications of the portal by a part of their name, or by their id; undefined sends no request. */
export const useFoundApplications = (text: string | undefined) =>
  useQuery({
    queryKey: ['Applications_list', 'found', text],
    queryFn: async () => {
      const query = { limit: FOUND, ...(text && { q: text }) };
      const { hits } = (await auth.GET('/applications', { params: { query } })).data!;
      return hits.map(({ client_id: id, client_name: name }) => ({ id, name }));
    },
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
  });
