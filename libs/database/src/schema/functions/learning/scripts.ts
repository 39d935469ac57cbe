/** Characters of scripts whose words are not separated by blanks, for the brackets of a regular expression of Postgres. */
export const UNSPACED = [
  '\\u0e01-\\u0e3a\\u0e40-\\u0e4e\\u0e50-\\u0e59\\u0e80-\\u0eff', // Thai, Lao
  '\\u1000-\\u1049\\u1050-\\u109f\\ua9e0-\\ua9ff\\uaa60-\\uaa7f', // Burmese
  '\\u1780-\\u17d3\\u17d7\\u17dc\\u17dd\\u17e0-\\u17e9', // Khmer
  '\\u1100-\\u11ff\\ua960-\\ua97f\\uac00-\\ud7ff', // Korean, whose compounds have no blanks
  '\\u3041-\\u3096\\u3099\\u309a\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u31f0-\\u31ff', // Japanese
  '\\u3005-\\u3007\\u3105-\\u312f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\U00020000-\\U0003ffff', // Chinese
].join('');

/** Letters and vowel signs of the scripts of India, without their punctuation: Postgres has some signs as punctuation. */
export const INDIC = '\\u0900-\\u0963\\u0966-\\u096f\\u0971-\\u0dff';

/**
 * Characters that words are compared without: invisible ones, such as joiners and soft hyphens; vowel points of Hebrew and
 * Arabic; and the line that stretches Arabic words.
 */
export const IGNORED = [
  '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufe00-\\ufe0f\\ufeff',
  '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7',
  '\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e8\\u06ea-\\u06ed',
].join('');

/** Hyphens and dashes between the parts of a word. */
export const HYPHENS = '\\u002d\\u05be\\u2010-\\u2015\\u2212\\ufe63\\uff0d';

/** The zeros of rows of ten digits, from the Arabic to the Khmer ones. */
const zeros = [
  ...'\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0de6\u0e50\u0ed0\u1040\u17e0',
];
const digitsFrom = (zero: string): string =>
  String.fromCharCode(...Array.from({ length: 10 }, (_, digit) => zero.charCodeAt(0) + digit));

/**
 * Characters of which people write one for another, and those that words are compared with instead: Arabic letters, such
 * as an alef with and without hamza, or Arabic and Persian yeh and kaf; and digits of other scripts.
 */
export const VARIANTS = {
  from: `\u0622\u0623\u0625\u0671\u0649\u06cc\u06a9\u0629\u06c0\u06c1${zeros.map(digitsFrom).join('')}`,
  to: `\u0627\u0627\u0627\u0627\u064a\u064a\u0643\u0647\u0647\u0647${zeros.map(() => '0123456789').join('')}`,
};
