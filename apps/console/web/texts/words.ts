import type { CatalogueKey } from './en/index.js';
import type { ConsoleLanguage } from './languages.js';
import type { Translate } from './translate.js';

/** The texts of a language, and its locale for dates and numbers. */
export interface Words {
  t: Translate;
  /** Whether the text exists; names that the API has added may have none. */
  has: (key: string) => key is CatalogueKey;
  /** The text keys with this prefix. */
  listKeys: (beginning: string) => CatalogueKey[];
  language: ConsoleLanguage;
  /** For dates and numbers. */
  locale: string;
}
