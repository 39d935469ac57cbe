import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { offsetPages } from '../../api/offset-pages.js';
import { PAGE_ROWS } from '../../api/page-rows.js';
import type { ConsoleLanguage } from '../../texts/languages.js';
import { loadRemedies } from '../../texts/load-remedies.js';
import type { ApiErrorsSearch } from './api-errors-search.js';

/** Refused requests, newest first, in pages. */
export const useApiErrors = (search: ApiErrorsSearch) =>
  useInfiniteQuery({
    queryKey: ['ApiErrors_list', search],
    queryFn: async ({ pageParam }) => {
      const query = { limit: PAGE_ROWS, offset: pageParam, ...search };
      return (await api.GET('/v2/api-errors', { params: { query } })).data!;
    },
    ...offsetPages,
  });

/** The advice for each error code, in languages other than that of the API. */
export const useRemedies = (language: ConsoleLanguage) =>
  useQuery({
    queryKey: ['remedies', language],
    queryFn: () => loadRemedies(language),
    staleTime: Infinity,
  });
