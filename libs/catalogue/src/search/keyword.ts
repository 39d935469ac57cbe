/** One word of a keyword as it is searched in the documents of one language. */
export interface WordInLanguage {
  stem: string;
  /** Lexemes of the hyphenated words that it is a part of, written as one word: of `learning`, `elearn`. */
  joined: string[];
  /** Lexemes of the words that begin with it; only for the last word, and none if there are far too many. */
  continuations: string[];
  /** Lexemes of words one typo away, if the word itself occurs nowhere. */
  corrections: string[];
  /** Whether it is a stop word in this language. */
  isMeaningless: boolean;
}

export interface KeywordWord {
  word: string;
  /** Whether it is text without blanks, or three characters of a longer one: it matches inside such text. */
  isPiece: boolean;
  /**
   * Whether so many words begin with it that it is matched by prefix: with a list, every document found would be
   * compared with every lexeme.
   */
  tooManyContinuations: boolean;
  /** By each language that is searched, in two letters. */
  languages: ReadonlyMap<string, WordInLanguage>;
}

/** The words of a search. */
export interface Keyword {
  /** None if it contains no word at all. */
  words: readonly KeywordWord[];
  /** The form of a title that is exactly the keyword. */
  titleKey: string;
  /** The facet codes of each language that is searched, by its two letters: those of `pt` and of `pt-br` under `pt`. */
  codes: ReadonlyMap<string, readonly number[]>;
}

/** The parts of a document that a word may be required in, and the prefix of lexemes there. */
const fields = { anywhere: '', title: '^', titleOrTags: '#' } as const;
export type KeywordField = keyof typeof fields;

export interface KeywordForm {
  /** Only the words themselves, without completions. */
  exact?: boolean;
}

/**
 * The keyword as a tsquery: every word must match in the language of the document. Stop words of that language need
 * not, unless no other word is left. Postgres stops at the first part that fails, so words come before languages.
 */
export function keywordQuery(keyword: Keyword, field: KeywordField, form: KeywordForm = {}): string {
  const { codes } = keyword;
  const branches = groupByQuery(keyword, field, form);
  if (branches.size === 1) return joinQueries(branches);
  const any = (languages: readonly string[]) =>
    languages
      .flatMap((language) => codes.get(language)!)
      .map((code) => quote(`!${code}`))
      .join(' | ');
  return `(${[...branches].map(([query, languages]) => `(${query} & (${any(languages)}))`).join(' | ')})`;
}

/**
 * A wider query: the words anywhere in a document of any language. With it, an index finds the documents with the
 * words. With the keyword's own query, it would read all documents in a language that is rarer than the words.
 * @returns undefined when no language makes a difference
 */
export function wordsQuery(keyword: Keyword): string | undefined {
  const branches = groupByQuery(keyword, 'anywhere', {});
  return branches.size === 1 ? undefined : joinQueries(branches);
}

/** Groups the languages whose queries for the words are equal. */
const groupByQuery = ({ words, codes }: Keyword, field: KeywordField, form: KeywordForm) =>
  Map.groupBy(codes.keys(), (language) => inLanguage(words, language, fields[field], form));

const joinQueries = (branches: ReadonlyMap<string, unknown>): string =>
  `(${[...branches.keys()].join(' | ')})`;

function inLanguage(
  words: readonly KeywordWord[],
  language: string,
  prefix: string,
  form: KeywordForm,
): string {
  const meaningful = words.filter((word) => !word.languages.get(language)?.isMeaningless);
  return (meaningful.length > 0 ? meaningful : words)
    .map((word) => formatTerm(word, word.languages.get(language)!, prefix, form))
    .join(' & ');
}

function formatTerm(
  word: KeywordWord,
  wordInLanguage: WordInLanguage,
  prefix: string,
  { exact = false }: KeywordForm,
): string {
  if (word.isPiece) return `(${quote(prefix + word.word)}:*)`;
  const byPrefix = !exact && word.tooManyContinuations;
  // for a word that occurs nowhere, only its corrections are exact
  const continuations = exact ? [] : wordInLanguage.continuations;
  const named = byPrefix ? continuations.filter((one) => !one.startsWith(word.word)) : continuations;
  const lexemes = new Set([
    wordInLanguage.stem,
    ...wordInLanguage.joined,
    ...wordInLanguage.corrections,
    ...named,
  ]);
  const terms = [...lexemes].map((lexeme) => quote(prefix + lexeme));
  if (byPrefix) terms.push(`${quote(prefix + word.word)}:*`);
  return `(${terms.join(' | ')})`;
}

/** A lexeme inside the text of a tsquery. */
export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, (character) => character + character)}'`;
}
