import { sql, type Database } from '@app/database';
import type { Compound, Linguist, ModelObject } from './model.js';
import { vocabularyLanguages } from './random-catalogue.js';

/** Accents, stems and stop words from Postgres's own dictionaries, read once. */
export async function readWords(
  database: Database,
  objects: readonly ModelObject[],
  keywords: readonly string[],
): Promise<Linguist> {
  const dictionaries: Record<string, string> = { en: 'english', de: 'german', fr: 'french', es: 'spanish' };
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
    ...new Set(
      [...texts, ...keywords]
        .map((text) => text.replace(/<[^>]*>/g, ' ').replaceAll(NON_JOINER, '-'))
        .flatMap((text) => [...plain(text).split(' '), ...compounds(text).map(({ word }) => word)]),
    ),
  ]);
  const select = (word: string, language: string) => {
    const stem = stems.get(`${language} ${word}`);
    if (!stem) throw new Error(`the model was not told of "${word}" in ${language}`);
    return stem;
  };
  return {
    plain,
    compounds,
    stem: (word, language) => select(word, language).stem,
    isStopWord: (word, language) => select(word, language).isStopWord,
  };
}

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/u;
/** Whether a word is of a script without blanks. */
export const isUnspaced = (word: string): boolean => unspaced.test(word);

/** Persian writes it between the parts of a word, as English a hyphen. */
export const NON_JOINER = '\u200C';

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .split(new RegExp(`(${unspaced.source})`, 'u'))
    .map((part) => (isUnspaced(part) ? part : part.normalize('NFD').replace(/\p{M}/gu, '')))
    .join(' ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

function compounds(text: string): Compound[] {
  const chains = text.match(/[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)+/gu) ?? [];
  return chains.flatMap((chain) => {
    const parts = plain(chain).split(' ');
    const pairs = parts.slice(1).map((part, place) => [parts[place]!, part]);
    return [...pairs, parts].map((joined) => ({ parts: joined, word: joined.join('') }));
  });
}
