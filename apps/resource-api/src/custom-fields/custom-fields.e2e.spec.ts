import { sql } from '@app/database';
import { useResourceApi } from '../../test/resource-api.js';

describe('GET /v2/custom-fields', () => {
  const api = useResourceApi();
  const define = (portalId: number, name: string, type: string, options: string[] | null = null) =>
    api.db.many(sql`
      insert into identity.custom_fields (portal_id, name, type, options)
      values (${portalId}, ${name}, ${type}, ${options})`);

  it('lists the portal’s own fields, by name', async () => {
    const admin = await api.administrator(await api.portal());
    const stranger = await api.administrator(await api.portal());
    await define(admin.portal.id, 'shoe_size', 'integer');
    await define(admin.portal.id, 'department', 'choice', ['Sales', 'Support']);
    await define(stranger.portal.id, 'theirs', 'text');
    const { status, body } = await api.http.get('/v2/custom-fields', { token: admin.token });
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 2,
      hits: [
        { name: 'department', type: 'choice', options: ['Sales', 'Support'] },
        { name: 'shoe_size', type: 'integer', options: null },
      ],
    });
  });
});
