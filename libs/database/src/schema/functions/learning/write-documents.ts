import { dbFunction } from '../../db-function.js';

/**
 * Writes the search documents of these objects and all they contain, in the transaction of the change.
 * Subscribers of a collection see its objects only while the collection's own portal may see them: collections pass
 * visibility on, they never create it. Language and type are also stored as one lexeme, `!<language>.<type>`. A search
 * with both, as most have, then reads short lists of documents instead of the longest ones.
 * Everything is looked up from the changed objects outwards, by index. Statistics lag behind an import, and a plan made
 * from them reads whole tables for each batch.
 * The words of an object are written under its owner and, if other portals may see the object, under 0. A document adds
 * at most 2,000 different words: title, tags, provider and summary come before the description. A portal has at most
 * 200,000, and adds no more to 0 than it has itself. Writers of a portal's objects wait for each other, so the count is
 * exact. Of text without blanks, the first 20,000 pieces are found: Postgres stores at most a megabyte of lexemes.
 */
export const writeDocuments = dbFunction(
  'learning.write_documents',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.write_documents(changed int[])
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
             left(o.language, 2) as language, learning.stemmer(o.language) as stemmer,
             learning.plain(o.title) as title_key,
             learning.words(o.title) as title, learning.words(array_to_string(o.tags, ' ')) as tags,
             learning.words(concat_ws(' ', p.name, o.summary, regexp_replace(o.description, '<[^>]*>', ' ', 'g'))) as text,
             array(select k.code from learning.facet_keys(o) v
                     join learning.facet_values k on k.facet = v.facet and k.key = v.key order by 1) as codes
        from learning.learning_objects o
        join learning.providers p on p.id = o.provider_id
       where o.id = any(affected) and o.retired_time is null
    ), placed as materialized (
      select o.*, o.published and s.stands as shared, s.premium, coalesce(s.audience, '{}') as audience, s.lineage, s.within
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
    ), found as (
      select p.portal_id, w.surface, p.language, min(w.place) as place,
             bool_or(p.shared and (p.premium or p.audience <> '{}')) as is_offered
        from placed p
       cross join lateral (
          select left(t.word, 60) as surface, min(t.place) as place
            from unnest(p.title || p.tags || p.text) with ordinality t(word, place)
           where t.word <> '' group by 1 order by 2 limit 2000) w
       group by p.portal_id, w.surface, p.language
    ), lacking as materialized (
      select * from (
        select f.*, exists (select 1 from learning.search_word k
                             where k.portal_id = f.portal_id and k.surface = f.surface
                               and k.language = f.language) as is_own,
               not f.is_offered or exists (select 1 from learning.search_word k
                                            where k.portal_id = 0 and k.surface = f.surface
                                              and k.language = f.language) as is_for_others
          from found f) known
       where not (is_own and is_for_others)
    ), stored as materialized (
      select l.portal_id, (select count(*) from (select 1 from learning.search_word k
                                                  where k.portal_id = l.portal_id limit 200000) there) as words
        from (select distinct portal_id from lacking where not is_own) l
    ), accepted as (
      select * from (
        select l.*, s.words + row_number() over (partition by l.portal_id, l.is_own order by l.place, l.surface) as number
          from lacking l left join stored s on s.portal_id = l.portal_id) numbered
       where is_own or number <= 200000
    ), new_words as (
      insert into learning.search_word (portal_id, surface, language, lexeme)
        select t.portal_id, a.surface, a.language, learning.stem(a.surface, a.language)
          from accepted a
         cross join lateral (select a.portal_id where not a.is_own
                             union all select 0 where not a.is_for_others) t(portal_id)
         order by t.portal_id, a.surface collate "C", a.language collate "C"
        on conflict do nothing
    )
    insert into learning.search_doc as d (lo_id, owner_portal, price, duration, created_time, updated_time, shared,
                                          premium, title_key, audience, lineage, facet_codes, doc)
    select o.id, o.portal_id, round(o.price * 100)::int, o.duration, o.created_time, o.updated_time,
           o.shared, o.premium, o.title_key, o.audience, o.lineage, o.codes,
           array_to_tsvector(
             array(select learning.stem_by(o.stemmer, left(w, 60)) from unnest(o.text) w where w <> '')
             || array(select learning.pieces(array_to_string(o.text, ' ')) limit 20000)
             || array(select unnest(array[lexeme, '^' || lexeme, '#' || lexeme])
                        from (select learning.stem_by(o.stemmer, left(w, 60)) as lexeme from unnest(o.title) w where w <> ''
                              union all select learning.pieces(array_to_string(o.title, ' '))) l)
             || array(select unnest(array[lexeme, '#' || lexeme])
                        from (select learning.stem_by(o.stemmer, left(w, 60)) as lexeme from unnest(o.tags) w where w <> ''
                              union all select learning.pieces(array_to_string(o.tags, ' '))) l)
             || array(select '!' || code from unnest(o.codes) code)
             || array(select '!' || l || '.' || t from unnest(o.codes) l, unnest(o.codes) t where l & 7 = 2 and t & 7 = 1)
             -- each event has a country, and so a code of the facet location
             || case when exists (select 1 from unnest(o.codes) code where code & 7 = 6) then array['!e'] end
             || case when not o.within and o.type not in ('course', 'module', 'award') then array['!r'] end)
      from placed o
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
  end $$`,
);
