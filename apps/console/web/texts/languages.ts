/** Languages of the console; the first is the fallback. */
export const languages = ['en', 'de', 'fr'] as const;
export type ConsoleLanguage = (typeof languages)[number];

/** The name of each language in that language. */
export const languageNames: Record<ConsoleLanguage, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

/** Dates and numbers: day before month and 24 hours in all three. */
export const locales: Record<ConsoleLanguage, string> = { en: 'en-GB', de: 'de-DE', fr: 'fr-FR' };
