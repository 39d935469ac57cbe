import { languages, text, textKeys } from './index.js';

/** The placeholders in a text, `{name}` or `{name:unit}`. */
const placeholders = (raw: string): string[] => (raw.match(/\{[^}]*\}/g) ?? []).sort();

/** The text as in the catalogue, with its placeholders. */
const raw = (language: (typeof languages)[number], key: (typeof textKeys)[number]): string =>
  text(language, key, new Proxy({}, { get: (_, name) => `{${String(name)}}` }));

describe.each(languages)('the texts in %s', (language) => {
  it.each(textKeys)('%s has the same placeholders as the English text', (key) => {
    expect(placeholders(raw(language, key))).toEqual(placeholders(raw('en', key)));
  });

  it.each(textKeys)('%s has typographic quotation marks and apostrophes, and single spaces', (key) => {
    expect(raw(language, key)).not.toMatch(/['"`]| {2}|^\s|\s$/);
  });

  it('uses the singular or plural for a number of minutes', () => {
    const wait = (minutes: number) => text(language, 'login.throttled', { minutes });
    const units = { en: ['minute', 'minutes'], de: ['Minute', 'Minuten'], fr: ['minute', 'minutes'] }[
      language
    ];
    expect(wait(1)).toMatch(new RegExp(`\\b1\\s${units[0]}\\b`));
    expect(wait(15)).toMatch(new RegExp(`\\b15\\s${units[1]}\\b`));
  });
});

describe('French', () => {
  it.each(textKeys)('%s has no-break spaces before double punctuation and inside guillemets', (key) => {
    expect(raw('fr', key)).not.toMatch(/[^\u00a0][:;?!»](?=\s|$)|«[^\u00a0]/);
  });
});
