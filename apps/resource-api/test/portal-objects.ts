import type { ResourceApiHarness, TestAccount } from './resource-api.js';

/** One object of each kind that can be changed, in the administrator's portal: ids by the names of path parameters. */
export async function createPortalObjects(api: ResourceApiHarness, admin: TestAccount) {
  const make = async (path: string, json: object): Promise<number> => (await admin.post(path, json)).body.id;
  const userId = (await api.account(admin.portal)).id;
  const loId = await make('/v2/content/links', { title: 'A page', url: 'https://page.example/' });
  return {
    userId,
    loId,
    enrollmentId: await make('/v2/enrollments', { user_id: userId, lo_id: loId }),
    webhookId: await make('/v2/webhooks', { url: 'https://partner.example/hook' }),
    collectionId: await make('/v2/collections', { title: 'A collection' }),
    groupId: await make('/v2/content-groups', { title: 'A group' }),
  };
}
