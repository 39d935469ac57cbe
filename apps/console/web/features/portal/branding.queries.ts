import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, send } from '../../api/client.js';
import { ifMatch, withEtag } from '../../api/conditional.js';
import type { BrandingChange } from './branding-values.js';

export type BrandingImageKind = 'logo' | 'favicon';

/** The shell shows the same branding: a change reads both again. */
const BRANDING = 'Branding_get';

const brandingQuery = queryOptions({
  queryKey: [BRANDING, 'etag'],
  queryFn: () => withEtag(api.GET('/v2/branding')),
});

/** How the portal looks. */
export const usePortalBranding = () => useQuery({ ...brandingQuery, select: ({ data }) => data });

/** How it is read before a change, and how the change is sent. */
export function useBrandingChange() {
  const queries = useQueryClient();
  return {
    read: () => queries.fetchQuery({ ...brandingQuery, staleTime: 0 }),
    update: async (body: BrandingChange, etag: string | undefined) => {
      const params = { header: ifMatch(etag) };
      const { data } = await api.PUT('/v2/branding', { body, params });
      await queries.invalidateQueries({ queryKey: [BRANDING] });
      return data!;
    },
  };
}

/** Sends an image as it is: the API checks and cleans it. */
export function useStoreImage(kind: BrandingImageKind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (image: File) => {
      const headers = { 'content-type': image.type || 'application/octet-stream' };
      await send(`/bff/api/v2/branding/${kind}`, { method: 'PUT', body: image, headers });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [BRANDING] }),
  });
}

export function useRemoveImage(kind: BrandingImageKind) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await send(`/bff/api/v2/branding/${kind}`, { method: 'DELETE' });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [BRANDING] }),
  });
}
