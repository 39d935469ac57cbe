import type { ConsoleLanguage } from './languages.js';

/** Remedies by error code, in the languages in which the API does not write them. */
export async function loadRemedies(language: ConsoleLanguage): Promise<Partial<Record<string, string>>> {
  switch (language) {
    case 'en':
      return {};
    case 'de':
      return (await import('./de/remedies.js')).remediesDe;
    case 'fr':
      return (await import('./fr/remedies.js')).remediesFr;
  }
}
