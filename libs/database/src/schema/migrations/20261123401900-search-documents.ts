import { Baseline } from './baseline.js';

/** The narrow search document beside the wide row of a learning object, and the function that writes it. */
export class SearchDocuments20261123401900 extends Baseline {
  name = 'SearchDocuments20261123401900';
  statements = [tables, indexDocuments];
}

const tables = /* sql */ `
  create sequence learning.facet_number as int;
  grant usage on sequence learning.facet_number to lp_api, lp_worker;

  -- Values that facets count and filters name; the low three bits of a code say of which facet it is.
  create table learning.facet_values (
    code int primary key,
    facet smallint not null check (facet between 1 and 6), -- type, language, instance, tag, topics, location
    key text not null,
    constraint facet_values_facet_key_key unique (facet, key)
  );
  grant select, insert on learning.facet_values to lp_api, lp_worker;

  create function learning.facet_keys(o learning.learning_objects)
  returns table (facet smallint, key text) language sql stable as $$
    select 1::smallint, o.type
    union select 2::smallint, o.language
    union select 3::smallint, o.provider_id::text
    union select 4::smallint, unnest(o.tags)
    union select 5::smallint, unnest(o.topics)
    union select 6::smallint, e.country from learning.learning_object_events e where e.lo_id = o.id
  $$;

  create table learning.search_doc (
    lo_id int primary key references learning.learning_objects(id),
    owner_portal int not null,
    price int not null,                                    -- hundredths
    duration int not null,
    popularity int not null default 0,                     -- enrollments
    created_time timestamptz not null,
    updated_time timestamptz not null,
    shared boolean not null,                               -- published: others than the owner may see it
    premium boolean not null,                              -- by itself or through what holds it
    title_key text collate "C" not null,
    audience int[] not null,                               -- groups and collections, those of its holders too
    lineage int[] not null,                                -- itself and what holds it
    facet_codes int[] not null,
    doc tsvector not null
  ) with (fillfactor = 85);
  -- New lexemes wait in a short list that every search reads through and that is merged in one go: at most some 250
  -- documents, a third of a millisecond a search, for a third of the cost of a write.
  create index search_doc_doc on learning.search_doc using gin (doc) with (fastupdate = on, gin_pending_list_limit = 512);
  -- what subscriptions show
  create index search_doc_audience on learning.search_doc using gin (audience gin__int_ops) with (fastupdate = off)
    where not premium;
  -- a portal's own, and the market, newest first
  create index search_doc_owner on learning.search_doc (owner_portal, created_time desc, lo_id);
  create index search_doc_newest on learning.search_doc (created_time desc, lo_id);
  grant select, insert, update, delete on learning.search_doc to lp_api, lp_worker;

  -- Moves with every change of what searches may find; in shards, so that writers do not queue.
  create table learning.catalogue_version (
    shard smallint primary key,
    version bigint not null default 0
  ) with (fillfactor = 50);
  grant select, update on learning.catalogue_version to lp_api, lp_worker;

  insert into learning.catalogue_version (shard) select generate_series(0, 15);
`;

/**
 * Writes the search documents of these objects and of all they hold, in the transaction of the change. An object
 * in a collection is shown to the collection's subscribers only while the collection's own portal may see it:
 * collections pass visibility on, they never create it. Language and type stand as one lexeme besides,
 * `!<language>.<type>`: a search that asks for both, as most do, reads short lists of documents instead of the
 * longest there are.
 *
 * Everything is looked up from the changed objects outwards, by index: statistics lag behind an import, and a plan
 * made from them reads whole tables for each batch.
 */
