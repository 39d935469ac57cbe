import { sql, type Reader } from '@app/database';
import { isOneTypoAway, type KeywordWord } from './keyword.js';

/** Letters from which on a word may contain a typo. */
const typoLength = 5;
/** More words than this begin with so few letters that the beginning itself is searched. */
const maxContinuations = 400;
/** Words of a keyword that count; what follows is ignored. */
const maxWords = 20;

interface WordRow {
  word: string;
  stems: string[];
  meaningless_in: number[];
  known: boolean;
  continuations: string[];
}

/**
 * What each word of the keyword may stand for, decided from the catalogue's own words, the same for every search
 * engine. Empty: the keyword holds no word at all.
 *
 * @param languages those searched, as codes with their facet code
 */
export async function readKeyword(
  reader: Reader,
  keyword: string,
  languages: readonly { key: string; code: number }[],
): Promise<KeywordWord[]> {
  const rows = await reader.many<WordRow>(sql`
    with language as (
      select * from unnest(${languages.map((one) => one.key)}::text[], ${languages.map((one) => one.code)}::int[]) l(key, code)
    ), typed as (
      select left(word, 60) as word, place, place = max(place) over () as is_last
        from unnest(string_to_array(learning.plain(${keyword}), ' ')) with ordinality w(word, place)
       where word <> ''
    ), stemmed as (
      select t.*, array(select distinct learning.stem(t.word, l.key) from language l) as stems from typed t
    )
    select s.word, s.stems,
           array(select l.code from language l where learning.is_stop_word(s.word, l.key)) as meaningless_in,
           exists (select 1 from learning.search_word w where w.surface = s.word or w.lexeme = any(s.stems)) as known,
           case when s.is_last then array(
             select distinct lexeme from (
               select w.lexeme from learning.search_word w
                where w.surface >= s.word and w.surface < s.word || chr(1114111) limit ${maxContinuations * 4}) c
             limit ${maxContinuations + 1}) else '{}' end as continuations
      from stemmed s order by s.place limit ${maxWords}`);
  return Promise.all(rows.map((row) => wordOf(reader, row)));
}

async function wordOf(reader: Reader, row: WordRow): Promise<KeywordWord> {
  const tooMany = row.continuations.length > maxContinuations;
  const occurs = row.known || row.continuations.length > 0;
  return {
    word: row.word,
    stems: row.stems.length > 0 ? row.stems : [row.word],
    continuations: tooMany ? [] : row.continuations,
    tooManyContinuations: tooMany,
    corrections: occurs || [...row.word].length < typoLength ? [] : await corrections(reader, row.word),
    meaninglessIn: row.meaningless_in,
  };
}

/** Lexemes of the catalogue's words one typo away: such a word shares its first or its last half. */
async function corrections(reader: Reader, word: string): Promise<string[]> {
  const half = Math.ceil((word.length - 2) / 2);
  const head = word.slice(0, half);
  const tail = [...word.slice(-half)].reverse().join('');
  const candidates = await reader.many<{ surface: string; lexeme: string }>(sql`
    select surface, lexeme from learning.search_word
     where surface >= ${head} and surface < ${head} || chr(1114111)
       and length(surface) between ${word.length - 1}::int and ${word.length + 1}::int
    union
    select surface, lexeme from learning.search_word
     where reverse(surface) collate "C" >= ${tail} and reverse(surface) collate "C" < ${tail} || chr(1114111)
       and length(surface) between ${word.length - 1}::int and ${word.length + 1}::int`);
  return [
    ...new Set(candidates.filter(({ surface }) => isOneTypoAway(word, surface)).map(({ lexeme }) => lexeme)),
  ];
}
