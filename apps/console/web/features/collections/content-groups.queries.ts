import { api } from '../../api/client.js';
import { ifMatch, withEtag } from '../../api/conditional.js';
import type { ContentSelectionId, SelectionCalls } from './content-selection.js';

/** There is no default content group, so it becomes 0, which no group has. */
const toGroupId = (id: ContentSelectionId): number => (id === 'default' ? 0 : id);
const path = (id: ContentSelectionId) => ({ path: { groupId: toGroupId(id) } });

/** Content groups of the portal, and those that it subscribes to. */
export const contentGroupCalls: SelectionCalls = {
  tag: 'ContentGroups',
  list: async (query) => (await api.GET('/v2/content-groups', { params: { query } })).data!,
  get: (id) => withEtag(api.GET('/v2/content-groups/{groupId}', { params: path(id) })),
  create: async (title, key) => {
    const params = { header: { 'Idempotency-Key': key } };
    return (await api.POST('/v2/content-groups', { params, body: { title } })).data!;
  },
  rename: async (id, title, etag) => {
    const params = { ...path(id), header: ifMatch(etag) };
    return (await api.PATCH('/v2/content-groups/{groupId}', { params, body: { title } })).data!;
  },
  remove: async (id, etag) => {
    await api.DELETE('/v2/content-groups/{groupId}', { params: { ...path(id), header: ifMatch(etag) } });
  },
  add: async (id, lo) => {
    await api.POST('/v2/content-groups/{groupId}/items/add', { params: path(id), body: { lo } });
  },
  removeItems: async (id, lo) => {
    await api.POST('/v2/content-groups/{groupId}/items/remove', { params: path(id), body: { lo } });
  },
  toFilter: (id) => ({ content_group: [toGroupId(id)] }),
};
