/** Languages of the pages and mails; the first is the fallback. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];
