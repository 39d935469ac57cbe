import { readSelectionId, readSelectionSearch } from '../web/features/collections/selection-search.js';
import {
  chooseContentSort,
  readContentSearch,
  toContentQuery,
} from '../web/features/learning-objects/content-search.js';
import { formatMinutes, formatPrice, languageName } from '../web/features/learning-objects/content-values.js';
import { plainText } from '../web/features/learning-objects/plain-text.js';

describe('markup as text', () => {
  it.each([
    ['a &amp; b &lt;c&gt; &#39;d&#x27; &euro; &#0;', "a & b <c> 'd' &euro; &#0;"],
    ['<p>one</p><p>two<br/>three</p>', 'one\ntwo\nthree'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['before<script>alert(1)</script>after <img src=x onerror=alert(1)>', 'beforeafter'],
    ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
    ['', ''],
  ])('%s', (markup, text) => {
    expect(plainText(markup)).toBe(text);
  });
});

describe('a search for content in an address', () => {
  it('is parsed, and invalid parameters are ignored', () => {
    const search = { q: 42, type: 'course', provider: '4', status: 'draft', sort: 'title:asc' };
    expect(readContentSearch(search)).toEqual({ ...search, q: '42', provider: 4 });
    expect(readContentSearch({ q: '', provider: 'x', status: 'gone', sort: 'size' })).toEqual({});
  });

  it('goes to the API in its words', () => {
    expect(toContentQuery({ q: 'aid', tag: 'a,b', status: 'draft' })).toEqual({
      premium: true,
      facets: ['type', 'language', 'topics', 'tag', 'instance'],
      sort: ['relevance:desc'],
      keyword: 'aid',
      tags: ['a,b'],
      published: false,
    });
  });

  it('is never ordered by relevance without a keyword', () => {
    expect(chooseContentSort({ sort: 'relevance:desc' })).toBe('created:desc');
    expect(chooseContentSort({ q: 'aid', sort: 'price:asc' })).toBe('price:asc');
  });
});

describe('values of a learning object', () => {
  it('are written as the language does', () => {
    expect(formatMinutes(95, 'en-GB')).toBe('1 hr 35 mins');
    expect(formatMinutes(120, 'de-DE')).toBe('2 Std.');
    expect(formatMinutes(0, 'en-GB')).toBe('');
    expect(formatPrice({ price: 49, currency: 'EUR' }, 'en-GB')).toBe('€49.00');
    expect(formatPrice({ price: 49, currency: 'points' }, 'en-GB')).toBe('49');
    expect(formatPrice({ price: 0, currency: 'EUR' }, 'en-GB')).toBeUndefined();
    expect(languageName('pt-br', 'en-GB')).toBe('Brazilian Portuguese');
    expect(languageName('no language', 'en-GB')).toBe('no language');
  });
});

describe('a collection in an address', () => {
  it('is a number or the default one, with words that are looked for in it', () => {
    expect(['default', '7', 'x', ''].map(readSelectionId)).toEqual(['default', 7, 0, 0]);
    expect(readSelectionSearch({ q: ' first ', page: 2 })).toEqual({ q: 'first' });
    expect([readSelectionSearch({ q: 42 }), readSelectionSearch({ q: ' ' })]).toEqual([{ q: '42' }, {}]);
  });
});
