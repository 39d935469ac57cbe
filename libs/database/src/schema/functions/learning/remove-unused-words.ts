import { dbFunction } from '../../db-function.js';

/**
 * Whether no document has a word `w` of the portal `owner`. There are two plans, because most portals have few
 * documents, but all portals together have very many.
 */
const unused = /* sql */ `
  not case when owner = 0
           then exists (select from learning.search_doc d
                         where d.doc @@ quote_literal(w.lexeme)::tsquery and d.shared
                           and (d.premium or d.audience <> '{}'))
           else exists (select from learning.search_doc d
                         where d.doc @@ quote_literal(w.lexeme)::tsquery and d.owner_portal = owner) end`;

/**
 * Checks a limited number of words of one portal after this one. Of those in no document of the portal, at most 250 are
 * removed, while no transaction writes documents. Returns the last word and the number of removed ones; null: writers
 * held the lock for longer than a tenth of a second. No row: no word follows.
 */
export const removeUnusedWords = dbFunction(
  'learning.remove_unused_words',
  { execute: { public: 'runs with the rights of its caller' } },
  /* sql */ `
  create or replace function learning.remove_unused_words(after_portal int, after_surface text, after_language text, most int)
  returns table (portal_id int, surface text, language text, removed int)
  language plpgsql set plan_cache_mode = force_custom_plan as $$
  #variable_conflict use_column
  declare
    owner int;
    found_unused tid[];
  begin
    select w.portal_id into owner from learning.search_word w
     where (w.portal_id, w.surface, w.language) > (after_portal, after_surface, after_language)
     order by w.portal_id, w.surface, w.language limit 1;
    if not found then return; end if;

    with next as materialized (
      select w.ctid as place, w.surface, w.language, w.lexeme from learning.search_word w
       where w.portal_id = owner
         and (w.portal_id, w.surface, w.language) > (after_portal, after_surface, after_language)
       order by w.surface, w.language limit most
    ), newest as (
      select d.doc from learning.search_doc d where d.owner_portal = owner
       order by d.created_time desc limit 500
    ), newest_for_all as (
      select d.doc from learning.search_doc d where owner = 0 and d.shared and (d.premium or d.audience <> '{}')
       order by d.created_time desc limit 500
    ), frequent as materialized (
      -- most words are in one of these, and frequent ones cost most to look up
      select distinct unnest(tsvector_to_array(doc)) as lexeme
        from (select doc from newest union all select doc from newest_for_all) d
    ), rare as materialized (
      select n.* from next n where not exists (select from frequent f where f.lexeme = n.lexeme)
    ), gone as materialized (
      select w.* from rare w where ${unused} order by w.surface, w.language limit 250
    ), last as (
      select surface, language from (
        select * from (select surface, language from next order by surface desc, language desc limit 1) of_all
         where (select count(*) from gone) < 250
        union all
        select * from (select surface, language from gone order by surface desc, language desc limit 1) of_gone
         where (select count(*) from gone) = 250) either
    )
    select owner, last.surface, last.language, array(select place from gone)
      into portal_id, surface, language, found_unused from last;

    removed := 0;
    if found_unused <> '{}' then
      -- those who write now end first; who comes later waits behind us, so not for long
      perform set_config('lock_timeout', '100', true);
      perform pg_advisory_xact_lock(7535, 0);

      delete from learning.search_word w where w.ctid = any(found_unused) and w.portal_id = owner and ${unused};
      get diagnostics removed = row_count;
      update learning.catalogue_version set words = words + 1 where shard = pg_backend_pid() % 16;
    end if;
    return next;
  exception when lock_not_available then
    removed := null;
    return next;
  end $$`,
);
