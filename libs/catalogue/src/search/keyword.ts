/** One word of a keyword, with every lexeme that answers it. */
export interface KeywordWord {
  word: string;
  /** Its stem in each language that is searched. */
  stems: string[];
  /** Lexemes of the words it begins; the last word alone has them. */
  continuations: string[];
  /** Too many words begin with it: match by the beginning itself. */
  tooManyContinuations: boolean;
  /** Lexemes of words one typo away, when it occurs nowhere. */
  corrections: string[];
  /** Languages, as facet codes, in which it carries no meaning. */
  meaninglessIn: number[];
}

/** Which part of a document a word must stand in; the prefix of its lexemes there. */
const fields = { anywhere: '', title: '^', titleOrTags: '#' } as const;
export type KeywordField = keyof typeof fields;

/**
 * The keyword as a tsquery: every word must match, one that carries no meaning in a document's language need not.
 *
 * @param exact only the words themselves, neither what they begin nor what they may have meant
 */
export function keywordQuery(words: readonly KeywordWord[], field: KeywordField, exact = false): string {
  const term = (word: KeywordWord) => termOf(word, fields[field], exact);
  const whole = words.map(term).join(' & ');
  const lighter = [...groupByDropped(words)].map(([dropped, languages]) => {
    const kept = words.filter((_, place) => !dropped.includes(place));
    return `((${languages.map((code) => quote(`!${code}`)).join(' | ')}) & ${kept.map(term).join(' & ')})`;
  });
  return lighter.length === 0 ? `(${whole})` : `((${whole}) | ${lighter.join(' | ')})`;
}

function termOf(word: KeywordWord, prefix: string, exact: boolean): string {
  const lexemes = new Set(word.stems);
  // a word that occurs nowhere has nothing exact but its corrections
  for (const lexeme of word.corrections) lexemes.add(lexeme);
  if (!exact) for (const lexeme of word.continuations) lexemes.add(lexeme);
  const terms = [...lexemes].map((lexeme) => quote(prefix + lexeme));
  if (!exact && word.tooManyContinuations) terms.push(`${quote(prefix + word.word)}:*`);
  return `(${terms.join(' | ')})`;
}

/** Places of the words that may be missing, with the languages for which that holds; never all words. */
function groupByDropped(words: readonly KeywordWord[]): Map<number[], number[]> {
  const languages = new Set(words.flatMap((word) => word.meaninglessIn));
  const groups = new Map<string, { dropped: number[]; languages: number[] }>();
  for (const language of languages) {
    const dropped = words.flatMap((word, place) => (word.meaninglessIn.includes(language) ? [place] : []));
    if (dropped.length === words.length) continue;
    const group = groups.get(dropped.join()) ?? { dropped, languages: [] };
    group.languages.push(language);
    groups.set(dropped.join(), group);
  }
  return new Map([...groups.values()].map((group) => [group.dropped, group.languages]));
}

/** A lexeme inside the text of a tsquery. */
export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, (character) => character + character)}'`;
}

/**
 * Whether one typo lies between two words: a letter too many, too few, another, or two changed places.
 */
export function isOneTypoAway(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short === long || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  return (
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    short.slice(start + 2) === long.slice(start + 2)
  );
}
