import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../../../clients/typescript/src/generated/resource-api.js';
import { api, send } from '../../api/client.js';

export type ConsoleBranding = components['schemas']['Branding'];
export type BrandingChange = components['schemas']['UpdateBranding'];
export type BrandingImageKind = 'logo' | 'favicon';

/** The shell shows the same branding: a change reads both again. */
const BRANDING = 'Branding_get';

const brandingQuery = queryOptions({
  queryKey: [BRANDING, 'etag'],
  queryFn: async () => {
    const { data, response } = await api.GET('/v2/branding');
    return { branding: data!, etag: response.headers.get('etag') ?? undefined };
  },
});

/** How the portal looks, with the ETag of that. */
export const usePortalBranding = () => useQuery(brandingQuery);

/** Reads the branding as it is now. */
export function useReadBranding() {
  const queries = useQueryClient();
  return () => queries.fetchQuery({ ...brandingQuery, staleTime: 0 });
}

interface Update {
  body: BrandingChange;
  etag: string | undefined;
}

export function useUpdateBranding() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ body, etag }: Update) =>
      (await api.PUT('/v2/branding', { body, params: { header: etag ? { 'If-Match': etag } : {} } })).data!,
    onSuccess: () => queries.invalidateQueries({ queryKey: [BRANDING] }),
  });
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
