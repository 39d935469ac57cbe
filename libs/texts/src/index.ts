import { de } from './de.js';
import { en, type TextKey, type Texts } from './en.js';
import { fr } from './fr.js';
import Negotiator from 'negotiator';

/** Languages of pages and mails; the first is the fallback. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];
export type { TextKey };

/** The keys of all texts. */
export const textKeys = Object.keys(en) as TextKey[];

const catalogues: Record<Language, Texts> = { en, de, fr };

/**
 * The text of `key` with the values put in, unescaped: escaping is the template's work. `{name}` takes the value as
 * it is; `{name:minute}` takes a number and shows it with that unit of ECMA-402, `1 minute` or `15 minutes`.
 */
export function text(language: Language, key: TextKey, values: Record<string, string | number> = {}): string {
  return catalogues[language][key].replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, unit?: string) => {
    const value = values[name] ?? '';
    return unit && typeof value === 'number' ? withUnit(language, value, unit) : String(value);
  });
}

const withUnit = (language: Language, count: number, unit: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

export const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag);

/** The language of the first of these tags (`de-AT`, `fr`) that we have. */
export function firstLanguage(tags: readonly string[]): Language | undefined {
  return tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find(isLanguage);
}

/** The language that an Accept-Language header prefers; English if it names none of ours. */
export const acceptedLanguage = (header: string | undefined): Language =>
  firstLanguage(new Negotiator({ headers: { 'accept-language': header } }).languages()) ?? 'en';
