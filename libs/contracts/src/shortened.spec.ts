import { shortenHtml } from './shortened.js';

describe('shortenHtml', () => {
  it.each([
    ['keeps what is short enough', '<p>One</p>', 10, '<p>One</p>'],
    ['cuts text', '<p>One two</p>', 7, '<p>One '],
    ['cuts before an unfinished tag', '<p>One <strong>two</strong></p>', 12, '<p>One '],
    ['cuts before an unfinished closing tag', '<p>One</p>', 8, '<p>One'],
    ['cuts before an unfinished entity', 'One &amp; two', 7, 'One '],
    ['keeps a finished entity', 'One &amp; two', 9, 'One &amp;'],
    ['keeps an ampersand that begins no entity', 'One & two', 7, 'One & t'],
    ['cuts before half a character', 'One 😀', 5, 'One '],
    ['shows nothing where there is no room', 'One', 0, ''],
  ])('%s', (_title, html, length, expected) => expect(shortenHtml(html, length)).toBe(expected));
});
