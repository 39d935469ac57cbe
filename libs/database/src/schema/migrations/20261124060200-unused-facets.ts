import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Values of facets that no document has any more are removed. Writing and removing exclude each other: whoever writes
 * documents holds a lock that all writers share, from before they look up codes until their documents can be seen.
 */
export class UnusedFacets20261124060200 implements MigrationInterface {
  name = 'UnusedFacets20261124060200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(lostFacets);
    await runner.query(newLabels);
    await runner.query(indexObjects);
    await runner.query(removeUnused);
  }

  /** The lock costs the version before nothing. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function learning.remove_unused_facets(int), learning.new_labels(int[])');
    await runner.query('drop function learning.note_lost_facets() cascade');
    await runner.query('drop table learning.facet_lost');
    await runner.query('delete from learning.catalogue_version where shard = 16');
  }
}

const lostFacets = /* sql */ `
  -- Facet codes that a document has lost; perhaps none has them any more.
  create table learning.facet_lost (code int not null);
  grant insert on learning.facet_lost to lp_api;
  grant select, insert, delete on learning.facet_lost to lp_worker;

  create function learning.note_lost_facets()
  returns trigger language plpgsql set search_path = pg_catalog as $$
  begin
    if tg_op = 'DELETE' then
      insert into learning.facet_lost (code) select unnest(old.facet_codes);
    else
      insert into learning.facet_lost (code)
        select c.code from unnest(old.facet_codes) c(code) where c.code <> all(new.facet_codes);
    end if;
    return null;
  end $$;

  revoke execute on function learning.note_lost_facets() from public;

  create trigger lost_facets_changed after update on learning.search_doc
    for each row when (old.facet_codes is distinct from new.facet_codes)
    execute function learning.note_lost_facets();
  create trigger lost_facets_removed after delete on learning.search_doc
    for each row execute function learning.note_lost_facets();
`;

const newLabels = /* sql */ `
  -- How many tags and topics of these objects have no code yet, by portal.
  create function learning.new_labels(changed int[])
  returns table (portal_id int, made int)
  language sql stable set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    select l.portal_id, count(*)::int from (
      select distinct o.portal_id, t.facet, t.key
        from learning.learning_objects o
       cross join lateral (select 4::smallint, unnest(o.tags) union all select 5::smallint, unnest(o.topics)) t(facet, key)
       where o.id = any(changed) and o.retired_time is null
         and not exists (select 1 from learning.facet_values k where k.facet = t.facet and k.key = t.key)) l
     group by l.portal_id
  $$;
`;

const indexObjects = /* sql */ `
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

const removeUnused = /* sql */ `
  -- Moves whenever values are removed: whoever keeps codes forgets them then.
  insert into learning.catalogue_version (shard) values (16);
  grant delete on learning.facet_values to lp_worker;

  -- Looks at this many values that a document has lost and removes those that none has.
  -- Returns how many it has looked at; null: somebody was writing for longer than a tenth of a second.
  create function learning.remove_unused_facets(most int)
  returns int language plpgsql as $$
  declare
    lost int[];
    unused int[];
  begin
    with taken as (
      delete from learning.facet_lost
       where ctid = any(array(select ctid from learning.facet_lost limit most))
      returning code
    ) select array_agg(distinct code) into lost from taken;

    select array_agg(l.code) into unused from unnest(lost) l(code)
     where not exists (select 1 from learning.search_doc d where d.doc @@ quote_literal('!' || l.code)::tsquery);

    if unused is not null then
      -- those who write now end first; who comes later waits behind us, so not for long
      perform set_config('lock_timeout', '100', true);
      perform pg_advisory_xact_lock(7535, 0);

      delete from learning.facet_values v
       where v.code = any(unused)
         and not exists (select 1 from learning.search_doc d where d.doc @@ quote_literal('!' || v.code)::tsquery);
      if found then
        update learning.catalogue_version set version = version + 1 where shard = 16;
      end if;
    end if;
    return coalesce(cardinality(lost), 0);
  exception when lock_not_available then
    return null;
  end $$;
`;
