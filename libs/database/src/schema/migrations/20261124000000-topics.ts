import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Topics get numbers: `attributes.topics[].key`. Each portal has its own, for its own objects; one number for all
 * would tell whoever writes a topic whether another portal has it, too.
 *
 * `index_objects()` writes the search documents, as `index_documents()` did, and numbers the topics. The latter keeps its
 * name and its result for processes of the version before, so that whatever they write has its topics numbered, too. The
 * lock that `write_documents()` takes lets one writer of a portal's topics in at a time.
 */
export class Topics20261124000000 implements MigrationInterface {
  name = 'Topics20261124000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- allow no-lock: whoever is writing objects ends first, and whoever comes later finds the new function
      lock table learning.learning_objects in share mode`);
    await runner.query(table);
    await runner.query('alter function learning.index_documents(int[]) rename to write_documents');
    await runner.query(indexObjects);
    await runner.query(indexDocuments);
    await runner.query(removeUnused);
    await runner.query(/* sql */ `
      insert into learning.topics (portal_id, name)
        select distinct o.portal_id, t.name from learning.learning_objects o, unnest(o.topics) t(name)
         where o.retired_time is null order by 1, 2`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop function learning.index_documents(int[]), learning.index_objects(int[]), learning.remove_unused_topics(timestamptz, int)',
    );
    await runner.query('alter function learning.write_documents(int[]) rename to index_documents');
    await runner.query('drop table learning.topics');
  }
}

const table = /* sql */ `
  create table learning.topics (
    id bigint generated always as identity primary key,
    portal_id int not null references identity.portals(id), -- the owner of the objects
    name text not null,
    lost_time timestamptz,                                 -- when an object lost it; perhaps none has it any more
    constraint topics_portal_id_name_key unique (portal_id, name) include (id)
  );
  -- what the worker has to look at
  create index topics_lost on learning.topics (lost_time) where lost_time is not null;
  grant select, insert, update (lost_time) on learning.topics to lp_api;
  grant select, insert, update (lost_time), delete on learning.topics to lp_worker;
`;

/** Looked up from the changed objects outwards, as in `write_documents()`. */
const indexObjects = /* sql */ `
  -- Writes the search documents of these objects and all they hold, and numbers the topics that are new.
  -- Returns the portals that have more topics than before.
  create function learning.index_objects(changed int[])
  returns int[]
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  declare
    portals int[];
    names text[];
    grown int[];
  begin
    -- the topics that their documents have had until now; whoever else changes these objects has to wait for us
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
  end $$;
`;

const indexDocuments = /* sql */ `
  create function learning.index_documents(changed int[])
  returns void language plpgsql as $$
  begin
    perform learning.index_objects(changed);
  end $$;
`;

const removeUnused = /* sql */ `
  -- Looks at topics of one portal that an object lost before that time: those that no object has are removed. The
  -- lock keeps objects from getting them meanwhile. Returns how many were looked at.
  create function learning.remove_unused_topics(before timestamptz, most int)
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
  end $$;
`;
