import { dbFunction } from '../../db-function.js';

/** Number of tags and topics of these objects that have no code yet, by portal. */
export const newLabels = dbFunction(
  'learning.new_labels',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.new_labels(changed int[])
  returns table (portal_id int, made int)
  language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    select l.portal_id, count(*)::int from (
      select distinct o.portal_id, t.facet, t.key
        from learning.learning_objects o
       cross join lateral (select 4::smallint, unnest(o.tags) union all select 5::smallint, unnest(o.topics)) t(facet, key)
       where o.id = any(changed) and o.retired_time is null
         and not exists (select 1 from learning.facet_values k where k.facet = t.facet and k.key = t.key)) l
     group by l.portal_id
  $$`,
);
