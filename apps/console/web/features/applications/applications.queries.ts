import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { auth } from '../../api/client.js';
import { PAGE_ROWS } from '../../api/page-rows.js';
import type { RotatedSecret } from '../../ui/rotate-secret.js';
import type { ApplicationChange, ApprovalGiven, NewApplication } from './application-types.js';
import type { ApplicationsSearch } from './applications-search.js';

const path = (clientId: string) => ({ path: { clientId } });

/** The offset of the rows after the last page; undefined if there are none. */
const nextRow = (total: number, offset: number, { length }: { length: number }): number | undefined =>
  length > 0 && offset + length < total ? offset + length : undefined;

/** Applications of the portal, in pages. */
export const useApplications = ({ kind }: ApplicationsSearch) =>
  useInfiniteQuery({
    queryKey: ['Applications_list', kind],
    queryFn: async ({ pageParam }) => {
      const query = { limit: PAGE_ROWS, offset: pageParam, ...(kind && { kind: [kind] }) };
      return (await auth.GET('/applications', { params: { query } })).data!;
    },
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    getNextPageParam: ({ total, hits }, _, offset) => nextRow(total, offset, hits),
  });

/** An application; its people in pages, each of which repeats the rest of the detail. */
export const useApplication = (clientId: string) =>
  useInfiniteQuery({
    queryKey: ['Applications_get', clientId],
    queryFn: async ({ pageParam }) => {
      const query = { limit: PAGE_ROWS, offset: pageParam };
      return (await auth.GET('/applications/{clientId}', { params: { ...path(clientId), query } })).data!;
    },
    initialPageParam: 0,
    getNextPageParam: ({ consents_count: total, consents }, _, offset) => nextRow(total, offset, consents),
  });

/** Invalidates the list and the details after a change. */
function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => /^Applications_/.test(String(queryKey[0])) });
}

/** @param key the form's idempotency key: a form creates at most one application */
export function useCreateApplication(key: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (body: NewApplication) =>
      (await auth.POST('/applications', { body, params: { header: { 'Idempotency-Key': key } } })).data!,
    onSuccess: refresh,
    gcTime: 0, // the answer has a secret
  });
}

/** Changes name, addresses, keys and status of one of the portal's own applications. */
export function useChangeApplication(clientId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async (body: ApplicationChange) =>
      (await auth.PUT('/client/{clientId}', { body, params: path(clientId) })).data!,
    onSuccess: refresh,
  });
}

export function useRotateClientSecret(clientId: string) {
  const refresh = useRefresh();
  return async (graceSeconds: number, key: string): Promise<RotatedSecret> => {
    const { data } = await auth.POST('/applications/{clientId}/rotate-secret', {
      body: { grace_seconds: graceSeconds },
      params: { ...path(clientId), header: { 'Idempotency-Key': key } },
    });
    await refresh();
    return { secret: data!.client_secret, until: data!.previous_secret_until };
  };
}

export interface ApprovalOf {
  clientId: string;
  approval: ApprovalGiven;
}

const readApprovable = async (clientId: string) =>
  (await auth.GET('/applications/{clientId}/approval', { params: path(clientId) })).data!;

/** What an approval of a known application is about; nothing is read without an id. */
export const useApprovable = (clientId: string | undefined) =>
  useQuery({
    queryKey: ['Applications_getApprovable', clientId],
    queryFn: () => readApprovable(clientId!),
    enabled: clientId !== undefined,
  });

/** Finds an application by the id that the user has written. */
export const useFindApprovable = () => useMutation({ mutationFn: readApprovable });

export function useApprove() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: async ({ clientId, approval }: ApprovalOf) =>
      (await auth.PUT('/applications/{clientId}/approval', { body: approval, params: path(clientId) })).data!,
    onSuccess: refresh,
  });
}

/** The actions that end or restore access. */
export type AccessChange =
  | { act: 'withdraw' | 'disconnect' | 'block' | 'unblock' }
  | { act: 'forget'; userId: number };

export function useChangeAccess(clientId: string) {
  const queries = useQueryClient();
  const refresh = useRefresh();
  const params = path(clientId);
  return useMutation({
    mutationFn: async (change: AccessChange) => {
      if (change.act === 'withdraw') await auth.DELETE('/applications/{clientId}/approval', { params });
      if (change.act === 'disconnect') await auth.DELETE('/applications/{clientId}', { params });
      if (change.act === 'block') await auth.PUT('/applications/{clientId}/block', { params });
      if (change.act === 'unblock') await auth.DELETE('/applications/{clientId}/block', { params });
      if (change.act === 'forget')
        await auth.DELETE('/applications/{clientId}/consents/{userId}', {
          params: { path: { clientId, userId: change.userId } },
        });
    },
    // a disconnected application has no detail any more
    onSuccess: (_, { act }) =>
      act === 'disconnect' ? queries.invalidateQueries({ queryKey: ['Applications_list'] }) : refresh(),
  });
}
