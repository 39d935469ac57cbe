import { isCountryCode, isLanguageTag } from './iso-codes.js';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const pairs = letters.flatMap((one) => letters.map((other) => one + other));

describe('country and language codes', () => {
  it('are as many as in the standards', () => {
    expect(pairs.filter(isCountryCode)).toHaveLength(249);
    expect(pairs.filter((pair) => isLanguageTag(pair.toLowerCase()))).toHaveLength(183);
  });

  it('all have a name in Unicode', () => {
    const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
    for (const code of pairs.filter(isCountryCode))
      expect([code, regions.of(code)]).toEqual([code, expect.any(String)]);
    for (const code of pairs.map((pair) => pair.toLowerCase()).filter(isLanguageTag))
      expect([code, languages.of(code)]).toEqual([code, expect.any(String)]);
  });

  it.each(['en', 'pt-br', 'zh-tw', 'no'])('%s is a language', (tag) => expect(isLanguageTag(tag)).toBe(true));
  it.each(['xx', 'EN', 'en-uk', 'en-', 'en-GB', 'en-gb-x', '', 'iw', 'constructor'])(
    '%s is not a language',
    (tag) => expect(isLanguageTag(tag)).toBe(false),
  );
  it.each(['UK', 'EU', 'de', 'DEU', ''])('%s is not a country', (code) =>
    expect(isCountryCode(code)).toBe(false),
  );
});
