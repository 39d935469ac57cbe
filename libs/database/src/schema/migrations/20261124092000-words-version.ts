import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words that keywords are read from have a version of their own: most changes of the catalogue bring no new word,
 * and what a keyword stands for stays the same.
 */
export class WordsVersion20261124092000 implements MigrationInterface {
  name = 'WordsVersion20261124092000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(/* sql */ `
      -- moves with every new word, and every new language
      alter table learning.catalogue_version add column words bigint not null default 0`);
    await runner.query(noteNewWords);
    await runner.query(/* sql */ `
      create trigger note_new_words after insert on learning.search_word
        referencing new table as fresh for each statement execute function learning.note_new_words()`);
    await runner.query(newLanguage);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function learning.note_new_words() cascade');
    await runner.query('alter table learning.catalogue_version drop column words');
  }
}

const noteNewWords = /* sql */ `
  create function learning.note_new_words()
  returns trigger language plpgsql set search_path = pg_catalog as $$
  begin
    if tg_level = 'STATEMENT' then
      if not exists (select from fresh) then
        return null;
      end if;
    end if;
    update learning.catalogue_version set words = words + 1 where shard = pg_backend_pid() % 16;
    return null;
  end $$;
  revoke execute on function learning.note_new_words() from public;
`;

const newLanguage = /* sql */ `
  -- 2: languages. Deferred, since values are written before the documents: whoever writes these locks the version last.
  create constraint trigger note_new_language after insert on learning.facet_values
    deferrable initially deferred for each row when (new.facet = 2)
    execute function learning.note_new_words();
`;
