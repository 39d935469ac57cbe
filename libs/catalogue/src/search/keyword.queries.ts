import { sql, type Reader } from '@app/database';
import type { Keyword, KeywordWord } from './keyword.js';
import { textsOneTypoAway } from './typos.js';

/** Shortest word, in letters, in which a typo is corrected (contract 4.8). */
const TYPO_LENGTH = 5;
/** If more words than this begin with the letters, the prefix itself is searched. */
export const MAX_CONTINUATIONS = 50;
/** Of more words than this, lexemes that do not begin with the letters are not searched. */
const MAX_LISTED = 400;
/** Words one typo away that are searched instead. */
const MAX_CORRECTIONS = 50;
/** Words of a keyword that are corrected, the first ones: each costs a statement. */
const MAX_CORRECTED = 3;
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
  is_piece: boolean;
  title_key: string;
  joined: LexemeRow[];
  /** In the order of the languages. */
  stems: string[];
  meaningless: boolean[];
  known: boolean;
  /** How many words begin with it, as far as they were counted. */
  continued: number;
  /** Of these words. */
  continuations: LexemeRow[];
}

interface LexemeRow {
  /** Two letters. */
  language: string;
  lexeme: string;
}

/** The id under which the words of documents are listed that portals other than the owner may see. */
const ALL_PORTALS = 0;

/**
 * Finds the stems, completions and corrections of each word of the keyword among the catalogue's own words; they are the
 * same for every search engine. Uses only words of the requesting portal's objects and of objects that other portals may
 * see, so completions cannot reveal words of another portal's drafts. Languages with the same two letters have the same
 * words, which limits the cost.
 */
export async function readKeyword(
  reader: Reader,
  portalId: number,
  keyword: string,
  languages: readonly Language[],
  maxContinuations = MAX_CONTINUATIONS,
): Promise<Keyword> {
  const byLetters = Map.groupBy(languages, ({ key }) => key.slice(0, 2));
  const keys = [...byLetters.keys()];
  const portals = [ALL_PORTALS, portalId];
  // as `learning.words` reads documents
  const hyphenated = keyword.replaceAll('\u200C', '-');
  const rows = await reader.many<WordRow>(sql`
    with language as (
      select key, place from unnest(${keys}::text[]) with ordinality l(key, place)
    ), compound as materialized (
      select parts, word from learning.compounds(${hyphenated})
    ), typed as (
      select left(coalesce(p.piece, w.word), 60) as word, w.place, p.number, p.piece is not null as is_piece,
             p.piece is null and w.place = max(w.place) over () as is_last
        from unnest(string_to_array(learning.plain(${hyphenated}), ' ')) with ordinality w(word, place)
        left join lateral learning.pieces(w.word) with ordinality p(piece, number)
               on length(p.piece) = least(3, length(w.word))
       where w.word <> ''
    )
    select t.word, t.is_piece, learning.plain(${keyword}) as title_key,
           (select coalesce(jsonb_agg(distinct jsonb_build_object(
                     'language', l.key, 'lexeme', learning.stem(left(c.word, 60), l.key))), '[]')
              from compound c cross join language l where t.word = any(c.parts)) as joined,
           array(select learning.stem(t.word, l.key) from language l order by l.place) as stems,
           array(select learning.is_stop_word(t.word, l.key) from language l order by l.place) as meaningless,
           exists (select 1 from learning.search_word w
                    where w.portal_id = any(${portals}::int[]) and w.surface = t.word)
             or exists (select 1 from language l join learning.search_word w
                           on w.portal_id = any(${portals}::int[])
                          and w.lexeme = learning.stem(t.word, l.key) and w.language = l.key) as known,
           c.continued, c.continuations
      from typed t
     cross join lateral (
       select count(*)::int as continued,
              coalesce(jsonb_agg(distinct jsonb_build_object('language', b.language, 'lexeme', b.lexeme)), '[]') as continuations
         from (select distinct w.surface, w.language, w.lexeme
                 from unnest(${portals}::int[]) portal(id)
                cross join lateral (
                  select surface, language, lexeme from learning.search_word
                   where t.is_last and portal_id = portal.id
                     and surface >= t.word and surface < t.word || chr(1114111)
                   order by surface, language limit ${MAX_LISTED + 1}) w
                limit ${MAX_LISTED + 1}) b) c
     order by t.place, t.number limit ${MAX_WORDS}`);
  const misspelt = rows.filter(isMisspelt).slice(0, MAX_CORRECTED);
  const corrections = new Map(
    await Promise.all(
      misspelt.map(async (row) => [row, await findCorrections(reader, portals, row.word)] as const),
    ),
  );
  return {
    words: rows.map((row) => toKeywordWord(row, corrections.get(row) ?? [], keys, maxContinuations)),
    titleKey: rows[0]?.title_key ?? '',
    codes: new Map(
      [...byLetters].map(([letters, sameLetters]) => [letters, sameLetters.map(({ code }) => code)]),
    ),
  };
}

/** Whether no object has the word and it is long enough to be corrected. */
const isMisspelt = ({ word, is_piece: isPiece, known: isKnown, continued }: WordRow): boolean =>
  !isPiece && !isKnown && continued === 0 && [...word].length >= TYPO_LENGTH;

/** @param languages in two letters, in the order of the row's stems */
function toKeywordWord(
  row: WordRow,
  corrections: readonly LexemeRow[],
  languages: readonly string[],
  maxContinuations: number,
): KeywordWord {
  const tooMany = row.continued > maxContinuations;
  const inLanguage = (lexemes: readonly LexemeRow[], language: string) =>
    lexemes.filter((one) => one.language === language).map(({ lexeme }) => lexeme);
  return {
    word: row.word,
    isPiece: row.is_piece,
    tooManyContinuations: tooMany,
    languages: new Map(
      languages.map((language, place) => [
        language,
        {
          stem: row.stems[place] ?? row.word,
          joined: inLanguage(row.joined, language),
          continuations: row.continued > MAX_LISTED ? [] : inLanguage(row.continuations, language),
          corrections: inLanguage(corrections, language),
          isMeaningless: row.meaningless[place] ?? false,
        },
      ]),
    ),
  };
}

/**
 * Lexemes of catalogue words one typo away. Each candidate is looked up by the primary key, however many words there
 * are.
 */
async function findCorrections(
  reader: Reader,
  portals: readonly number[],
  word: string,
): Promise<LexemeRow[]> {
  // `offset 0`: Postgres would rather read a table of some 10,000 words whole than look up 600
  return reader.many<LexemeRow>(sql`
    select distinct w.surface, w.language, w.lexeme
      from unnest(${[...textsOneTypoAway(word)]}::text[]) candidate(surface)
     cross join lateral (select surface, language, lexeme from learning.search_word
                          where portal_id = any(${[...portals]}::int[])
                            and surface = candidate.surface collate "C" offset 0) w
     order by w.surface, w.language limit ${MAX_CORRECTIONS}`);
}
