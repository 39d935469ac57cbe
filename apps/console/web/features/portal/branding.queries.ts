import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, send } from '../../api/client.js';
import { ifMatch, withEtag } from '../../api/conditional.js';
import type { BrandingChange } from './branding-values.js';

export type BrandingImageKind = 'logo' | 'favicon';

/** The shell uses the same branding, so a change invalidates both queries. */
const BRANDING = 'Branding_get';

const brandingQuery = queryOptions({
  queryKey: [BRANDING, 'etag'],
  queryFn: () => withEtag(api.GET('/v2/branding')),
});

/** The portal's branding. */
export const usePortalBranding = () => useQuery({ ...brandingQuery, select: ({ data }) => data });

/** Functions that read the branding before a change and send the change. */
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
