import { acceptedLanguage } from './index.js';

describe('acceptedLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr;q=0.3, de;q=0.7', 'de'],
    ['pt, fr;q=0.1', 'fr'],
    ['xx,,de', 'de'],
    ['de;q=0', 'en'], // not wanted at all (RFC 9110 12.4.2)
    ['de;q=0, fr;q=0.1', 'fr'],
    ['"\\";=,;q', 'en'],
  ])('%s: %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));
});