const indexDocuments = /* sql */ `
  create function learning.index_documents(changed int[])
  returns void
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
  declare
    affected int[];
  begin
    with recursive below(id) as (
      select unnest(changed)
      union
      select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id
    ) select coalesce(array_agg(id), '{}') into affected from below;

    -- two changes around one tree must not each write what the other has already changed
    perform pg_advisory_xact_lock(7503, portal_id)
      from (select distinct portal_id from learning.learning_objects where id = any(affected) order by 1) owner;

    -- again, with what others committed while the lock was awaited
    with recursive below(id) as (
      select unnest(changed)
      union
      select i.child_id from below b join learning.learning_object_items i on i.parent_id = b.id
    ) select coalesce(array_agg(id), '{}') into affected from below;

    delete from learning.search_doc d
     where d.lo_id = any(array(select o.id from learning.learning_objects o
                                where o.id = any(affected) and o.retired_time is not null));

    insert into learning.facet_values (code, facet, key)
      select nextval('learning.facet_number') * 8 + facet, facet, key
        from (select distinct v.facet, v.key from learning.learning_objects o, learning.facet_keys(o) v
               where o.id = any(affected) and o.retired_time is null
                 and not exists (select 1 from learning.facet_values k where k.facet = v.facet and k.key = v.key)
               order by 1, 2) missing
      on conflict (facet, key) do nothing;

    with object as materialized (
      select o.id, o.portal_id, o.type, o.price, o.duration, o.created_time, o.updated_time, o.published,
             left(o.language, 2) as language, learning.stemmer(o.language) as stemmer, t.title_key,
             string_to_array(t.title_key, ' ') as title,
             string_to_array(learning.plain(array_to_string(o.tags, ' ')), ' ') as tags,
             string_to_array(learning.plain(concat_ws(' ', p.name, o.summary,
               regexp_replace(o.description, '<[^>]*>', ' ', 'g'))), ' ') as text,
             array(select k.code from learning.facet_keys(o) v
                     join learning.facet_values k on k.facet = v.facet and k.key = v.key order by 1) as codes
        from learning.learning_objects o
        join learning.providers p on p.id = o.provider_id
       cross join lateral (select learning.plain(o.title) as title_key offset 0) t
       where o.id = any(affected) and o.retired_time is null
    ), new_words as (
      insert into learning.search_word (surface, language, lexeme)
        select surface, language, learning.stem(surface, language)
          from (select distinct left(w.word, 60) as surface, o.language
                  from object o cross join lateral unnest(o.title || o.tags || o.text) w(word)) found
         where surface <> '' and not exists (select 1 from learning.search_word k
                                              where k.surface = found.surface and k.language = found.language)
         order by surface collate "C", language collate "C"
        on conflict do nothing
    )
    insert into learning.search_doc as d (lo_id, owner_portal, price, duration, created_time, updated_time, shared,
                                          premium, title_key, audience, lineage, facet_codes, doc)
    select o.id, o.portal_id, round(o.price * 100)::int, o.duration, o.created_time, o.updated_time,
           o.published and s.stands, s.premium, o.title_key, coalesce(s.audience, '{}'), s.lineage, o.codes,
           array_to_tsvector(
             array(select learning.stem_by(o.stemmer, left(w, 60)) from unnest(o.text) w where w <> '')
             || array(select unnest(array[lexeme, '^' || lexeme, '#' || lexeme])
                        from (select learning.stem_by(o.stemmer, left(w, 60)) as lexeme from unnest(o.title) w where w <> '') l)
             || array(select unnest(array[lexeme, '#' || lexeme])
                        from (select learning.stem_by(o.stemmer, left(w, 60)) as lexeme from unnest(o.tags) w where w <> '') l)
             || array(select '!' || code from unnest(o.codes) code)
             || array(select '!' || l || '.' || t from unnest(o.codes) l, unnest(o.codes) t where l & 7 = 2 and t & 7 = 1)
             -- each event has a country, and so a code of the facet location
             || case when exists (select 1 from unnest(o.codes) code where code & 7 = 6) then array['!e'] end
             || case when not s.within and o.type not in ('course', 'module', 'award') then array['!r'] end)
      from object o
     cross join lateral (
        with recursive above(holder) as (
          select o.id
          union
          select h.id from above a
            join learning.learning_object_items i on i.child_id = a.holder
            join learning.learning_objects h on h.id = i.parent_id and h.retired_time is null and h.published
        )
        select bool_or(h.premium) as premium, bool_or(h.published and not h.embedded) as stands,
               array_agg(h.id order by h.id) as lineage,
               bool_or(h.id <> o.id and h.type in ('course', 'module')) as within,
               (select array_agg(distinct m.audience_id) from above a cross join lateral (
                  select g.content_group_id as audience_id from learning.content_group_items g where g.lo_id = a.holder
                  union all
                  select c.id from learning.collection_items ci
                    join learning.collections c on c.id = ci.collection_id
                    join learning.learning_objects own on own.id = ci.lo_id
                   where ci.lo_id = a.holder
                     and (c.portal_id = own.portal_id or own.premium or exists (
                       select 1 from learning.content_group_items g
                         join learning.content_groups cg on cg.id = g.content_group_id
                        where g.lo_id = a.holder and (cg.portal_id = c.portal_id or exists (
                          select 1 from learning.subscriptions s
                           where s.portal_id = c.portal_id and s.audience_id = cg.id))))
                ) m) as audience
          from above a join learning.learning_objects h on h.id = a.holder) s
     order by o.id
    on conflict (lo_id) do update set
      owner_portal = excluded.owner_portal, price = excluded.price, duration = excluded.duration,
      created_time = excluded.created_time, updated_time = excluded.updated_time, shared = excluded.shared,
      premium = excluded.premium, title_key = excluded.title_key, audience = excluded.audience,
      lineage = excluded.lineage, facet_codes = excluded.facet_codes, doc = excluded.doc
     where (d.owner_portal, d.price, d.duration, d.created_time, d.updated_time, d.shared, d.premium, d.title_key,
            d.audience, d.lineage, d.facet_codes, d.doc)
        is distinct from
           (excluded.owner_portal, excluded.price, excluded.duration, excluded.created_time, excluded.updated_time,
            excluded.shared, excluded.premium, excluded.title_key, excluded.audience, excluded.lineage,
            excluded.facet_codes, excluded.doc);

    update learning.catalogue_version set version = version + 1 where shard = pg_backend_pid() % 16;
  end $$;
`;
