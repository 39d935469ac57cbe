import { pluralRules } from './intl-formats.js';
import { locales, type ConsoleLanguage } from './languages.js';

/** A text, or one for each plural form; `{name}` is replaced by a value, and `{count}` selects the form. */
export type CatalogueText = string | { readonly one: string; readonly other: string };

export type TextValues = Readonly<Record<string, string | number>>;

/** Inserts values into a text; numbers are formatted for the language. */
export function formatText(language: ConsoleLanguage, text: CatalogueText, values: TextValues = {}): string {
  const form = typeof text === 'string' ? text : text[pluralForm(language, Number(values['count'] ?? 0))];
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? value.toLocaleString(locales[language]) : value;
  });
}

const pluralForm = (language: ConsoleLanguage, count: number): 'one' | 'other' =>
  pluralRules(language).select(count) === 'one' ? 'one' : 'other';
