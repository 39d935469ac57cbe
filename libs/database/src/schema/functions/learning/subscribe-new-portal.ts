import { dbFunction } from '../../db-function.js';

/** Gives a new portal its default collection and the subscriptions of its preset. */
export const subscribeNewPortal = dbFunction(
  'learning.subscribe_new_portal',
  {
    execute: {
      api: 'a new portal gets the subscriptions of its preset',
      auth: 'a new portal gets the subscriptions of its preset',
    },
  },
  /* sql */ `
  create or replace function learning.subscribe_new_portal(p_portal_id int, p_content jsonb)
  returns void language plpgsql security definer set search_path = pg_catalog as $$
  begin
    insert into learning.collections (portal_id, slug, name) values (p_portal_id, 'default', 'Default')
      on conflict do nothing;
    insert into learning.subscriptions (portal_id, audience_id, licenses, package)
      select p_portal_id, g.id, (wish->>'licenses')::int, wish->>'package'
        from jsonb_array_elements(coalesce(p_content->'content_groups', '[]')) wish
        join learning.content_groups g on g.slug = wish->>'slug'
      union all
      select p_portal_id, c.id, (wish->>'licenses')::int, wish->>'package'
        from jsonb_array_elements(coalesce(p_content->'collections', '[]')) wish
        join identity.portals p on p.name = wish->>'portal'
        join learning.collections c on c.portal_id = p.id and c.slug = wish->>'slug'
      on conflict do nothing;
    update learning.catalogue_version set version = version + 1 where shard = pg_backend_pid() % 16;
  end $$`,
);
