import { languages, text, textKeys } from './index.js';

/** `{name}` or `{name:unit}` as they stand in a text. */
const placeholders = (raw: string): string[] => (raw.match(/\{[^}]*\}/g) ?? []).sort();

/** The text as it is in the catalogue: every placeholder stays. */
const raw = (language: (typeof languages)[number], key: (typeof textKeys)[number]): string =>
  text(language, key, new Proxy({}, { get: (_, name) => `{${String(name)}}` }));

describe.each(languages)('the texts in %s', (language) => {
  it.each(textKeys)('%s has the placeholders that English has', (key) => {
    expect(placeholders(raw(language, key))).toEqual(placeholders(raw('en', key)));
  });

  it.each(textKeys)('%s has typographic quotation marks and apostrophes, and single spaces', (key) => {
    expect(raw(language, key)).not.toMatch(/['"`]| {2}|^\s|\s$/);
  });

  it('puts a number of minutes in the singular or plural', () => {
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
