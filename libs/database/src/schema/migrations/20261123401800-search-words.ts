import { Baseline } from './baseline.js';

/** How words are read, in documents and in queries. */
export class SearchWords20261123401800 extends Baseline {
  name = 'SearchWords20261123401800';
  statements = [dictionaries, reading, stemming, words];
}

/** Languages with a stemmer in Postgres; every other language is searched by whole words. */
const STEMMERS: Record<string, string> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

/** Languages for which Postgres brings a list of stop words. */
const STOP_LISTS = [
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'hu',
  'it',
  'nb',
  'ne',
  'nl',
  'no',
  'pt',
  'ru',
  'sv',
  'tr',
];

const codes = Object.keys(STEMMERS);

/** Without stop words: which words carry no meaning is decided when a query is read. */
const dictionaries = Object.entries(STEMMERS)
  .map(
    ([code, language]) =>
      `create text search dictionary learning.stem_${code} (template = snowball, language = '${language}');`,
  )
  .join('\n');

/**
 * One character, however it is written (Unicode TR 15, form KC): CO₂ is CO2 to a search, full-width letters are
 * letters. Text without such a character is told first, at a tenth of the cost. Signs for a trade mark end a word,
 * and a fraction begins one: 2½ is not 21/2.
 */
const reading = /* sql */ `
  create function learning.composed(given text) returns text language sql immutable parallel safe as $$
    select case when octet_length(given) = length(given) or given is nfkc normalized then given
                else normalize(regexp_replace(given, '[™℠]|(?=[¼½¾⅐-⅞↉])' collate "pg_c_utf8", ' ', 'g'), nfkc) end
  $$;

  -- Lower case, without accents, words parted by single blanks. Blanks that are right already are not replaced by
  -- themselves.
  create function learning.plain(given text) returns text language sql immutable parallel safe as $$
    select btrim(regexp_replace(
      regexp_replace(
        replace(replace(
          public.unaccent('public.unaccent', lower(learning.composed(given) collate "pg_c_utf8")),
          'c++', 'cplusplus'), 'c#', 'csharp'),
        '(?<![[:alnum:]])[.]net\\M' collate "pg_c_utf8", 'dotnet', 'g'),
      ' *[^[:alnum:] ][^[:alnum:]]*|  +' collate "pg_c_utf8", ' ', 'g'))
  $$;
`;

const stemming = /* sql */ `
  create function learning.stemmer(language text) returns regdictionary language sql immutable parallel safe as $$
    select case left(language, 2)
      ${codes.map((code) => `when '${code}' then 'learning.stem_${code}'::regdictionary`).join('\n      ')}
      else 'pg_catalog.simple'::regdictionary end
  $$;

  create function learning.stem(word text, language text) returns text language sql immutable parallel safe as $$
    select coalesce(nullif((ts_lexize(learning.stemmer(language), word))[1], ''), word)
  $$;

  -- The same for a dictionary that is known already.
  create function learning.stem_by(dictionary regdictionary, word text)
  returns text language sql immutable parallel safe as $$
    select coalesce(nullif((ts_lexize(dictionary, word))[1], ''), word)
  $$;

  -- Whether the word carries no meaning in that language.
  create function learning.is_stop_word(word text, language text)
  returns boolean language sql immutable parallel safe as $$
    select case left(language, 2)
      ${STOP_LISTS.map((code) => `when '${code}' then ts_lexize('pg_catalog.${STEMMERS[code]}_stem', word) = '{}'`).join('\n      ')}
      else false end
  $$;
`;

const words = /* sql */ `
  -- Words as people write them, unaccented, with their stem in the language they were found in.
  create table learning.search_word (
    surface text collate "C" not null,
    language text collate "C" not null,                    -- two letters
    lexeme text collate "C" not null,
    primary key (surface, language)
  );
  -- words that end alike; all forms of one stem
  create index search_word_reversed on learning.search_word (reverse(surface));
  create index search_word_lexeme on learning.search_word (lexeme, language);
  grant select, insert on learning.search_word to lp_api, lp_worker;
`;
