import { dbFunction } from '../../db-function.js';

/**
 * Writes the search documents of these objects and all they contain, and numbers new topics. Each portal has its own
 * numbers for its own objects; shared numbers would reveal to the author of a topic whether another portal has it, too.
 * Returns the portals that have more topics than before.
 */
export const indexObjects = dbFunction(
  'learning.index_objects',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.index_objects(changed int[])
  returns int[]
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  declare
    portals int[];
    names text[];
    grown int[];
  begin
    -- the values of facets that are written here are not removed meanwhile
    perform pg_advisory_xact_lock_shared(7535, 0);

    -- the topics that their documents have had until now; other changes of these objects have to wait for us
    select array_agg(had.portal_id), array_agg(had.name) into portals, names
      from (select distinct d.owner_portal as portal_id, v.key as name
              from learning.search_doc d
             cross join lateral unnest(d.facet_codes) c(code)
              join learning.facet_values v on v.code = c.code
             where d.lo_id = any(changed) and c.code & 7 = 5) had;

    perform learning.write_documents(changed);

    with made as (
      insert into learning.topics (portal_id, name)
        select used.portal_id, used.name
          from (select distinct o.portal_id, t.name
                  from learning.learning_objects o cross join lateral unnest(o.topics) t(name)
                 where o.id = any(changed) and o.retired_time is null) used
         where not exists (select 1 from learning.topics k
                            where k.portal_id = used.portal_id and k.name = used.name)
         order by 1, 2
      on conflict (portal_id, name) do nothing
      returning portal_id
    ) select coalesce(array_agg(distinct portal_id), '{}') into grown from made;

    update learning.topics k set lost_time = now()
      from (select portal_id, name from unnest(portals, names) had(portal_id, name)
            except
            select o.portal_id, t.name from learning.learning_objects o cross join lateral unnest(o.topics) t(name)
             where o.id = any(changed) and o.retired_time is null) lost
     where k.portal_id = lost.portal_id and k.name = lost.name and k.lost_time is null;

    return grown;
  end $$`,
);
