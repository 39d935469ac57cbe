import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { ApiError } from '../../api/api-error.js';
import { api } from '../../api/client.js';
import { toContentQuery, type ContentSearch } from './content-search.js';
import type { NewContent } from './new-content.js';
import { listChangedContent, readContentValues, type ContentValues } from './content-form-values.js';

export type ConsoleLearningObject = components['schemas']['LearningObject'];
export type ContentFacets = components['schemas']['Facets'];

const path = (loId: number) => ({ path: { loId } });
/** The addresses of a preview work for 15 minutes. */
const PREVIEW_MS = 600_000;

/** A page of the content that the portal can see, with the counts of its filters. */
export const useContent = (search: ContentSearch) =>
  useQuery({
    queryKey: ['LearningObjects_search', search],
    queryFn: async () =>
      (await api.GET('/v2/learning-objects', { params: { query: toContentQuery(search) } })).data!,
    placeholderData: keepPreviousData,
  });

const contentItemQuery = (id: number) =>
  queryOptions({
    queryKey: ['LearningObjects_get', id],
    queryFn: async () => {
      const { data, response } = await api.GET('/v2/learning-objects/{loId}', { params: path(id) });
      return { object: data!, etag: response.headers.get('etag') ?? undefined };
    },
  });

/** A learning object with what it contains, and the ETag of what is shown. */
export const useContentItem = (id: number) => useQuery(contentItemQuery(id));

/** Addresses of what can be shown of it; read when somebody wants to see it. */
export const usePreview = (id: number, isWanted: boolean) =>
  useQuery({
    queryKey: ['Preview_list', id],
    queryFn: async () => (await api.GET('/v2/learning-objects/{loId}/preview', { params: path(id) })).data!,
    enabled: isWanted,
    staleTime: PREVIEW_MS,
  });

/** After a change: the lists and the detail are read again. */
const invalidateContent = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => /^LearningObjects_/.test(String(queryKey[0])) });

/**
 * Changes members of a learning object that are still as the person saw them. Its ETag changes with everything else too,
 * such as ratings: then the request is repeated once with the new one.
 * @param base what the person saw
 */
export function useUpdateContent(id: number, base: ContentValues) {
  const queries = useQueryClient();
  const update = async (body: Partial<ContentValues>, etag: string | undefined) =>
    (
      await api.PATCH('/v2/learning-objects/{loId}', {
        body,
        params: { ...path(id), header: etag ? { 'If-Match': etag } : {} },
      })
    ).data!;
  function assertUnchanged(object: ConsoleLearningObject, body: Partial<ContentValues>): void {
    const changed = listChangedContent(base, readContentValues(object));
    if (changed.some((name) => name in body)) throw new ApiError(412, { error_code: 'precondition_failed' });
  }
  return useMutation({
    mutationFn: async (body: Partial<ContentValues>) => {
      const shown = await queries.ensureQueryData(contentItemQuery(id));
      assertUnchanged(shown.object, body);
      try {
        return await update(body, shown.etag);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        const current = await queries.fetchQuery({ ...contentItemQuery(id), staleTime: 0 });
        assertUnchanged(current.object, body);
        return await update(body, current.etag);
      }
    },
    onSuccess: () => invalidateContent(queries),
  });
}

/** How it is read before it is retired, and how that is sent; the lists are then read again. */
export function useRetirement(id: number) {
  const queries = useQueryClient();
  return {
    read: async () => {
      const { object, etag } = await queries.fetchQuery({ ...contentItemQuery(id), staleTime: 0 });
      return { values: readContentValues(object), etag };
    },
    retire: async (_: void, etag: string | undefined): Promise<void> => {
      const params = { ...path(id), header: etag ? { 'If-Match': etag } : {} };
      await api.DELETE('/v2/learning-objects/{loId}', { params });
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

/** @param key of the form: the same form creates once, however often it is sent */
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
