import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Bitmaps of the catalogue for broad searches: one for each frequent lexeme, in blocks of 32,000 documents; and beside
 * them what searches count and sort by, in columns by block. Writers only note which documents they have changed; the
 * worker brings bitmaps and columns up to date, and until then a search looks at these documents themselves.
 */
export class SearchBitmaps20261124093100 implements MigrationInterface {
  name = 'SearchBitmaps20261124093100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
    await runner.query(functions);
    await runner.query(noteChanges);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function learning.note_bitmap_changes() cascade');
    await runner.query(
      'drop table learning.search_bitmap_changes, learning.search_columns, learning.search_bitmaps, learning.search_bitmap_keys',
    );
    await runner.query(
      'drop function learning.popularity_band(int), learning.bits_of(int[]), learning.bitmap_keys_of(learning.search_doc), learning.viewer_keys_of(learning.search_doc)',
    );
  }
}

const tables = /* sql */ `
  -- What has bitmaps: lexemes of documents; and who sees it: '$', everybody who wants premium
  -- content, otherwise '=<portal>', its owner, '@<id>', to whom a group or collection shows it, and '-<portal>', the owner
  -- of what is not published. A key is there before the documents that have it are noted as changed, so that a document
  -- not noted is in all its bitmaps.
  create table learning.search_bitmap_keys (
    key text collate "C" primary key,
    documents int not null                                 -- about how many have it
  );

  -- Bit n of block b stands for the object b * 32000 + n. Two rows fill a page, and none is taken apart.
  create table learning.search_bitmaps (
    key text collate "C" not null,
    block int not null,
    bits bit(32000) not null,
    primary key (key, block)
  );
  alter table learning.search_bitmaps alter column bits set storage plain;

  -- Of each document of a block, one after the other: 'values', its price, duration and facet codes; 'bands', how popular
  -- it is. The version is another whenever the data is.
  create table learning.search_columns (
    block int not null,
    name text not null check (name in ('values', 'bands')),
    version uuid not null default gen_random_uuid(),
    data bytea not null,
    primary key (block, name)
  );
  alter table learning.search_columns alter column data set storage external;

  -- Documents that may differ from their bitmaps.
  create table learning.search_bitmap_changes (
    lo_id int not null,
    has_bits boolean not null default true,                -- what differs: keys,
    has_values boolean not null default true,              -- price, duration or facet codes,
    has_band boolean not null default true,                -- popularity
    lost text[]                                            -- the keys that it had before and has no more
  );

  grant select on learning.search_bitmap_keys, learning.search_bitmaps, learning.search_columns,
    learning.search_bitmap_changes to lp_api;
  grant select, insert, update on learning.search_bitmap_keys, learning.search_bitmaps,
    learning.search_columns to lp_worker;
  grant select, insert, delete on learning.search_bitmap_changes to lp_worker;
`;

const functions = /* sql */ `
  -- Bands of the number of enrollments: most changes of it stay within one. 0 is the band of none.
  create function learning.popularity_band(popularity int)
  returns int language sql immutable parallel safe return
    width_bucket(popularity, '{1,2,3,4,6,8,12,16,24,32,48,64,96,128,192,256,384,512,768,1024,1536,2048,3072,4096,6144,8192,12288,16384,24576,32768,65536,131072,262144,524288,1048576}'::int[]);

  create function learning.bits_of(places int[])
  returns bit(32000) language plpgsql immutable parallel safe as $$
  declare
    bits bit(32000) := 0::bit(32000);
    place int;
  begin
    foreach place in array places loop
      bits := set_bit(bits, place, 1);
    end loop;
    return bits;
  end $$;

  create function learning.viewer_keys_of(d learning.search_doc)
  returns text[] language sql stable parallel safe return
    case when not d.shared then array['-' || d.owner_portal]
         when d.premium then array['$']
         else '=' || d.owner_portal || array(select '@' || id from unnest(d.audience) id) end;

  create function learning.bitmap_keys_of(d learning.search_doc)
  returns text[] language sql stable parallel safe return
    tsvector_to_array(d.doc) || learning.viewer_keys_of(d);
`;

/** Whoever changes a document notes it; nobody can note anything without a change. */
const noteChanges = /* sql */ `
  create function learning.note_bitmap_changes()
  returns trigger language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if tg_op = 'INSERT' then
      insert into learning.search_bitmap_changes (lo_id) select lo_id from made;
    elsif tg_op = 'DELETE' then
      insert into learning.search_bitmap_changes (lo_id, lost) values (old.lo_id, learning.bitmap_keys_of(old));
    else
      insert into learning.search_bitmap_changes (lo_id, has_bits, has_values, has_band, lost) values (
        old.lo_id,
        (old.doc, old.owner_portal, old.shared, old.premium, old.audience)
          is distinct from (new.doc, new.owner_portal, new.shared, new.premium, new.audience),
        (old.price, old.duration, old.facet_codes) is distinct from (new.price, new.duration, new.facet_codes),
        learning.popularity_band(old.popularity) <> learning.popularity_band(new.popularity),
        tsvector_to_array(ts_delete(old.doc, tsvector_to_array(new.doc)))
          || array(select unnest(learning.viewer_keys_of(old)) except select unnest(learning.viewer_keys_of(new))));
    end if;
    return null;
  end $$;
  revoke execute on function learning.note_bitmap_changes() from public;

  create trigger note_bitmap_changes_insert after insert on learning.search_doc
    referencing new table as made
    for each statement execute function learning.note_bitmap_changes();
  create trigger note_bitmap_changes_update after update on learning.search_doc
    for each row when (old.doc is distinct from new.doc or old.facet_codes is distinct from new.facet_codes
                       or (old.price, old.duration) is distinct from (new.price, new.duration)
                       or (old.owner_portal, old.shared, old.premium, old.audience)
                          is distinct from (new.owner_portal, new.shared, new.premium, new.audience)
                       or learning.popularity_band(old.popularity) <> learning.popularity_band(new.popularity))
    execute function learning.note_bitmap_changes();
  create trigger note_bitmap_changes_delete after delete on learning.search_doc
    for each row execute function learning.note_bitmap_changes();
`;
