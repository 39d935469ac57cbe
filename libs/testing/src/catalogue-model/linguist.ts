import { sql, type Database } from '@app/database';
import type { Linguist, ModelObject } from './model.js';
import { vocabularyLanguages } from './random-catalogue.js';

/** Accents, stems and stop words from Postgres's own dictionaries, read once. */
export async function readWords(
  database: Database,
  objects: readonly ModelObject[],
  keywords: readonly string[],
): Promise<Linguist> {
  const dictionaries: Record<string, string> = { en: 'english', de: 'german', fr: 'french', es: 'spanish' };
  const plain = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  const stems = new Map<string, { stem: string; isStopWord: boolean }>();
  const readForms = (words: readonly string[]) =>
    Promise.all(
      vocabularyLanguages.map(async (language) => {
        const rows = await database.many<{ word: string; stem: string; is_stop_word: boolean }>(
          sql`
          select w.word, coalesce((ts_lexize(${`learning.stem_${language}`}::regdictionary, w.word))[1], w.word) as stem,
                 ts_lexize(${`pg_catalog.${dictionaries[language]}_stem`}::regdictionary, w.word) = '{}' as is_stop_word
            from unnest(${[...words]}::text[]) w(word)`.unprepared(),
        );
        for (const row of rows)
          stems.set(`${language} ${row.word}`, { stem: row.stem, isStopWord: row.is_stop_word });
      }),
    );
  const texts = objects.flatMap((one) => [
    one.title,
    one.summary,
    one.description,
    one.providerName,
    ...one.tags,
  ]);
  await readForms([
    ...new Set([...texts, ...keywords].flatMap((text) => plain(text.replace(/<[^>]*>/g, ' ')).split(' '))),
  ]);
  const select = (word: string, language: string) => {
    const stem = stems.get(`${language} ${word}`);
    if (!stem) throw new Error(`the model was not told of "${word}" in ${language}`);
    return stem;
  };
  return {
    plain,
    stem: (word, language) => select(word, language).stem,
    isStopWord: (word, language) => select(word, language).isStopWord,
  };
}
