import {
  keywordQuery,
  quote,
  wordsQuery,
  type Keyword,
  type KeywordWord,
  type WordInLanguage,
} from './keyword.js';

const en = 'en';
const de = 'de';
const checkThere = (stem: string, more: Partial<WordInLanguage> = {}): WordInLanguage => ({
  stem,
  joined: [],
  continuations: [],
  corrections: [],
  isMeaningless: false,
  ...more,
});
const word = (
  text: string,
  languages: [string, WordInLanguage][],
  tooManyContinuations = false,
): KeywordWord => ({
  word: text,
  isPiece: false,
  tooManyContinuations,
  languages: new Map(languages),
});
const keyword = (...words: KeywordWord[]): Keyword => ({
  words,
  titleKey: '',
  codes: new Map(
    [...words[0]!.languages.keys()].map((language) => [language, language === en ? [8] : [16, 24]]),
  ),
});

describe('keywordQuery', () => {
  it("requires every word, using each language's own stem", () => {
    const words = [
      word('teams', [
        [en, checkThere('team')],
        [de, checkThere('team')],
      ]),
      word('managing', [
        [en, checkThere('manag')],
        [de, checkThere('managing')],
      ]),
    ];
    expect(keywordQuery(keyword(...words), 'anywhere')).toBe(
      `((('team') & ('manag') & ('!8')) | (('team') & ('managing') & ('!16' | '!24')))`,
    );
  });

  it('includes a query for the words in any language, unless they are the same in all', () => {
    const managing = word('managing', [
      [en, checkThere('manag')],
      [de, checkThere('managing')],
    ]);
    const java = word('java', [
      [en, checkThere('java')],
      [de, checkThere('java')],
    ]);
    expect(wordsQuery(keyword(java, managing))).toBe(`(('java') & ('manag') | ('java') & ('managing'))`);
    expect(wordsQuery(keyword(java))).toBeUndefined();
  });

  it('names no language when the query is the same in all of them', () => {
    const words = [
      word('java', [
        [en, checkThere('java')],
        [de, checkThere('java')],
      ]),
    ];
    expect(keywordQuery(keyword(...words), 'title')).toBe(`(('^java'))`);
  });

  it('ignores stop words, unless no other word is left', () => {
    const the = word('the', [[en, checkThere('the', { isMeaningless: true })]]);
    const plan = word('plan', [[en, checkThere('plan')]]);
    expect(keywordQuery(keyword(the, plan), 'anywhere')).toBe(`(('plan'))`);
    expect(keywordQuery(keyword(the), 'anywhere')).toBe(`(('the'))`);
  });

  it('adds completions and corrections of a word; the exact form only corrections', () => {
    const words = [
      word('lead', [[en, checkThere('lead', { continuations: ['leader'], corrections: ['load'] })]]),
    ];
    expect(keywordQuery(keyword(...words), 'titleOrTags')).toBe(`(('#lead' | '#load' | '#leader'))`);
    expect(keywordQuery(keyword(...words), 'titleOrTags', { exact: true })).toBe(`(('#lead' | '#load'))`);
  });

  it('matches by prefix where too many words begin with it', () => {
    const lead = checkThere('lead', { continuations: ['leader', 'led'] });
    const query = (form = {}) => keywordQuery(keyword(word('lead', [[en, lead]], true)), 'title', form);
    // `led` is the stem of a word that begins with it, and does not begin with it itself
    expect(query()).toBe(`(('^lead' | '^led' | '^lead':*))`);
    expect(query({ exact: true })).toBe(`(('^lead'))`);
  });

  it('accepts the hyphenated words that a word is a part of, written as one', () => {
    const learning = word('learning', [[en, checkThere('learn', { joined: ['elearn'] })]]);
    expect(keywordQuery(keyword(learning), 'title', { exact: true })).toBe(`(('^learn' | '^elearn'))`);
  });

  it('matches pieces of text without blanks by prefix, in the exact form too', () => {
    const piece = { ...word('安全', [[en, checkThere('安全')]]), isPiece: true };
    expect(keywordQuery(keyword(piece), 'title', { exact: true })).toBe(`(('^安全':*))`);
  });

  it('keeps every lexeme inside its quotes', () => {
    expect(quote("a'b\\c")).toBe("'a''b\\\\c'");
  });
});
