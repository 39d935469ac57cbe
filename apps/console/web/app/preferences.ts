import { languages, type ConsoleLanguage } from '../texts/languages.js';

export const schemes = ['system', 'light', 'dark'] as const;
export type SchemeChoice = (typeof schemes)[number];

const LANGUAGE = 'console-language';
const SCHEME = 'console-scheme';

/** The language that the user chose before, or the first supported one of the browser. */
export function preferredLanguage(): ConsoleLanguage {
  const tags = [read(LANGUAGE) ?? '', ...navigator.languages].map((tag) => tag.slice(0, 2).toLowerCase());
  return tags.map((tag) => languages.find((language) => language === tag)).find(Boolean) ?? 'en';
}

export function storeLanguage(language: ConsoleLanguage): void {
  store(LANGUAGE, language);
}

export const preferredScheme = (): SchemeChoice =>
  schemes.find((scheme) => scheme === read(SCHEME)) ?? 'system';

export function storeScheme(scheme: SchemeChoice): void {
  store(SCHEME, scheme);
  showScheme(scheme);
}

/** Colours follow `color-scheme`: style/base.css. */
export function showScheme(scheme: SchemeChoice): void {
  document.documentElement.dataset['scheme'] = scheme;
}

/** The browser may block storage: then no choice is stored. */
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // the choice holds until the page is closed
  }
}
