import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api } from '../../api/client.js';
import { cursorPages } from '../../api/cursor-pages.js';
import { ifMatch, withEtag, type TaggedAnswer } from '../../api/conditional.js';
import { PAGE_ROWS } from '../../api/page-rows.js';
import type { SearchHit } from '../../ui/search-combo.js';
import type { ConsolePerson, NewPerson, PersonRole } from './person-types.js';
import { toPeoplePage, type PeopleSearch } from './users-search.js';

type Schemas = components['schemas'];
const path = (userId: number) => ({ path: { userId } });

/** People of the portal, in pages. */
export const usePeopleList = (search: PeopleSearch) =>
  useInfiniteQuery({
    queryKey: ['Users_list', search],
    queryFn: async ({ pageParam }) => {
      const query = toPeoplePage(search, pageParam);
      return (await api.GET('/v2/users', { params: { query } })).data!;
    },
    ...cursorPages,
  });

/** The managers of the portal, for the names of a person's managers. */
export const useManagerNames = (isNeeded: boolean) =>
  useQuery({
    queryKey: ['Users_list', 'managers'],
    queryFn: async () => {
      const query = { limit: PAGE_ROWS, roles: ['Manager', 'Administrator'] satisfies PersonRole[] };
      const { hits } = (await api.GET('/v2/users', { params: { query } })).data!;
      return hits.map(({ id, full_name: name }): SearchHit => ({ id, name }));
    },
    enabled: isNeeded,
    staleTime: 60_000,
  });

/** Reads an open account with its ETag for a change, and updates the page. */
export function useReadPerson(id: number) {
  const queries = useQueryClient();
  return async (): Promise<TaggedAnswer<ConsolePerson>> => {
    const read = await withEtag(api.GET('/v2/users/{userId}', { params: path(id) }));
    queries.setQueryData<ConsolePerson>(['Users_get', id], (former) => ({ ...former, ...read.data }));
    return read;
  };
}

/** The portal's custom fields. */
export const useCustomFields = () =>
  useQuery({
    queryKey: ['CustomFields_list'],
    queryFn: async () => (await api.GET('/v2/custom-fields')).data!.hits,
    staleTime: 300_000,
  });

/** @param key the form's idempotency key: a form creates at most one person */
export function useCreatePerson(key: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewPerson) => {
      const params = { header: { 'Idempotency-Key': key } };
      return (await api.POST('/v2/users', { params, body })).data!;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['Users_list'] }),
  });
}

/** Sends the lines of an import: first to be checked, then to be created. A line that is sent again creates nothing more. */
export function useImportPerson() {
  const [key] = useState(() => crypto.randomUUID());
  const queries = useQueryClient();
  return {
    check: (body: NewPerson) => api.POST('/v2/users', { body: { ...body, dry_run: true } }),
    create: async (body: NewPerson, line: number) => {
      const params = { header: { 'Idempotency-Key': `${key}-${line}` } };
      await api.POST('/v2/users', { params, body });
      await queries.invalidateQueries({ queryKey: ['Users_list'], refetchType: 'none' });
    },
  };
}

/** Sends a change, and invalidates the lists and the detail. */
export function useSendPerson(id: number) {
  const queries = useQueryClient();
  return async (body: Schemas['UpdateUser'], etag: string | undefined): Promise<ConsolePerson> => {
    const params = { ...path(id), header: ifMatch(etag) };
    const saved = (await api.PATCH('/v2/users/{userId}', { params, body })).data!;
    queries.setQueryData<ConsolePerson>(['Users_get', id], (former) => ({ ...former, ...saved }));
    await queries.invalidateQueries({ queryKey: ['Users_list'] });
    return saved;
  };
}

/**
 * Reads a person and sends the change that `toBody` returns, if any. Fails if another user changes the person in between.
 */
export function useChangePerson() {
  const queries = useQueryClient();
  return async (id: number, toBody: (person: ConsolePerson) => Schemas['UpdateUser'] | undefined) => {
    const { data, etag } = await withEtag(api.GET('/v2/users/{userId}', { params: path(id) }));
    const body = toBody(data);
    if (!body) return;
    const params = { ...path(id), header: ifMatch(etag) };
    await api.PATCH('/v2/users/{userId}', { params, body });
    await queries.invalidateQueries({ queryKey: ['Users_get', id], refetchType: 'none' });
    await queries.invalidateQueries({ queryKey: ['Users_list'], refetchType: 'none' });
  };
}

/** The mails that can be sent to a person, as the last part of the operation's path. */
export type PersonMail = 'invitation' | 'password-mail';

export const useMailPerson = (id: number, mail: PersonMail) =>
  useMutation({
    mutationFn: () => api.POST(`/v2/users/{userId}/${mail}`, { params: path(id) }),
  });

/** Closes the account. */
export function useClosePerson(id: number) {
  const queries = useQueryClient();
  return async (_: void, etag: string | undefined): Promise<void> => {
    await api.DELETE('/v2/users/{userId}', { params: { ...path(id), header: ifMatch(etag) } });
    await queries.invalidateQueries({ predicate: ({ queryKey }) => /^Users_/.test(String(queryKey[0])) });
  };
}

/** Whether the portal allows login links. */
export const useHasLoginLinks = () =>
  useQuery({
    queryKey: ['Account_get'],
    queryFn: async () => (await api.GET('/v2/account')).data!,
    staleTime: 300_000,
    select: ({ features }) => features.includes('login_links'),
  });

/** A link that signs the person in once. */
export const useLoginLink = (id: number) =>
  useMutation({
    mutationFn: async () => (await api.POST('/v2/users/{userId}/login', { params: path(id) })).data!.url,
    gcTime: 0, // everyone with the link could sign in
  });
