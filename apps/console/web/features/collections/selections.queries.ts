import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { offsetPages } from '../../api/offset-pages.js';
import { PAGE_ROWS } from '../../api/page-rows.js';
import { collectionCalls } from './collections.queries.js';
import { contentGroupCalls } from './content-groups.queries.js';
import {
  type ContentSelection,
  type ContentSelectionId,
  type ContentSelectionKind,
  type SelectionCalls,
} from './content-selection.js';

const calls: Record<ContentSelectionKind, SelectionCalls> = {
  collections: collectionCalls,
  groups: contentGroupCalls,
};
const FOUND = 8;

/** The API cannot filter by the portal's own content, so more rows are requested than displayed. */
const FOUND_FOR_GROUPS = 50;

/** The selections that the portal can read, in pages; the default collection comes first. */
export const useSelectionList = (kind: ContentSelectionKind) =>
  useInfiniteQuery({
    queryKey: [`${calls[kind].tag}_list`],
    queryFn: ({ pageParam }) => calls[kind].list({ limit: PAGE_ROWS, offset: pageParam }),
    ...offsetPages,
  });

export const useSelection = (kind: ContentSelectionKind, id: ContentSelectionId) =>
  useQuery({
    queryKey: [`${calls[kind].tag}_get`, id],
    queryFn: async () => (await calls[kind].get(id)).data,
  });

/** Its content by title; with keywords, the matching objects. */
export const useSelectionItems = (
  kind: ContentSelectionKind,
  id: ContentSelectionId,
  keyword: string | undefined,
) =>
  useInfiniteQuery({
    queryKey: ['LearningObjects_search', kind, id, keyword],
    queryFn: async ({ pageParam }) => {
      const query = {
        ...calls[kind].toFilter(id),
        premium: true,
        limit: PAGE_ROWS,
        offset: pageParam,
        sort: [keyword === undefined ? 'title:asc' : 'relevance:desc'],
        ...(keyword !== undefined && { keyword }),
      };
      return (await api.GET('/v2/learning-objects', { params: { query } })).data!;
    },
    ...offsetPages,
  });

/** Content that can be added. A group cannot contain content that the portal got from a group of another portal. */
export const useFoundObjects = (kind: ContentSelectionKind, text: string | undefined) =>
  useQuery({
    queryKey: ['LearningObjects_search', 'found for selections', kind, text],
    queryFn: async () => {
      const isGroup = kind === 'groups';
      const query = {
        limit: isGroup ? FOUND_FOR_GROUPS : FOUND,
        premium: !isGroup,
        ...(text && { keyword: text }),
      };
      const { hits } = (await api.GET('/v2/learning-objects', { params: { query } })).data!;
      return hits.filter((one) => !isGroup || one.subscription.package === null).slice(0, FOUND);
    },
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
  });

const invalidateList = (queries: QueryClient, kind: ContentSelectionKind): Promise<void> =>
  queries.invalidateQueries({ queryKey: [`${calls[kind].tag}_list`] });

/** Invalidates selections and content, because searches by selection change too. */
const invalidateAll = (queries: QueryClient, kind: ContentSelectionKind): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) =>
      String(queryKey[0]).startsWith(`${calls[kind].tag}_`) || queryKey[0] === 'LearningObjects_search',
  });

/** @param key the form's idempotency key: a form creates at most one selection */
export function useCreateSelection(kind: ContentSelectionKind, key: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => calls[kind].create(title, key),
    onSuccess: () => invalidateList(queries, kind),
  });
}

/** Functions that read a selection before a change and send the change. */
export function useSelectionChange(kind: ContentSelectionKind, id: ContentSelectionId) {
  const queries = useQueryClient();
  return {
    read: async () => {
      const read = await calls[kind].get(id);
      queries.setQueryData([`${calls[kind].tag}_get`, id], read.data);
      return read;
    },
    rename: async (title: string, etag: string | undefined): Promise<ContentSelection> => {
      const saved = await calls[kind].rename(id, title, etag);
      queries.setQueryData([`${calls[kind].tag}_get`, id], saved);
      await invalidateList(queries, kind);
      return saved;
    },
    remove: async (_: void, etag: string | undefined): Promise<void> => {
      await calls[kind].remove(id, etag);
      await invalidateList(queries, kind);
    },
  };
}

export function useAddItems(kind: ContentSelectionKind, id: ContentSelectionId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (lo: number[]) => calls[kind].add(id, lo),
    onSuccess: () => invalidateAll(queries, kind),
  });
}

export function useRemoveItem(kind: ContentSelectionKind, id: ContentSelectionId) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (loId: number) => calls[kind].removeItems(id, [loId]),
    onSuccess: () => invalidateAll(queries, kind),
  });
}
