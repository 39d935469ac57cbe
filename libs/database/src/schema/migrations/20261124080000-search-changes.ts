import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What an index of the catalogue outside Postgres follows: objects whose documents have changed, noted in the transaction
 * of the change, whoever makes it. Nothing is noted while there is no such index.
 */
export class SearchChanges20261124080000 implements MigrationInterface {
  name = 'SearchChanges20261124080000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tables);
    await runner.query(noteChanges);
    for (const trigger of triggers) await runner.query(trigger);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function learning.note_search_changes() cascade');
    await runner.query('drop table learning.search_changes, learning.search_index');
  }
}

const tables = /* sql */ `
  create table learning.search_index (
    id bool primary key default true check (id),             -- there is one at most
    name text not null,                                      -- in the search engine
    registered_by xid8 not null default pg_current_xact_id(),
    built_to int,                                            -- the last object that a build has written; null: all are
    version bigint,                                          -- of the catalogue that the index last contained
    lease_by uuid,                                           -- the process that writes it
    lease_until timestamptz
  );
  create table learning.search_changes (
    seq bigint generated always as identity primary key,
    lo_id int not null,
    noted_time timestamptz not null default now()
  );
  grant select, insert, update, delete on learning.search_index to lp_worker;
  grant select, insert, delete on learning.search_changes to lp_worker;
`;

/** Whoever changes a document notes it; nobody can note anything without a change. */
const noteChanges = /* sql */ `
  create function learning.note_search_changes()
  returns trigger language plpgsql security definer set search_path = pg_catalog as $$
  begin
    if exists (select from learning.search_index) then
      if tg_argv[0] = 'id' then
        insert into learning.search_changes (lo_id) select distinct id from changed;
      else
        insert into learning.search_changes (lo_id) select distinct lo_id from changed;
      end if;
    end if;
    return null;
  end $$;
  revoke execute on function learning.note_search_changes() from public;
`;

const trigger = (table: string, operation: 'insert' | 'update' | 'delete', column = 'lo_id') => /* sql */ `
  create trigger note_search_changes_${operation} after ${operation} on learning.${table}
    referencing ${operation === 'delete' ? 'old' : 'new'} table as changed
    for each statement execute function learning.note_search_changes('${column}')`;

/** The tables that a document is made of. */
const triggers = [
  ...(['search_doc', 'learning_object_events', 'collection_items', 'content_group_items'] as const).flatMap(
    (table) => (['insert', 'update', 'delete'] as const).map((operation) => trigger(table, operation)),
  ),
  trigger('learning_objects', 'update', 'id'),
];
