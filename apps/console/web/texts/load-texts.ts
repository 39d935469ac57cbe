import type { Catalogue } from './en/index.js';
import type { PageTexts } from './en/pages.js';
import type { ConsoleLanguage } from './languages.js';

/** The texts of the pages in a language; each language is a separate file. */
export async function loadTexts(language: ConsoleLanguage): Promise<PageTexts> {
  switch (language) {
    case 'en':
      return (await import('./en/pages.js')).pagesEn;
    case 'de':
      return (await import('./de/pages.js')).pagesDe;
    case 'fr':
      return (await import('./fr/pages.js')).pagesFr;
  }
}

/** Loads the error messages, which pages do not need for their first rendering. */
export async function loadErrorTexts(language: ConsoleLanguage): Promise<Partial<Catalogue>> {
  switch (language) {
    case 'en':
      return (await import('./en/errors.js')).errorsEn;
    case 'de':
      return (await import('./de/errors.js')).errorsDe;
    case 'fr':
      return (await import('./fr/errors.js')).errorsFr;
  }
}
