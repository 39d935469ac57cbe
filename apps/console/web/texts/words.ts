import type { CatalogueKey } from './en/index.js';
import type { ConsoleLanguage } from './languages.js';
import type { Translate } from './translate.js';

/** The texts of a language, and how it writes dates and numbers. */
export interface Words {
  t: Translate;
  /** Whether there is such a text: for names that the API may add. */
  has: (key: string) => key is CatalogueKey;
  /** The keys of all texts that begin so. */
  listKeys: (beginning: string) => CatalogueKey[];
  language: ConsoleLanguage;
  /** For dates and numbers. */
  locale: string;
}
