import { sql, type AnyReader } from '@app/database';
import { isOneTypoAway, type Keyword, type KeywordWord } from './keyword.js';

/** Shortest word, in letters, in which a typo is corrected. */
const TYPO_LENGTH = 5;
/** If more words than this begin with the letters, the prefix itself is searched. */
const MAX_CONTINUATIONS = 400;
/** How many words of a keyword are used; the rest are ignored. */
const MAX_WORDS = 20;

interface Language {
  /** Such as `en` or `pt-br`. */
  key: string;
  /** Facet code. */
  code: number;
}

interface WordRow {
  word: string;
  /** In the order of the languages. */
  stems: string[];
  meaningless: boolean[];
  known: boolean;
  continuations: LexemeRow[];
}

interface LexemeRow {
  /** Two letters. */
  language: string;
  lexeme: string;
}

/**
 * What each word of the keyword may stand for, based on the catalogue's own words, the same for every search
 * engine. Languages of the same two letters have the same words, so what this costs is bounded.
 */
export async function readKeyword(
  reader: AnyReader,
  keyword: string,
  languages: readonly Language[],
): Promise<Keyword> {
  const byLetters = Map.groupBy(languages, ({ key }) => key.slice(0, 2));
  const keys = [...byLetters.keys()];
  const rows = await reader.many<WordRow>(sql`
    with language as (
      select key, place from unnest(${keys}::text[]) with ordinality l(key, place)
    ), typed as (
      select left(word, 60) as word, place, place = max(place) over () as is_last
        from unnest(string_to_array(learning.plain(${keyword}), ' ')) with ordinality w(word, place)
       where word <> ''
    )
    select t.word,
           array(select learning.stem(t.word, l.key) from language l order by l.place) as stems,
           array(select learning.is_stop_word(t.word, l.key) from language l order by l.place) as meaningless,
           exists (select 1 from learning.search_word w where w.surface = t.word)
             or exists (select 1 from language l join learning.search_word w
                           on w.lexeme = learning.stem(t.word, l.key) and w.language = l.key) as known,
           case when t.is_last then coalesce((
             select jsonb_agg(distinct jsonb_build_object('language', c.language, 'lexeme', c.lexeme)) from (
               select w.language, w.lexeme from learning.search_word w
                where w.surface >= t.word and w.surface < t.word || chr(1114111)
                limit ${MAX_CONTINUATIONS + 1}) c), '[]') else '[]' end as continuations
      from typed t order by t.place limit ${MAX_WORDS}`);
  return {
    words: await Promise.all(rows.map((row) => wordOf(reader, row, keys))),
    codes: new Map([...byLetters].map(([letters, of]) => [letters, of.map(({ code }) => code)])),
  };
}

/** @param languages in two letters, in the order of the row's stems */
async function wordOf(reader: AnyReader, row: WordRow, languages: readonly string[]): Promise<KeywordWord> {
  const tooMany = row.continuations.length > MAX_CONTINUATIONS;
  const occurs = row.known || row.continuations.length > 0;
  const meant = occurs || [...row.word].length < TYPO_LENGTH ? [] : await corrections(reader, row.word);
  const of = (lexemes: readonly LexemeRow[], language: string) =>
    lexemes.filter((one) => one.language === language).map(({ lexeme }) => lexeme);
  return {
    word: row.word,
    tooManyContinuations: tooMany,
    languages: new Map(
      languages.map((language, place) => [
        language,
        {
          stem: row.stems[place] ?? row.word,
          continuations: tooMany ? [] : of(row.continuations, language),
          corrections: of(meant, language),
          isMeaningless: row.meaningless[place] ?? false,
        },
      ]),
    ),
  };
}

/** Lexemes of catalogue words one typo away; such a word shares its first or its last half. */
async function corrections(reader: AnyReader, word: string): Promise<LexemeRow[]> {
  const half = Math.ceil((word.length - 2) / 2);
  const head = word.slice(0, half);
  const tail = [...word.slice(-half)].reverse().join('');
  const candidates = await reader.many<LexemeRow & { surface: string }>(sql`
    select surface, language, lexeme from learning.search_word
     where surface >= ${head} and surface < ${head} || chr(1114111)
       and length(surface) between ${word.length - 1}::int and ${word.length + 1}::int
    union
    select surface, language, lexeme from learning.search_word
     where reverse(surface) collate "C" >= ${tail} and reverse(surface) collate "C" < ${tail} || chr(1114111)
       and length(surface) between ${word.length - 1}::int and ${word.length + 1}::int`);
  return candidates.filter(({ surface }) => isOneTypoAway(word, surface));
}
