import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One character, however it is written (Unicode TR 15, form KC): CO₂ is CO2 to a search, full-width letters are
 * letters.
 *
 * Not in one transaction: documents are written again in batches, and who writes some meanwhile waits for a batch.
 * Begun again it does the same.
 */
export class Characters20261122510000 implements MigrationInterface {
  name = 'Characters20261122510000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await onceWritersAreDone(runner, composed, plain('learning.composed(given)'));
    await writeAgain(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await onceWritersAreDone(runner, plain('given'), 'drop function if exists learning.composed(text)');
    await writeAgain(runner);
  }
}

/**
 * Text without such a character is told first, at a tenth of the cost. Signs for a trade mark end a word, and a
 * fraction begins one: 2½ is not 21/2.
 */
const composed = /* sql */ `
  create or replace function learning.composed(given text) returns text language sql immutable parallel safe as $$
    select case when octet_length(given) = length(given) or given is nfkc normalized then given
                else normalize(regexp_replace(given, '[™℠]|(?=[¼½¾⅐-⅞↉])' collate "pg_c_utf8", ' ', 'g'), nfkc) end
  $$;
`;

/** As in the migration `catalogue-in-bulk`. */
const plain = (given: string) => /* sql */ `
  create or replace function learning.plain(given text) returns text language sql immutable parallel safe as $$
    select btrim(regexp_replace(
      regexp_replace(
        replace(replace(public.unaccent('public.unaccent', lower(${given} collate "pg_c_utf8")), 'c++', 'cplusplus'), 'c#', 'csharp'),
        '(?<![[:alnum:]])[.]net\\M' collate "pg_c_utf8", 'dotnet', 'g'),
      ' *[^[:alnum:] ][^[:alnum:]]*|  +' collate "pg_c_utf8", ' ', 'g'))
  $$;
`;

/** What began with the old function has committed, and so is found by what writes again. */
async function onceWritersAreDone(runner: QueryRunner, ...changes: string[]): Promise<void> {
  await runner.startTransaction();
  try {
    await runner.query('lock table learning.search_doc in share mode');
    for (const change of changes) await runner.query(change);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

/** By portal, so that locks are taken in the order in which all others take them. */
async function writeAgain(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(/* sql */ `
    select o.id from learning.learning_objects o join learning.providers p on p.id = o.provider_id
     where o.retired_time is null
       and concat_ws(' ', o.title, array_to_string(o.tags, ' '), p.name, o.summary, o.description) is not nfkc normalized
     order by o.portal_id, o.id`)) as { id: number }[];
  for (let at = 0; at < rows.length; at += 500)
    await runner.query('select learning.index_documents($1::int[])', [
      rows.slice(at, at + 500).map(({ id }) => id),
    ]);
}
