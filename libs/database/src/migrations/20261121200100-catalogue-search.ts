import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Languages with a stemmer in Postgres; every other language is searched by whole words. */
const stemmers: Record<string, string> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** Languages for which Postgres brings a list of stop words. */
const stopLists = [
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'hu',
  'it',
  'nb',
  'ne',
  'nl',
  'no',
  'pt',
  'ru',
  'sv',
  'tr',
];

/** The narrow search document beside the wide row, its words, facet values, and the function that writes them. */
export class CatalogueSearch20261121200100 implements MigrationInterface {
  name = 'CatalogueSearch20261121200100';

  async up(runner: QueryRunner): Promise<void> {
    const codes = Object.keys(stemmers);
    for (const [code, language] of Object.entries(stemmers))
      // without stop words: which words carry no meaning is decided when a query is read
      await runner.query(
        `create text search dictionary learning.stem_${code} (template = snowball, language = '${language}')`,
      );
    await runner.query(/* sql */ `
      -- Lower case, without accents, words parted by single blanks; the same for documents and queries.
      create function learning.plain(given text) returns text language sql immutable parallel safe as $$
        select btrim(regexp_replace(
          regexp_replace(
            replace(replace(public.unaccent('public.unaccent', lower(given collate "pg_c_utf8")), 'c++', 'cplusplus'), 'c#', 'csharp'),
            '(?<![[:alnum:]])[.]net\\M' collate "pg_c_utf8", 'dotnet', 'g'),
          '[^[:alnum:]]+' collate "pg_c_utf8", ' ', 'g'))
      $$;

      create function learning.words(given text) returns text[] language sql immutable parallel safe as $$
        select array(select distinct left(word, 60) from unnest(string_to_array(learning.plain(given), ' ')) word where word <> '')
      $$;

      create function learning.stemmer(language text) returns regdictionary language sql immutable parallel safe as $$
        select case left(language, 2)
          ${codes.map((code) => `when '${code}' then 'learning.stem_${code}'::regdictionary`).join('\n          ')}
          else 'pg_catalog.simple'::regdictionary end
      $$;

      create function learning.stem(word text, language text) returns text language sql immutable parallel safe as $$
        select coalesce(nullif((ts_lexize(learning.stemmer(language), word))[1], ''), word)
      $$;

      -- Whether the word carries no meaning in that language.
      create function learning.is_stop_word(word text, language text) returns boolean language sql immutable parallel safe as $$
        select case left(language, 2)
          ${stopLists.map((code) => `when '${code}' then ts_lexize('pg_catalog.${stemmers[code]}_stem', word) = '{}'`).join('\n          ')}
          else false end
      $$;

      -- Values that facets count and filters name; the low three bits of a code say of which facet it is.
      create sequence learning.facet_number as int;
      create table learning.facet_values (
        code int primary key,
        facet smallint not null check (facet between 1 and 6),   -- type, language, instance, tag, topics, location
        key text not null,
        unique (facet, key)
      );

      create function learning.facet_keys(o learning.learning_objects) returns table (facet smallint, key text)
      language sql stable as $$
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
        price int not null,                                      -- hundredths
        duration int not null,
        popularity int not null default 0,                       -- enrollments
        created_time timestamptz not null,
        updated_time timestamptz not null,
        shared boolean not null,                                 -- published: others than the owner may see it
        premium boolean not null,                                -- by itself or through what holds it
        title_key text collate "C" not null,
        audience int[] not null,                                 -- groups and collections, those of its holders too
        lineage int[] not null,                                  -- itself and what holds it
        facet_codes int[] not null,
        doc tsvector not null
      ) with (fillfactor = 85);
      create index search_doc_doc on learning.search_doc using gin (doc) with (fastupdate = off);
      create index search_doc_audience on learning.search_doc using gin (audience gin__int_ops)
        with (fastupdate = off) where not premium;
      create index search_doc_owner on learning.search_doc (owner_portal, created_time desc, lo_id);
      create index search_doc_newest on learning.search_doc (created_time desc, lo_id);

      -- Words as people write them, unaccented, with their stem in the language they were found in.
      create table learning.search_word (
        surface text collate "C" not null,
        language text collate "C" not null,                      -- two letters
        lexeme text collate "C" not null,
        primary key (surface, language)
      );
      create index search_word_reversed on learning.search_word (reverse(surface) collate "C");
      create index search_word_lexeme on learning.search_word (lexeme, language);

      -- Moves with every change of what searches may find; in shards, so that writers do not queue.
      create table learning.catalogue_version (
        shard smallint primary key,
        version bigint not null default 0
      ) with (fillfactor = 50);
      insert into learning.catalogue_version (shard) select generate_series(0, 15);

      grant select, insert, update, delete on learning.search_doc, learning.search_word to lp_api;
      grant select, insert on learning.facet_values to lp_api;
      grant usage on sequence learning.facet_number to lp_api;
      grant select, update on learning.catalogue_version to lp_api;
      grant select on learning.search_doc, learning.search_word, learning.facet_values, learning.catalogue_version to lp_worker;
    `);
    await runner.query(indexDocuments);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      drop function learning.index_documents(int[]);
      drop table learning.catalogue_version, learning.search_word, learning.search_doc, learning.facet_values;
      drop sequence learning.facet_number;
      drop function learning.is_stop_word(text, text), learning.facet_keys(learning.learning_objects), learning.stem(text, text), learning.stemmer(text), learning.words(text), learning.plain(text);
    `);
    for (const code of Object.keys(stemmers))
      await runner.query(`drop text search dictionary learning.stem_${code}`);
  }
}

/**
 * Writes the search documents of these objects and of all they hold, in the transaction of the change.
 * An object in a collection is shown to the collection's subscribers only while the collection's own portal may
 * see it: collections pass sight on, they never create it.
 */
const indexDocuments = /* sql */ `
  create function learning.index_documents(changed int[]) returns void language plpgsql as $$
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

    delete from learning.search_doc d using learning.learning_objects o
     where d.lo_id = any(affected) and o.id = d.lo_id and o.retired_time is not null;

    insert into learning.facet_values (code, facet, key)
      select nextval('learning.facet_number') * 8 + facet, facet, key
        from (select distinct v.facet, v.key from learning.learning_objects o, learning.facet_keys(o) v
               where o.id = any(affected) and o.retired_time is null
                 and not exists (select 1 from learning.facet_values k where k.facet = v.facet and k.key = v.key)
               order by 1, 2) missing
      on conflict (facet, key) do nothing;

    with recursive words as materialized (
      select o.id as lo_id, f.field, w.surface, left(o.language, 2) as language,
             learning.stem(w.surface, o.language) as lexeme
        from learning.learning_objects o
        join learning.providers p on p.id = o.provider_id
       cross join lateral (values
         ('A'::"char", o.title),
         ('B'::"char", array_to_string(o.tags, ' ')),
         ('D'::"char", concat_ws(' ', p.name, o.summary, regexp_replace(o.description, '<[^>]*>', ' ', 'g')))
       ) f(field, content)
       cross join lateral unnest(learning.words(f.content)) w(surface)
       where o.id = any(affected) and o.retired_time is null
    ), new_words as (
      insert into learning.search_word (surface, language, lexeme)
        select surface, language, lexeme from (select distinct surface, language, lexeme from words) found
         where not exists (select 1 from learning.search_word k
                            where k.surface = found.surface and k.language = found.language)
         order by surface collate "C", language collate "C"
        on conflict do nothing
    ), above(id, holder) as (
      select o.id, o.id from learning.learning_objects o where o.id = any(affected) and o.retired_time is null
      union
      select a.id, h.id from above a
        join learning.learning_object_items i on i.child_id = a.holder
        join learning.learning_objects h on h.id = i.parent_id and h.retired_time is null and h.published
    ), sight as (
      select a.id, bool_or(h.premium) as premium, bool_or(h.published and not h.embedded) as stands,
             array_agg(distinct a.holder) as lineage,
             bool_or(a.holder <> a.id and h.type in ('course', 'module')) as within
        from above a join learning.learning_objects h on h.id = a.holder group by a.id
    ), audiences as (
      select a.id, array_agg(distinct m.audience_id) as audience
        from above a join learning.learning_objects h on h.id = a.holder
        cross join lateral (
          select g.content_group_id as audience_id from learning.content_group_items g where g.lo_id = a.holder
          union all
          select c.id from learning.collection_items ci join learning.collections c on c.id = ci.collection_id
           where ci.lo_id = a.holder
             and (c.portal_id = h.portal_id or h.premium or exists (
               select 1 from learning.content_group_items g
                 join learning.content_groups cg on cg.id = g.content_group_id
                where g.lo_id = a.holder and (cg.portal_id = c.portal_id or exists (
                  select 1 from learning.subscriptions s where s.portal_id = c.portal_id and s.audience_id = cg.id))))
        ) m group by a.id
    ), codes as (
      select o.id as lo_id, array_agg(k.code order by k.code) as codes
        from learning.learning_objects o, learning.facet_keys(o) v
        join learning.facet_values k on k.facet = v.facet and k.key = v.key
       where o.id = any(affected) and o.retired_time is null
       group by o.id
    ), lexemes as (
      select lo_id, array_agg(lexeme) as all_of_them from (
        select lo_id, lexeme from words
        union select lo_id, '^' || lexeme from words where field = 'A'
        union select lo_id, '#' || lexeme from words where field in ('A', 'B')
        union select lo_id, '!' || unnest(codes) from codes
        union select e.lo_id, '!e' from learning.learning_object_events e where e.lo_id = any(affected)
      ) l group by lo_id
    )
    insert into learning.search_doc as d (lo_id, owner_portal, price, duration, created_time, updated_time, shared,
                                          premium, title_key, audience, lineage, facet_codes, doc)
    select o.id, o.portal_id, round(o.price * 100)::int, o.duration, o.created_time, o.updated_time,
           o.published and s.stands, s.premium, learning.plain(o.title), coalesce(a.audience, '{}'), s.lineage, c.codes,
           array_to_tsvector(case when not s.within and o.type not in ('course', 'module', 'award')
                                  then l.all_of_them || '!r'::text else l.all_of_them end)
      from sight s
      join learning.learning_objects o on o.id = s.id
      join codes c on c.lo_id = s.id
      join lexemes l on l.lo_id = s.id
      left join audiences a on a.id = s.id
     order by o.id
    on conflict (lo_id) do update set
      owner_portal = excluded.owner_portal, price = excluded.price, duration = excluded.duration,
      created_time = excluded.created_time, updated_time = excluded.updated_time, shared = excluded.shared,
      premium = excluded.premium, title_key = excluded.title_key, audience = excluded.audience,
      lineage = excluded.lineage, facet_codes = excluded.facet_codes, doc = excluded.doc;

    update learning.catalogue_version set version = version + 1 where shard = pg_backend_pid() % 16;
  end $$;
`;
