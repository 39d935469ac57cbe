import type { Catalogue } from './en/index.js';
import type { ConsoleLanguage } from './languages.js';

/** The texts of a language; each language is a separate file. */
export async function loadTexts(language: ConsoleLanguage): Promise<Catalogue> {
  switch (language) {
    case 'en':
      return (await import('./en/index.js')).en;
    case 'de':
      return (await import('./de/index.js')).de;
    case 'fr':
      return (await import('./fr/index.js')).fr;
  }
}
