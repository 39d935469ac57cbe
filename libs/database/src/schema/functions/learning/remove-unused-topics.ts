import { dbFunction } from '../../db-function.js';

/**
 * Checks topics of one portal that an object lost before that time, and removes those that no object has. The lock
 * keeps objects from getting them meanwhile. Returns the number of checked topics.
 */
export const removeUnusedTopics = dbFunction(
  'learning.remove_unused_topics',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.remove_unused_topics(before timestamptz, most int)
  returns int
  language plpgsql as $$
  declare
    portal int;
    looked_at int;
  begin
    select portal_id into portal from learning.topics where lost_time < before order by lost_time limit 1;
    if portal is null then return 0; end if;

    perform pg_advisory_xact_lock(7503, portal);

    with due as materialized (
      select t.id, exists (
          select 1 from learning.facet_values v
            join learning.search_doc d on d.doc @@ quote_literal('!' || v.code)::tsquery
           where v.facet = 5 and v.key = t.name and d.owner_portal = t.portal_id) as is_used
        from (select id, portal_id, name from learning.topics
               where portal_id = portal and lost_time < before order by lost_time limit most) t
    ), kept as (
      update learning.topics set lost_time = null where id in (select id from due where is_used)
    ), gone as (
      delete from learning.topics where id in (select id from due where not is_used)
    ) select count(*) into looked_at from due;
    return looked_at;
  end $$`,
);
