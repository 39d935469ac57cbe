import { de } from './de.js';
import { en, type TextKey, type Texts } from './en.js';
import { fr } from './fr.js';
import Negotiator from 'negotiator';

/** Languages of pages and mails; the first is the fallback. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];
export type { TextKey };

export const textKeys = Object.keys(en) as TextKey[];

const catalogues: Record<Language, Texts> = { en, de, fr };

/**
 * The text for `key` with the values inserted, unescaped: escaping is the template's job. `{name}` takes the value
 * unchanged; `{name:minute}` takes a number and formats it with that ECMA-402 unit, `1 minute` or `15 minutes`.
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

/** The first of these languages (`de-AT`, `fr`) that we support. */
export function firstLanguage(tags: readonly string[]): Language | undefined {
  return tags.map((tag) => tag.trim().slice(0, 2).toLowerCase()).find(isLanguage);
}

/** The preferred language of an Accept-Language header; English if it names none of ours. */
export const acceptedLanguage = (header: string | undefined): Language =>
  firstLanguage(new Negotiator({ headers: { 'accept-language': header } }).languages()) ?? 'en';

/** Day before month and 24 hours in all languages. */
const locales: Record<Language, string> = { en: 'en-GB', de: 'de', fr: 'fr' };

/** A time for people: with hour and minute, and the name of its zone. */
export const timeText = (language: Language, time: Date): string =>
  new Intl.DateTimeFormat(locales[language], {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
    .format(time)
    .replace(/ (?=UTC$)/, '\u00a0'); // the zone must not be on a line of its own
