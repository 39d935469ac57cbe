import {
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';
import { ifMatch, withEtag } from '../../api/conditional.js';
import { offsetPages } from '../../api/offset-pages.js';
import { PAGE_ROWS } from '../../api/page-rows.js';
import { toContentQuery, type ContentSearch } from './content-search.js';
import type { NewContent } from './new-content.js';
import { toContentChange, type ContentValues } from './content-form-values.js';

export type ConsoleLearningObject = components['schemas']['LearningObject'];
export type ContentFacets = components['schemas']['Facets'];

const path = (loId: number) => ({ path: { loId } });
/** Preview URLs are cached for this long; they expire after 15 minutes. */
const PREVIEW_MS = 600_000;

/** The content that the portal can see, in pages; the first has the counts of the filters. */
export const useContent = (search: ContentSearch) =>
  useInfiniteQuery({
    queryKey: ['LearningObjects_search', search],
    queryFn: async ({ pageParam }) => {
      const { facets, ...filters } = toContentQuery(search);
      const query = { ...filters, ...(pageParam === 0 && { facets }), limit: PAGE_ROWS, offset: pageParam };
      return (await api.GET('/v2/learning-objects', { params: { query } })).data!;
    },
    ...offsetPages,
  });

const contentItemQuery = (id: number) =>
  queryOptions({
    queryKey: ['LearningObjects_get', id],
    queryFn: () => withEtag(api.GET('/v2/learning-objects/{loId}', { params: path(id) })),
  });

/** A learning object with its contents. */
export const useContentItem = (id: number) =>
  useQuery({ ...contentItemQuery(id), select: ({ data }) => data });

/** The URLs of its preview. */
export const usePreview = (id: number) =>
  useQuery({
    queryKey: ['Preview_list', id],
    queryFn: async () => (await api.GET('/v2/learning-objects/{loId}/preview', { params: path(id) })).data!,
    staleTime: PREVIEW_MS,
  });

/** Invalidates the lists and the detail after a change. */
const invalidateContent = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => /^LearningObjects_/.test(String(queryKey[0])) });

/** Functions that read an object before a change, and send changes; they invalidate queries of the object. */
export function useContentChange(id: number) {
  const queries = useQueryClient();
  const params = (etag: string | undefined) => ({
    ...path(id),
    header: ifMatch(etag),
  });
  return {
    read: () => queries.fetchQuery({ ...contentItemQuery(id), staleTime: 0 }),
    update: async (body: Partial<ContentValues>, etag: string | undefined) => {
      const { data } = await api.PATCH('/v2/learning-objects/{loId}', {
        body: toContentChange(body),
        params: params(etag),
      });
      await invalidateContent(queries);
      return data!;
    },
    retire: async (_: void, etag: string | undefined): Promise<void> => {
      await api.DELETE('/v2/learning-objects/{loId}', { params: params(etag) });
      await queries.invalidateQueries({ queryKey: ['LearningObjects_search'] });
    },
  };
}

/** Ends all packages that were downloaded from the portal. */
export const useEndPackages = () =>
  useMutation({
    mutationFn: async () => {
      await api.DELETE('/v2/scorm-packages');
    },
  });

/** @param key the form's idempotency key: a form creates at most one object */
export function useCreateContent(key: string) {
  const queries = useQueryClient();
  const params = { header: { 'Idempotency-Key': key } };
  return useMutation({
    mutationFn: async ({ type, title, language, url, description, provider }: NewContent) => {
      if (type === 'manual')
        return (await api.POST('/v2/content/manual', { body: { title, language, provider }, params })).data!;
      const body = { title, language, url, ...(description !== '' && { description }) };
      return (await api.POST('/v2/content/links', { body, params })).data!;
    },
    onSuccess: () => invalidateContent(queries),
  });
}
