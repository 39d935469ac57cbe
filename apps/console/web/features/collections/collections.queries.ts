import { api } from '../../api/client.js';
import { ifMatch, withEtag } from '../../api/conditional.js';
import type { ContentSelectionId, SelectionCalls } from './content-selection.js';

const path = (id: ContentSelectionId) => ({ path: { collectionId: String(id) } });

/** Collections of the portal. */
export const collectionCalls: SelectionCalls = {
  tag: 'Collections',
  list: async (query) => (await api.GET('/v2/collections', { params: { query } })).data!,
  get: (id) => withEtag(api.GET('/v2/collections/{collectionId}', { params: path(id) })),
  create: async (title, key) => {
    const params = { header: { 'Idempotency-Key': key } };
    return (await api.POST('/v2/collections', { params, body: { title } })).data!;
  },
  rename: async (id, title, etag) => {
    const params = { ...path(id), header: ifMatch(etag) };
    return (await api.PATCH('/v2/collections/{collectionId}', { params, body: { title } })).data!;
  },
  remove: async (id, etag) => {
    await api.DELETE('/v2/collections/{collectionId}', { params: { ...path(id), header: ifMatch(etag) } });
  },
  add: async (id, lo) => {
    await api.POST('/v2/collections/{collectionId}/items/add', { params: path(id), body: { lo } });
  },
  removeItems: async (id, lo) => {
    await api.POST('/v2/collections/{collectionId}/items/remove', { params: path(id), body: { lo } });
  },
  toFilter: (id) => ({ collection: String(id) }),
};
