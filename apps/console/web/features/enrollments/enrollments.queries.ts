import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';
import { cursorPages } from '../../api/cursor-pages.js';
import { ifMatch, withEtag, type TaggedAnswer } from '../../api/conditional.js';
import { offsetPages } from '../../api/offset-pages.js';
import { PAGE_ROWS } from '../../api/page-rows.js';
import { useSignedIn } from '../../app/session-context.js';
import { toAggregatesQuery, type AggregatesSearch } from './aggregates-search.js';
import { includedParts, toEnrollmentsPage, type EnrollmentsSearch } from './enrollments-search.js';

type Schemas = components['schemas'];
export type ConsoleEnrollment = Schemas['Enrollment'];
export type ConsoleEnrollmentDetail = Schemas['EnrollmentDetail'];
export type ContentCounts = Schemas['EnrollmentAggregate'];
export type ContentType = Schemas['LearningObjectType'];

const FOUND = 8;
const path = (enrollmentId: number) => ({ path: { enrollmentId } });

const invalidate = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => /^Enrollments_/.test(String(queryKey[0])) });

function useEnrollmentsList(search: EnrollmentsSearch) {
  const { scopes } = useSignedIn();
  return {
    queryKey: ['Enrollments_list', search],
    queryFn: async ({ pageParam }: { pageParam: string }) => {
      const query = toEnrollmentsPage(search, pageParam, scopes);
      return (await api.GET('/v2/enrollments', { params: { query } })).data!;
    },
    ...cursorPages,
  };
}

/** Enrollments with their content and person, in pages. */
export const useEnrollments = (search: EnrollmentsSearch) => useInfiniteQuery(useEnrollmentsList(search));

/** The title of the content that the list is filtered by, once a row is loaded. */
export const useListedContentTitle = (search: EnrollmentsSearch): string | undefined =>
  useInfiniteQuery({
    ...useEnrollmentsList(search),
    select: ({ pages: [first] }) => first?.hits.find(({ lo_id: id }) => id === search.lo_id)?.lo?.title,
  }).data;

/** Counts of enrollments by content, most enrollments first, in pages. */
export const useAggregates = (search: AggregatesSearch) =>
  useInfiniteQuery({
    queryKey: ['Enrollments_aggregates', search],
    queryFn: async ({ pageParam }) => {
      const query = { limit: PAGE_ROWS, offset: pageParam, ...toAggregatesQuery(search) };
      return (await api.GET('/v2/enrollment-aggregates', { params: { query } })).data!;
    },
    ...offsetPages,
  });

/** Titles of this content as far as the portal sees it, at most one page. */
export const useContentNames = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['LearningObjects_search', 'names', ids],
    queryFn: async () => {
      const query = { id: [...ids], limit: PAGE_ROWS };
      const { hits } = (await api.GET('/v2/learning-objects', { params: { query } })).data!;
      return new Map(hits.map(({ id, title, type }) => [id, { title, type }]));
    },
    enabled: ids.length > 0,
    staleTime: 60_000,
  });

/** An enrollment with its content and person, archived or not. */
export function useEnrollment(id: number) {
  const include = includedParts(useSignedIn().scopes);
  return useQuery({
    queryKey: ['Enrollments_get', id],
    queryFn: async () => {
      const query = { include, archived: 'all' as const };
      return (await api.GET('/v2/enrollments/{enrollmentId}', { params: { ...path(id), query } })).data!;
    },
  });
}

/** Reads a live enrollment with its ETag for a change, and updates the page. */
export function useReadEnrollment(id: number) {
  const queries = useQueryClient();
  return async (): Promise<TaggedAnswer<ConsoleEnrollmentDetail>> => {
    const read = await withEtag(api.GET('/v2/enrollments/{enrollmentId}', { params: path(id) }));
    const key = ['Enrollments_get', id];
    queries.setQueryData<ConsoleEnrollmentDetail>(key, (former) => ({ ...former, ...read.data }));
    return read;
  };
}

/** Content that matches these keywords; undefined sends no request. */
export const useFoundContent = (text: string | undefined) =>
  useQuery({
    queryKey: ['LearningObjects_search', 'found', text],
    queryFn: async () => {
      const query = { limit: FOUND, ...(text && { keyword: text }) };
      return (await api.GET('/v2/learning-objects', { params: { query } })).data!.hits.map(
        ({ id, title, type }) => ({ id, name: title, type }),
      );
    },
    enabled: text !== undefined,
    placeholderData: keepPreviousData,
  });

interface NewEnrollment {
  userId: number;
  loId: number;
  isAward: boolean;
  dueDate: number | undefined;
  /** Archives a live enrollment in the same content. */
  isAgain: boolean;
}

/** @param key the form's idempotency key: a form enrolls at most once */
export function useEnroll(key: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId, loId, isAward, dueDate, isAgain }: NewEnrollment) => {
      const header = { 'Idempotency-Key': key };
      const more = { user_id: userId, ...(dueDate !== undefined && { due_date: dueDate }) };
      if (isAward) {
        const body = { ...more, award_id: loId };
        return (await api.POST('/v2/enrollments/award', { params: { header }, body })).data!;
      }
      const params = { header, ...(isAgain && { query: { 're-enroll': true } }) };
      return (await api.POST('/v2/enrollments', { params, body: { ...more, lo_id: loId } })).data!;
    },
    onSuccess: () => invalidate(queries),
  });
}

/** No person in the portal has the address. */
export class UnknownAddress extends Error {}

/** Enrolls the person with an address; a repeated request has no further effect. */
export function useEnrollAddress() {
  const [key] = useState(() => crypto.randomUUID());
  const queries = useQueryClient();
  return async (email: string, { loId, dueDate }: Pick<NewEnrollment, 'loId' | 'dueDate'>): Promise<void> => {
    const found = (await api.GET('/v2/users', { params: { query: { email, limit: 1 } } })).data!.hits[0];
    if (!found) throw new UnknownAddress();
    const header = { 'Idempotency-Key': `${key}-${found.id}` };
    const body = { user_id: found.id, lo_id: loId, ...(dueDate !== undefined && { due_date: dueDate }) };
    await api.POST('/v2/enrollments', { params: { header }, body });
    await queries.invalidateQueries({ queryKey: ['Enrollments_list'], refetchType: 'none' });
  };
}

/** Sends a change, and invalidates the lists and the detail. */
export function useSendEnrollment(id: number) {
  const queries = useQueryClient();
  return async (
    body: Schemas['UpdateEnrollment'],
    etag: string | undefined,
  ): Promise<ConsoleEnrollmentDetail> => {
    // the form compares the status on the server with the displayed one, so a person reopens on purpose
    const isReopened = body.status === 'in-progress';
    const params = { ...path(id), header: ifMatch(etag), ...(isReopened && { query: { reopen: true } }) };
    const saved = (await api.PATCH('/v2/enrollments/{enrollmentId}', { params, body })).data!;
    await invalidate(queries);
    return saved;
  };
}

/** Archives the enrollment. */
export function useArchiveEnrollment(id: number) {
  const queries = useQueryClient();
  return async (_: void, etag: string | undefined): Promise<void> => {
    await api.DELETE('/v2/enrollments/{enrollmentId}', { params: { ...path(id), header: ifMatch(etag) } });
    await invalidate(queries);
  };
}
